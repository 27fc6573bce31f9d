// The possible values of expressions in one explicit state, by the table in
// Expr.h.

#ifndef PREDABS_PREDICATES_BP_EVALUATE_H
#define PREDABS_PREDICATES_BP_EVALUATE_H

#include "predicates/bp/Trace.h"

namespace predabs::bp {

struct PossibleValues {
  bool True = false;
  bool False = false;

  bool may(bool Value) const { return Value ? True : False; }
  bool operator==(const PossibleValues &) const = default;
};

/// The state before a statement and, for `'v`, the one after.
struct EvalState {
  const Values &Globals, &Locals;
  const Values *NextGlobals = nullptr, *NextLocals = nullptr;
};

PossibleValues evaluate(const Expr *E, const EvalState &S);

} // namespace predabs::bp

#endif
