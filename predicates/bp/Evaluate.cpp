// Possible values, see Evaluate.h.

#include "predicates/bp/Evaluate.h"

#include <cassert>

namespace predabs::bp {

namespace {

PossibleValues only(bool Value) { return {Value, !Value}; }

PossibleValues conj(PossibleValues A, PossibleValues B) {
  return {A.True && B.True, A.False || B.False};
}

PossibleValues negate(PossibleValues A) { return {A.False, A.True}; }

PossibleValues disj(PossibleValues A, PossibleValues B) {
  return negate(conj(negate(A), negate(B)));
}

PossibleValues equiv(PossibleValues A, PossibleValues B) {
  return {(A.True && B.True) || (A.False && B.False),
          (A.True && B.False) || (A.False && B.True)};
}

PossibleValues cond(PossibleValues C, PossibleValues A, PossibleValues B) {
  return {(C.True && A.True) || (C.False && B.True),
          (C.True && A.False) || (C.False && B.False)};
}

bool valueOf(const Variable *V, const Values &Globals, const Values &Locals) {
  return V->isGlobal() ? Globals[V->Index] : Locals[V->Index];
}

PossibleValues apply(const Expr *E, PossibleValues A, PossibleValues B,
                     PossibleValues C, const EvalState &S) {
  switch (E->Kind) {
  case ExprKind::False:
  case ExprKind::True:
    return only(E->Kind == ExprKind::True);
  case ExprKind::Star:
    return {true, true};
  case ExprKind::Var:
    return only(valueOf(E->V, S.Globals, S.Locals));
  case ExprKind::Next:
    assert(S.NextGlobals && S.NextLocals && "no state after this statement");
    return only(valueOf(E->V, *S.NextGlobals, *S.NextLocals));
  case ExprKind::Not:
    return negate(A);
  case ExprKind::And:
    return conj(A, B);
  case ExprKind::Or:
    return disj(A, B);
  case ExprKind::Xor:
    return negate(equiv(A, B));
  case ExprKind::Implies:
    return disj(negate(A), B);
  case ExprKind::Equiv:
    return equiv(A, B);
  case ExprKind::Cond:
    return cond(A, B, C);
  case ExprKind::Choose:
    return {A.True || (A.False && B.False), A.False};
  }
  return {};
}

} // namespace

PossibleValues evaluate(const Expr *E, const EvalState &S) {
  if (arity(E->Kind) == 0)
    return apply(E, {}, {}, {}, S);
  std::unordered_map<const Expr *, PossibleValues> Known;
  auto Of = [&Known](const Expr *Op) {
    return Op ? Known.at(Op) : PossibleValues();
  };
  for (const Expr *T : termsOf(E))
    Known.emplace(T, apply(T, Of(T->Op[0]), Of(T->Op[1]), Of(T->Op[2]), S));
  return Known.at(E);
}

} // namespace predabs::bp
