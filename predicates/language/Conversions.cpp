// See Conversions.h.

#include "predicates/language/Conversions.h"

namespace predabs {

NumberType numberType(const ir::Type *T) {
  return {T->isFloat(), T->isFloat() || T->isSigned(), T->width()};
}

NumberType valueType(const ir::Expr *E) {
  NumberType T = numberType(E->type());
  if (E->kind() == ir::ExprKind::Field && E->field().isBitField())
    T.Width = E->field().BitWidth;
  return T;
}

/// Of a width that has a type of its own in C: a _BitInt is not promoted.
static bool isNarrow(unsigned Width) {
  return Width == 1 || Width == 8 || Width == 16;
}

static NumberType promotedBitField(const ir::Field &F) {
  NumberType T = numberType(F.Ty);
  if (F.BitWidth > IntNumber.Width)
    return T;
  bool KeepsSign = F.BitWidth == IntNumber.Width;
  return {false, KeepsSign ? T.IsSigned : true, IntNumber.Width};
}

NumberType promoted(const ir::Expr *E) {
  if (E->kind() == ir::ExprKind::Field && E->field().isBitField())
    return promotedBitField(E->field());
  NumberType T = numberType(E->type());
  return !T.IsFloat && isNarrow(T.Width) ? IntNumber : T;
}

NumberType commonType(NumberType A, NumberType B) {
  if (A.IsFloat != B.IsFloat)
    return A.IsFloat ? A : B;
  if (A.Width != B.Width)
    return A.Width > B.Width ? A : B;
  return A.IsSigned ? B : A;
}

bool keepsValue(NumberType From, NumberType To) {
  if (To.IsFloat)
    return !From.IsFloat || From.Width <= To.Width;
  if (From.IsFloat)
    return false;
  if (From.IsSigned == To.IsSigned)
    return From.Width <= To.Width;
  return To.IsSigned && From.Width < To.Width;
}

} // namespace predabs
