// The addresses of what is known before a run starts: functions, blocks and
// globals. Functions and blocks take a granule each from CodeBase on.

#ifndef PREDABS_PREDICATES_INTERPRETER_ADDRESSES_H
#define PREDABS_PREDICATES_INTERPRETER_ADDRESSES_H

#include "predicates/interpreter/Memory.h"
#include "predicates/ir/Module.h"

namespace predabs::ir::interp {

class Addresses {
public:
  explicit Addresses(const Module &M);

  uint64_t ofFunction(const Function *F) const { return nth(F->Id); }
  uint64_t ofBlock(const Function *F, BlockId B) const {
    return nth(FirstBlock[F->Id] + B);
  }
  uint64_t ofGlobal(const Variable *V) const { return Globals[V->Id]; }
  /// What the C library's `stdout` and `stderr` point to.
  uint64_t ofStandardOutput() const { return nth(NumEntries - 2); }
  uint64_t ofStandardError() const { return nth(NumEntries - 1); }
  /// The function at \p Addr, or null.
  const Function *functionAt(uint64_t Addr) const;
  /// The first address behind functions and blocks.
  uint64_t end() const { return nth(NumEntries); }

  /// Set as the globals are laid out, by Variable::Id.
  std::vector<uint64_t> Globals;

private:
  static uint64_t nth(uint64_t N) { return CodeBase + Granule * N; }

  const Module &Mod;
  std::vector<uint64_t> FirstBlock;
  uint64_t NumEntries = 0;
};

} // namespace predabs::ir::interp

#endif
