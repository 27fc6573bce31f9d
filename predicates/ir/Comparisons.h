// The six comparisons as relations of numbers.

#ifndef PREDABS_PREDICATES_IR_COMPARISONS_H
#define PREDABS_PREDICATES_IR_COMPARISONS_H

#include "predicates/ir/Expr.h"

namespace predabs::ir {

inline bool isComparison(Op O) { return O >= Op::Eq && O <= Op::Ge; }
inline bool isComparison(const Expr *E) {
  return E->kind() == ExprKind::Binary && isComparison(E->op());
}

/// `a O b` is the opposite of `a opposite(O) b`, but for floats.
inline Op opposite(Op O) {
  switch (O) {
  case Op::Eq:
    return Op::Ne;
  case Op::Ne:
    return Op::Eq;
  case Op::Lt:
    return Op::Ge;
  case Op::Le:
    return Op::Gt;
  case Op::Gt:
    return Op::Le;
  default:
    return Op::Lt;
  }
}

/// `a O b` is `b mirrored(O) a`.
inline Op mirrored(Op O) {
  switch (O) {
  case Op::Lt:
    return Op::Gt;
  case Op::Le:
    return Op::Ge;
  case Op::Gt:
    return Op::Lt;
  case Op::Ge:
    return Op::Le;
  default:
    return O;
  }
}

inline bool holds(Op O, SInt128 A, SInt128 B) {
  switch (O) {
  case Op::Eq:
    return A == B;
  case Op::Ne:
    return A != B;
  case Op::Lt:
    return A < B;
  case Op::Le:
    return A <= B;
  case Op::Gt:
    return A > B;
  default:
    return A >= B;
  }
}

} // namespace predabs::ir

#endif
