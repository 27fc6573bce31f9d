// Before each return the question whether a lock is held there that is released
// elsewhere (see Instrument.h): a branch to a violation that nobody has to
// suffer from.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_RETURNPROBES_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_RETURNPROBES_H

#include "checkers/protocols/instrument/FunctionLocks.h"
#include "checkers/protocols/instrument/ViolationCalls.h"

#include <vector>

namespace predabs {

class ReturnProbes {
public:
  ReturnProbes(CodeWriter &Code, FunctionLocks &Locks,
               ViolationCalls &Violations)
      : Code(Code), In(Code.In), Locks(Locks), Violations(Violations) {}

  /// Puts the questions before the return \p S at the end of block \p B.
  void rewriteReturn(ir::BlockId B, const ir::Stmt &S);

private:
  /// How a function leaves a lock that it has acquired.
  enum class Leaves : uint8_t { Held, Released };

  /// The results with which the function may return so, and those with which
  /// it should not leave the lock held if it returns so with these.
  uint32_t classesOfReturns(const TrackedLock &U, Leaves How);
  /// The ways to return at \p S that are told apart for lock number \p N.
  void addProbes(size_t N, ir::BlockId Origin, const ir::Stmt &S,
                 std::vector<ir::BlockId> &Succs);
  /// Nobody will release it.
  void addForgotten(const TrackedLock &U, const AtReturn &Is,
                    ir::BlockId Origin, std::vector<ir::BlockId> &Succs);
  ir::BlockId addProbe(const TrackedLock &U, const ResultClass &C, Leaves How,
                       const Violation &What);
  const ir::Expr *isLeftFree(const TrackedLock &U, const ir::Expr *Holds);

  CodeWriter &Code;
  ir::Function &In;
  FunctionLocks &Locks;
  ViolationCalls &Violations;
};

} // namespace predabs

#endif
