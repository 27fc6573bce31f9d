// Values of casts, those that are written and those that the language makes;
// see FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

Value FunctionLowering::coerce(Value V, const ir::Type *To) {
  if (V->type() == To || !V->type()->isScalar() || !To->isScalar())
    return V;
  return C.cast(To, V);
}

Value FunctionLowering::boolToInt(Value Bool, QualType T) {
  return C.cast(type(T), Bool);
}

/// What \p E, the name of a global constant, always holds; null if that is
/// not known here.
Value FunctionLowering::constantValue(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(skipWrappers(E));
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  QualType T = V ? V->getType() : QualType();
  if (!V || !V->hasGlobalStorage() || !T.isConstQualified() ||
      T.isVolatileQualified() || !T->isIntegralOrEnumerationType())
    return nullptr;
  // SOUND: the linker may put another definition in place of a weak one.
  const VarDecl *Def = nullptr;
  if (!V->getAnyInitializer(Def) || Def->isWeak() || Def->isInvalidDecl())
    return nullptr;
  const APValue *Known = Def->evaluateValue();
  return Known ? ML.constant(*Known, T) : nullptr;
}

/// Of numbers and pointers, whose bits stay or are cut off or extended.
Value FunctionLowering::bitCast(const Expr *Sub, const ir::Type *T) {
  Value V = rvalue(Sub);
  if (V->type()->isScalar() && T->isScalar() && !V->type()->isFloat() &&
      !T->isFloat())
    return C.cast(T, V);
  B.note(opaqueReason(Sub->getType()));
  return B.arbitrary(T, opaqueReason(Sub->getType()), {V});
}

Value FunctionLowering::floatCast(const Expr *Sub, const ir::Type *T) {
  Value V = rvalue(Sub);
  B.note(Reason::FloatingPoint);
  if (T->isFloat() && mayChangeRounding())
    return B.arbitrary(T, Reason::FloatingPoint, {V});
  return C.cast(T, V);
}

/// From a class to its base, or back.
Value FunctionLowering::classPointerCast(const CastExpr *E) {
  const ir::Type *T = type(E->getType());
  Value P = rvalue(E->getSubExpr());
  Value Object = E->getCastKind() == CK_BaseToDerived
                     ? derivedPlace(C.deref(P), E)
                     : basePlace(C.deref(P), E);
  if (E->getCastKind() == CK_UncheckedDerivedToBase)
    return C.cast(T, C.addrOf(Object));
  // SOUND: a null pointer stays null, also where the base has an offset.
  Value IsNull = C.binary(Op::Eq, P, C.zero(P->type()));
  return C.cond(IsNull, C.zero(T), C.cast(T, C.addrOf(Object)));
}

Value FunctionLowering::castExpr(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  const ir::Type *T = type(E->getType());
  evaluateSizes(E->getType());
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    if (Value V = constantValue(Sub))
      return V;
    return placeValue(Sub);
  case CK_NoOp:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_AddressSpaceConversion: {
    Value V = rvalue(Sub);
    return V ? coerce(V, T) : V;
  }
  case CK_BitCast:
  case CK_IntegralToPointer:
  case CK_PointerToIntegral:
  case CK_IntegralCast:
  case CK_CPointerToObjCPointerCast:
  case CK_BlockPointerToObjCPointerCast:
  case CK_AnyPointerToBlockPointerCast:
    return bitCast(Sub, T);
  case CK_ReinterpretMemberPointer:
  case CK_NullToMemberPointer:
  case CK_BaseToDerivedMemberPointer:
  case CK_DerivedToBaseMemberPointer:
  case CK_MemberPointerToBoolean:
    return unknown(E, Reason::MemberPointer);
  case CK_BooleanToSignedIntegral:
    return C.cast(T, C.cast(C.intType(1, true), rvalue(Sub)));
  case CK_PointerToBoolean:
  case CK_IntegralToBoolean:
    return C.cast(T, C.isTrue(rvalue(Sub)));
  case CK_FloatingToBoolean: {
    Value V = rvalue(Sub);
    B.note(Reason::FloatingPoint);
    return C.cast(T, C.isTrue(V));
  }
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast:
    return floatCast(Sub, T);
  case CK_ArrayToPointerDecay:
    return C.cast(T, decay(Sub));
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return C.cast(T, C.addrOf(place(Sub)));
  case CK_NullToPointer:
    if (!isPure(Sub))
      discard(Sub);
    return C.zero(T);
  case CK_ToVoid:
    discard(Sub);
    return nullptr;
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
    return classPointerCast(E);
  case CK_Dynamic:
    return unknown(E, Reason::Rtti);
  case CK_LValueToRValueBitCast:
    return C.deref(C.cast(C.pointerType(T), C.addrOf(place(Sub))));
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexToBoolean:
  case CK_IntegralComplexToReal:
  case CK_IntegralComplexToBoolean:
    return unknown(E, Reason::ComplexNumber);
  case CK_VectorSplat:
    return unknown(E, Reason::Vector);
  default:
    return unknown(E, Reason::Conversion);
  }
}

} // namespace predabs::lower
