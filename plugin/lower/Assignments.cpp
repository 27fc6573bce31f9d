// Assignments, also those that compute something, `+=` and `++`; see
// FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

/// What a bit-field of that width holds after \p V is stored in it.
static Value inBitField(ir::Context &C, Value Place, Value V) {
  if (Place->kind() != ir::ExprKind::Field || !Place->field().isBitField())
    return V;
  const ir::Type *T = Place->type();
  const ir::Type *Narrow = C.intType(Place->field().BitWidth, T->isSigned());
  return C.cast(T, C.cast(Narrow, V));
}

Value FunctionLowering::assignment(const BinaryOperator *E, Want Wanted,
                                   Value *Where) {
  bool WantsValue = Wanted == Want::Value;
  const Expr *L = E->getLHS();
  if (L->getType()->isRecordType() ||
      (L->getType()->isAtomicType() && type(L->getType())->isRecord())) {
    // clang evaluates the left side of a struct's assignment first.
    Value Dest = place(L);
    if (Where || !isPure(E->getRHS()))
      Dest = stablePlace(Dest);
    if (Where)
      *Where = Dest;
    B.assign(Dest, rvalue(E->getRHS()));
    return WantsValue ? Dest : nullptr;
  }
  if (ir::isAggregate(type(L->getType()))) {
    // The right side may use the left: it is built apart unless it is a copy.
    Value Built = rvalue(E->getRHS());
    if (!isPure(L))
      Built = B.stable(Built);
    Value Dest = place(L);
    if (Where)
      *Where = Dest = stablePlace(Dest);
    B.assign(Dest, Built);
    return WantsValue ? Dest : nullptr;
  }
  Value R = rvalue(E->getRHS());
  if (!isPure(L))
    R = B.stable(R);
  Value Dest = place(L);
  if (Where)
    *Where = Dest = stablePlace(Dest);
  R = coerce(R, Dest->type());
  if (WantsValue)
    R = B.stable(inBitField(C, Dest, R));
  B.assign(Dest, R);
  return WantsValue ? R : nullptr;
}

Value FunctionLowering::compoundAssignment(const CompoundAssignOperator *E,
                                           Want Wanted, Value *Where) {
  bool WantsValue = Wanted == Want::Value;
  const Expr *L = E->getLHS();
  Value R = rvalue(E->getRHS());
  if (!isPure(L))
    R = B.stable(R);
  Value Dest = place(L);
  if (Where)
    *Where = Dest = stablePlace(Dest);
  if (!Dest->type()->isScalar() || !R->type()->isScalar()) {
    B.havoc(Dest, opaqueReason(L->getType()), {Dest, R});
    return WantsValue ? Dest : nullptr;
  }
  Value Old = read(Dest, L->getType());
  QualType LeftType = E->getComputationLHSType();
  Old = L->getType()->isBooleanType() ? C.cast(type(LeftType), Old)
                                      : coerce(Old, type(LeftType));
  bool Mixed = Old->type()->isFloat() != Dest->type()->isFloat();
  Value New = arithmetic(E->getOpcode(), Old, R, E->getComputationResultType(),
                         LeftType, E->getRHS()->getType());
  if (Mixed)
    B.note(Reason::FloatingPoint);
  New = Dest->type()->isBool() ? C.isTrue(New) : coerce(New, Dest->type());
  if (WantsValue)
    New = B.stable(inBitField(C, Dest, New));
  B.assign(Dest, New);
  return WantsValue ? New : nullptr;
}

Value FunctionLowering::incrementDecrement(const UnaryOperator *E, Want Wanted,
                                           Value *Where) {
  bool WantsValue = Wanted == Want::Value;
  const Expr *Sub = E->getSubExpr();
  QualType T = Sub->getType();
  if (const auto *A = T->getAs<AtomicType>())
    T = A->getValueType();
  Value Target = place(Sub);
  if (Where)
    *Where = Target = stablePlace(Target);
  if (ir::isAggregate(Target->type())) {
    B.havoc(Target, opaqueReason(T));
    return WantsValue ? Target : nullptr;
  }
  // The place is used twice: what it depends on must not change between.
  if (Target->kind() == ir::ExprKind::Deref)
    Target = C.deref(B.stable(Target->operand(0)));
  Value Old = read(Target, Sub->getType());
  bool Post = E->isPostfix();
  if (WantsValue && Post)
    Old = B.stable(Old);
  Value New;
  const ir::Type *Ty = Target->type();
  BinaryOperatorKind K = E->isIncrementOp() ? BO_Add : BO_Sub;
  if (Ty->isPointer()) {
    Value One = C.intConst(C.intType(32, true), 1);
    New = pointerAdd(Old, One, T->getPointeeType(), K);
  } else if (Ty->isFloat()) {
    B.note(Reason::FloatingPoint);
    Value One = C.cast(Ty, C.intConst(C.intType(32, true), 1));
    New = C.binary(K == BO_Add ? Op::Add : Op::Sub, Old, One);
    if (mayChangeRounding())
      New = B.arbitrary(Ty, Reason::FloatingPoint, {New});
  } else if (Ty->isBool()) {
    // ++ on bool gives true, -- flips.
    New = K == BO_Add ? C.boolConst(true) : C.notOf(Old);
  } else {
    // Narrow types are promoted, so that they wrap instead of overflowing.
    const ir::Type *Int = type(AST.IntTy);
    const ir::Type *Wide = Ty->width() < Int->width() ? Int : Ty;
    Value One = C.intConst(Wide, 1);
    New = C.binary(K == BO_Add ? Op::Add : Op::Sub, C.cast(Wide, Old), One);
    New = C.cast(Ty, New);
  }
  if (WantsValue && !Post)
    New = B.stable(inBitField(C, Target, New));
  B.assign(Target, New);
  return WantsValue ? (Post ? Old : New) : nullptr;
}

} // namespace predabs::lower
