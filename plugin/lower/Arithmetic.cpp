// Operators that compute with numbers and pointers; see FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

static bool isUsed(const ASTContext &AST, llvm::StringRef Name) {
  auto Id = AST.Idents.find(Name);
  if (Id == AST.Idents.end())
    return false;
  auto Found = AST.getTranslationUnitDecl()->lookup(Id->second);
  return llvm::any_of(Found, [](const NamedDecl *D) {
    return D->isReferenced() || D->isUsed();
  });
}

/// Whether the program may choose how numbers are rounded.
/// SOUND: everything else computes with the mode that a program begins with.
bool FunctionLowering::mayChangeRounding() const {
  return AST.getLangOpts().RoundingMath ||
         llvm::any_of(
             std::initializer_list<const char *>{"fesetround", "fesetenv",
                                                 "feupdateenv", "_mm_setcsr"},
             [&](const char *Name) { return isUsed(AST, Name); });
}

Value FunctionLowering::unaryOperator(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  const ir::Type *T = type(E->getType());
  switch (E->getOpcode()) {
  case UO_PostInc:
  case UO_PostDec:
  case UO_PreInc:
  case UO_PreDec:
    return incrementDecrement(E, Want::Value);
  case UO_AddrOf: {
    if (E->getType()->isMemberPointerType())
      return unknown(E, Reason::MemberPointer);
    return C.cast(T, C.addrOf(place(Sub)));
  }
  case UO_Deref:
    return read(place(E), E->getType());
  case UO_Plus:
    return coerce(rvalue(Sub), T);
  case UO_Minus: {
    Value V = rvalue(Sub);
    if (V->type()->isFloat())
      B.note(Reason::FloatingPoint);
    return C.unary(Op::Neg, V);
  }
  case UO_Not:
    return C.unary(Op::BitNot, rvalue(Sub));
  case UO_LNot: {
    Value V = rvalue(Sub);
    if (V->type()->isFloat())
      B.note(Reason::FloatingPoint);
    if (!V->type()->isScalar() || !T->isScalar())
      return B.arbitrary(T, opaqueReason(Sub->getType()), {V});
    return boolToInt(C.notOf(C.isTrue(V)), E->getType());
  }
  case UO_Real:
    if (!Sub->getType()->isAnyComplexType())
      return rvalue(Sub);
    return unknown(E, Reason::ComplexNumber);
  case UO_Imag:
    if (!Sub->getType()->isAnyComplexType()) {
      discard(Sub);
      return C.zero(T);
    }
    return unknown(E, Reason::ComplexNumber);
  case UO_Coawait:
    return unknown(E, Reason::Coroutine);
  case UO_Extension:
    return rvalue(Sub);
  }
  return unknown(E, Reason::Expression);
}

Value FunctionLowering::pointerAdd(Value P, Value Index, QualType Pointee,
                                   BinaryOperatorKind K) {
  if (K == BO_Sub || K == BO_SubAssign)
    Index = C.unary(Op::Neg, C.cast(C.diffType(), Index));
  if (!AST.getAsVariableArrayType(Pointee))
    return C.binary(Op::PtrAdd, P, Index);
  Value Bytes = C.binary(Op::Mul, C.cast(C.diffType(), Index),
                         C.cast(C.diffType(), bytesOf(Pointee)));
  Value Address = C.cast(C.pointerType(C.intType(8, true)), P);
  return C.cast(P->type(), C.binary(Op::PtrAdd, Address, Bytes));
}

Value FunctionLowering::pointerDifference(Value L, Value R, QualType Pointee,
                                          const ir::Type *T) {
  R = coerce(R, L->type());
  if (!AST.getAsVariableArrayType(Pointee))
    return C.cast(T, C.binary(Op::PtrDiff, L, R));
  const ir::Type *Bytes = C.pointerType(C.intType(8, true));
  Value Diff = C.binary(Op::PtrDiff, C.cast(Bytes, L), C.cast(Bytes, R));
  return C.cast(
      T, C.binary(Op::Div, Diff, C.cast(Diff->type(), bytesOf(Pointee))));
}

static std::optional<Op> arithmeticOp(BinaryOperatorKind K) {
  switch (K) {
  case BO_Mul:
  case BO_MulAssign:
    return Op::Mul;
  case BO_Div:
  case BO_DivAssign:
    return Op::Div;
  case BO_Rem:
  case BO_RemAssign:
    return Op::Rem;
  case BO_Add:
  case BO_AddAssign:
    return Op::Add;
  case BO_Sub:
  case BO_SubAssign:
    return Op::Sub;
  case BO_Shl:
  case BO_ShlAssign:
    return Op::Shl;
  case BO_Shr:
  case BO_ShrAssign:
    return Op::Shr;
  case BO_And:
  case BO_AndAssign:
    return Op::And;
  case BO_Xor:
  case BO_XorAssign:
    return Op::Xor;
  case BO_Or:
  case BO_OrAssign:
    return Op::Or;
  case BO_EQ:
    return Op::Eq;
  case BO_NE:
    return Op::Ne;
  case BO_LT:
    return Op::Lt;
  case BO_LE:
    return Op::Le;
  case BO_GT:
    return Op::Gt;
  case BO_GE:
    return Op::Ge;
  default:
    return std::nullopt;
  }
}

