// Observing a run, see RunObserver: the instructions that tell an observer what
// happens, and the state that it is shown. A term that the observer asks about
// is compiled like one of the program, once, and executed on the memory of the
// frame; what would stop a run there makes it undefined.

#ifndef PREDABS_PREDICATES_INTERPRETER_OBSERVATION_H
#define PREDABS_PREDICATES_INTERPRETER_OBSERVATION_H

#include "predicates/interpreter/Machine.h"

#include <unordered_map>

namespace predabs::ir::interp {

/// Calls RunObserver::enter.
Handler observeEntryHandler();
/// Calls RunObserver::at for the statement Dst of the block Imm.
Handler observeHandler();
/// Call RunObserver::leave; the result is A.
Handler observeReturnHandler();
Handler observeReturnVoidHandler();

class Onlooker : public RunState {
public:
  explicit Onlooker(Machine &M) : M(M) {}

  uint32_t depth() const override { return M.depth(); }
  std::optional<UInt128> evaluate(const Expr *E,
                                  const LogicalValues &Of) override;
  void stop(std::string Why) override;

private:
  struct Look {
    Code C;
    /// Their values are in the first slots, in this order.
    std::vector<const Variable *> Logical;
    /// Nothing: the term has no value.
    std::optional<TypedOperand> Result;
  };
  const Look &lookAt(const Expr *E);
  void compile(const Expr *E, Look &L);

  Machine &M;
  /// By function; by Expr::id.
  std::unordered_map<const Function *, std::unordered_map<uint32_t, Look>>
      Looks;
  std::vector<uint64_t> Slots;
};

} // namespace predabs::ir::interp

#endif