Value FunctionLowering::comparison(BinaryOperatorKind K, Value L, Value R,
                                   const ir::Type *T) {
  if (L->type()->isFloat())
    B.note(Reason::FloatingPoint);
  return C.cast(T, C.binary(*arithmeticOp(K), L, coerce(R, L->type())));
}

Value FunctionLowering::arithmetic(BinaryOperatorKind K, Value L, Value R,
                                   QualType Type, QualType LeftType,
                                   QualType RightType) {
  const ir::Type *T = type(Type);
  if (!L->type()->isScalar() || !R->type()->isScalar() || !T->isScalar())
    return B.arbitrary(
        T, opaqueReason(L->type()->isScalar() ? RightType : LeftType), {L, R});
  bool Additive =
      K == BO_Add || K == BO_Sub || K == BO_AddAssign || K == BO_SubAssign;
  if (L->type()->isPointer() && R->type()->isPointer() && Additive)
    return pointerDifference(L, R, LeftType->getPointeeType(), T);
  if (L->type()->isPointer() && Additive)
    return pointerAdd(L, R, LeftType->getPointeeType(), K);
  if (R->type()->isPointer() && Additive)
    return pointerAdd(R, L, RightType->getPointeeType(), K);
  Op O = *arithmeticOp(K);
  if (T->isFloat()) {
    B.note(Reason::FloatingPoint);
    if (mayChangeRounding())
      return B.arbitrary(T, Reason::FloatingPoint, {L, R});
  }
  if (O == Op::Shl || O == Op::Shr)
    return C.binary(O, coerce(L, T), R);
  return C.binary(O, coerce(L, T), coerce(R, T));
}

Value FunctionLowering::binaryOperator(const BinaryOperator *E) {
  BinaryOperatorKind K = E->getOpcode();
  if (K == BO_Assign)
    return assignment(E, Want::Value);
  if (K == BO_LAnd || K == BO_LOr)
    return logical(E);
  if (K == BO_Comma) {
    if (isNondet(E)) {
      setLoc(E->getExprLoc());
      return B.arbitrary(type(E->getType()), Reason::Nondeterministic);
    }
    discard(E->getLHS());
    return rvalue(E->getRHS());
  }
  if (K == BO_PtrMemD || K == BO_PtrMemI || K == BO_Cmp)
    return unknown(E, E->isPtrMemOp() ? Reason::MemberPointer
                                      : Reason::Expression);
  if (Value Class = characterClass(E))
    return Class;
  Value L = rvalue(E->getLHS());
  if (!isPure(E->getRHS()))
    L = B.stable(L);
  Value R = rvalue(E->getRHS());
  if (!L->type()->isScalar() || !R->type()->isScalar())
    return B.arbitrary(type(E->getType()),
                       opaqueReason(E->getLHS()->getType()));
  if (E->isComparisonOp())
    return comparison(K, L, R, type(E->getType()));
  return arithmetic(K, L, R, E->getType(), E->getLHS()->getType(),
                    E->getRHS()->getType());
}

/// `<=>` of numbers and pointers: an object of a class with one number.
void FunctionLowering::threeWay(const BinaryOperator *E, Value Dest) {
  const ComparisonCategoryInfo *Info =
      AST.CompCategories.lookupInfoForType(E->getType());
  const auto &Fields = Dest->type()->fields();
  if (!Info || Fields.size() != 1 || !Fields[0].Ty->isInt() ||
      !type(E->getLHS()->getType())->isScalar())
    return copyUnknown(E, Dest, Reason::Expression);
  Value L = rvalue(E->getLHS());
  if (!isPure(E->getRHS()))
    L = B.stable(L);
  Value R = coerce(rvalue(E->getRHS()), L->type());
  if (L->type()->isFloat())
    B.note(Reason::FloatingPoint);
  auto Constant = [&](const ComparisonCategoryInfo::ValueInfo *V) {
    return ML.constantInt(V->getIntValue(), Fields[0].Ty);
  };
  Value Result = Constant(Info->getGreater());
  if (Info->isPartial())
    Result =
        C.cond(C.binary(Op::Gt, L, R), Result, Constant(Info->getUnordered()));
  Result =
      C.cond(C.binary(Op::Eq, L, R), Constant(Info->getEqualOrEquiv()), Result);
  Result = C.cond(C.binary(Op::Lt, L, R), Constant(Info->getLess()), Result);
  B.assign(C.field(Dest, 0), Result);
}

} // namespace predabs::lower
