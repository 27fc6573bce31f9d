// Values of scalar expressions, see FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

#include "clang/AST/ExprConcepts.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

const Expr *FunctionLowering::skipWrappers(const Expr *E) {
  while (true) {
    if (const auto *P = dyn_cast<ParenExpr>(E))
      E = P->getSubExpr();
    else if (const auto *P = dyn_cast<ConstantExpr>(E))
      E = P->getSubExpr();
    else if (const auto *P = dyn_cast<GenericSelectionExpr>(E))
      E = P->getResultExpr();
    else if (const auto *P = dyn_cast<ChooseExpr>(E))
      E = P->getChosenSubExpr();
    else if (const auto *P = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = P->getReplacement();
    else if (const auto *P = dyn_cast<CXXDefaultArgExpr>(E))
      E = P->getExpr();
    else if (const auto *P = dyn_cast<CXXDefaultInitExpr>(E))
      E = P->getExpr();
    else if (const auto *P = dyn_cast<CXXRewrittenBinaryOperator>(E))
      E = P->getSemanticForm();
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && U->getOpcode() == UO_Extension)
      E = U->getSubExpr();
    else
      return E;
  }
}

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
static bool mayChangeRounding(const ASTContext &AST) {
  return AST.getLangOpts().RoundingMath ||
         llvm::any_of(
             std::initializer_list<const char *>{"fesetround", "fesetenv",
                                                 "feupdateenv", "_mm_setcsr"},
             [&](const char *Name) { return isUsed(AST, Name); });
}

/// Whether lowering \p E emits no statement, so that it can be part of an
/// expression that is evaluated only sometimes. A list of what is known to be
/// pure, not of what is not.
bool FunctionLowering::isPure(const Expr *E) const {
  E = skipWrappers(E);
  if (E->getType().isVolatileQualified() || E->getType()->isAtomicType() ||
      E->getType()->isAnyComplexType() || E->getType()->isVectorType() ||
      E->getType()->isMemberPointerType())
    return false;
  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::CXXThisExprClass:
  case Stmt::AddrLabelExprClass:
  case Stmt::OpaqueValueExprClass:
    return true;
  case Stmt::DeclRefExprClass:
    return !usesThreadLocal(cast<DeclRefExpr>(E)->getDecl());
  case Stmt::OffsetOfExprClass:
    return llvm::all_of(cast<OffsetOfExpr>(E)->children(),
                        [&](const Stmt *S) { return isPure(cast<Expr>(S)); });
  case Stmt::UnaryExprOrTypeTraitExprClass:
    return !request(E) && !cast<UnaryExprOrTypeTraitExpr>(E)
                               ->getTypeOfArgument()
                               ->isVariablyModifiedType();
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXFunctionalCastExprClass: {
    const auto *Cast = cast<CastExpr>(E);
    CastKind K = Cast->getCastKind();
    return K != CK_UserDefinedConversion && K != CK_ConstructorConversion &&
           K != CK_Dynamic && K != CK_ToUnion && K != CK_ToVoid &&
           !E->getType()->isVariablyModifiedType() &&
           !(K == CK_DerivedToBase || K == CK_UncheckedDerivedToBase ||
             K == CK_BaseToDerived) &&
           !E->getType()->isRecordType() && isPure(Cast->getSubExpr());
  }
  case Stmt::UnaryOperatorClass: {
    const auto *U = cast<UnaryOperator>(E);
    return !U->isIncrementDecrementOp() && U->getOpcode() != UO_Coawait &&
           isPure(U->getSubExpr());
  }
  case Stmt::BinaryOperatorClass: {
    const auto *O = cast<BinaryOperator>(E);
    return !O->isAssignmentOp() && O->getOpcode() != BO_Comma &&
           !O->isPtrMemOp() && isPure(O->getLHS()) && isPure(O->getRHS());
  }
  case Stmt::ConditionalOperatorClass: {
    const auto *O = cast<ConditionalOperator>(E);
    return E->getType()->isScalarType() && !E->isGLValue() &&
           isPure(O->getCond()) && isPure(O->getTrueExpr()) &&
           isPure(O->getFalseExpr());
  }
  case Stmt::ArraySubscriptExprClass: {
    const auto *S = cast<ArraySubscriptExpr>(E);
    return isPure(S->getBase()) && isPure(S->getIdx());
  }
  case Stmt::MemberExprClass: {
    const auto *Member = cast<MemberExpr>(E);
    return isa<FieldDecl>(Member->getMemberDecl()) &&
           (Member->isArrow() || Member->getBase()->isGLValue()) &&
           isPure(Member->getBase());
  }
  default:
    return false;
  }
}

Value FunctionLowering::evaluated(const Expr *E) {
  Expr::EvalResult Result;
  if (!E->EvaluateAsRValue(Result, AST) || Result.HasSideEffects)
    return nullptr;
  return ML.constant(Result.Val, E->getType());
}

Value FunctionLowering::coerce(Value V, const ir::Type *To) {
  if (V->type() == To || !V->type()->isScalar() || !To->isScalar())
    return V;
  return C.cast(To, V);
}

Value FunctionLowering::boolToInt(Value Bool, QualType T) {
  return C.cast(type(T), Bool);
}

Value FunctionLowering::rvalue(const Expr *E) {
  // What the compiler has computed need not be computed again.
  if (const auto *Known = dyn_cast<ConstantExpr>(E->IgnoreParens());
      Known && Known->hasAPValueResult() && !E->isGLValue())
    if (Value V = ML.constant(Known->getAPValueResult(), E->getType()))
      return V;
  InDefault Scope(*this, E);
  E = skipWrappers(E);
  if (const auto *Full = dyn_cast<ExprWithCleanups>(E)) {
    CleanupId Depth = TopCleanup;
    Value V = rvalue(Full->getSubExpr());
    if (TopCleanup != Depth) {
      if (V)
        V = B.stable(V);
      popCleanups(Depth);
    }
    return V;
  }
  return rvalueNoWrapper(E);
}

Value FunctionLowering::rvalueNoWrapper(const Expr *E) {
  const ir::Type *T = type(E->getType());
  if (ir::isAggregate(T)) {
    // An opaque value (complex, vector) is built in a temporary, and so is
    // an object that nobody wants.
    bool Dies = hasDestructor(E->getType()) && !E->isGLValue();
    Value Result = Dies ? B.local("tmp", T, ir::Storage::Local) : B.temp(T);
    aggregate(E, Result);
    if (Dies)
      pushTemporaryDestructor(Result, E->getType());
    return Result;
  }
  if (E->isGLValue() && !T->isVoid())
    return read(place(E), E->getType());
  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass: {
    const auto *L = cast<IntegerLiteral>(E);
    return ML.constantInt(
        llvm::APSInt(L->getValue(), !E->getType()->isSignedIntegerType()), T);
  }
  case Stmt::CharacterLiteralClass:
    return C.intConst(T, cast<CharacterLiteral>(E)->getValue());
  case Stmt::CXXBoolLiteralExprClass:
    return C.intConst(T, cast<CXXBoolLiteralExpr>(E)->getValue());
  case Stmt::FloatingLiteralClass:
    return ML.constantFloat(cast<FloatingLiteral>(E)->getValue(), T);
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return T->isVoid() ? nullptr : C.zero(T);
  case Stmt::UnaryExprOrTypeTraitExprClass:
    return sizeOf(cast<UnaryExprOrTypeTraitExpr>(E));
  case Stmt::OffsetOfExprClass:
    return offsetOf(cast<OffsetOfExpr>(E));
  case Stmt::TypeTraitExprClass:
  case Stmt::ArrayTypeTraitExprClass:
  case Stmt::ExpressionTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::RequiresExprClass:
    if (Value V = evaluated(E))
      return V;
    return unknown(E, Reason::Expression);
  case Stmt::SourceLocExprClass:
    return sourceLocation(cast<SourceLocExpr>(E));
  case Stmt::DeclRefExprClass: {
    const ValueDecl *D = cast<DeclRefExpr>(E)->getDecl();
    if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D))
      return ML.constantInt(Enumerator->getInitVal(), T);
    return unknown(E, Reason::Expression);
  }
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXAddrspaceCastExprClass:
  case Stmt::BuiltinBitCastExprClass:
    return castExpr(cast<CastExpr>(E));
  case Stmt::UnaryOperatorClass:
    return unaryOperator(cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
    return binaryOperator(cast<BinaryOperator>(E));
  case Stmt::CompoundAssignOperatorClass:
    return compoundAssignment(cast<CompoundAssignOperator>(E), Want::Value);
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return conditional(cast<AbstractConditionalOperator>(E));
  case Stmt::OpaqueValueExprClass: {
    const auto *O = cast<OpaqueValueExpr>(E);
    if (Value Known = OpaqueValues.lookup(O))
      return Known;
    if (O->getSourceExpr())
      return rvalue(O->getSourceExpr());
    return unknown(E, Reason::Expression);
  }
  case Stmt::StmtExprClass:
    return statementExpr(cast<StmtExpr>(E), nullptr);
  case Stmt::AddrLabelExprClass:
    return C.cast(T, labelAddress(cast<AddrLabelExpr>(E)->getLabel()));
  case Stmt::AtomicExprClass:
    return atomicExpr(cast<AtomicExpr>(E), nullptr);
  case Stmt::VAArgExprClass: {
    const auto *V = cast<VAArgExpr>(E);
    Value List = V->getSubExpr()->isGLValue() ? place(V->getSubExpr())
                                              : rvalue(V->getSubExpr());
    B.note(Reason::VarArg);
    if (List->isPlace() && List->type()->isScalar())
      B.havoc(List, Reason::VarArg);
    return T->isVoid() ? nullptr : B.arbitrary(T, Reason::VarArg);
  }
  case Stmt::InitListExprClass: {
    const auto *L = cast<InitListExpr>(E);
    return L->getNumInits() == 0 ? C.zero(T) : rvalue(L->getInit(0));
  }
  case Stmt::MemberExprClass:
    // In C a member of a value that is no lvalue.
    if (isa<FieldDecl>(cast<MemberExpr>(E)->getMemberDecl()))
      return read(memberPlace(cast<MemberExpr>(E)), E->getType());
    if (const auto *Enumerator =
            dyn_cast<EnumConstantDecl>(cast<MemberExpr>(E)->getMemberDecl())) {
      discard(cast<MemberExpr>(E)->getBase());
      return ML.constantInt(Enumerator->getInitVal(), T);
    }
    return unknown(E, Reason::Expression);
  case Stmt::ArraySubscriptExprClass:
    return read(subscript(cast<ArraySubscriptExpr>(E)), E->getType());
  case Stmt::CallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return call(cast<CallExpr>(E), nullptr);
  case Stmt::CXXMemberCallExprClass:
    return memberCall(cast<CXXMemberCallExpr>(E), nullptr);
  case Stmt::CXXOperatorCallExprClass:
    return operatorCall(cast<CXXOperatorCallExpr>(E), nullptr);
  case Stmt::CXXThisExprClass:
    return thisPointer(cast<CXXThisExpr>(E));
  case Stmt::CXXNewExprClass:
    return newExpr(cast<CXXNewExpr>(E));
  case Stmt::CXXDeleteExprClass:
    deleteExpr(cast<CXXDeleteExpr>(E));
    return nullptr;
  case Stmt::CXXThrowExprClass:
    throwExpr(cast<CXXThrowExpr>(E));
    return nullptr;
  case Stmt::CXXBindTemporaryExprClass:
    return rvalue(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return read(place(E), E->getType());
  case Stmt::PseudoObjectExprClass: {
    if (const Expr *Result = cast<PseudoObjectExpr>(E)->getResultExpr())
      return rvalue(Result);
    return unknown(E, Reason::Expression);
  }
  case Stmt::ArrayInitIndexExprClass:
    return ArrayInitIndex ? C.cast(T, ArrayInitIndex)
                          : unknown(E, Reason::Expression);
  case Stmt::CXXTypeidExprClass:
    return unknown(E, Reason::Rtti);
  case Stmt::CoawaitExprClass:
  case Stmt::CoyieldExprClass:
    awaitExpr(cast<CoroutineSuspendExpr>(E));
    return rvalue(cast<CoroutineSuspendExpr>(E)->getResumeExpr());
  case Stmt::BlockExprClass:
    return blockLiteral(cast<BlockExpr>(E));
  default:
    return unknown(E, Reason::Expression);
  }
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
  case CK_AnyPointerToBlockPointerCast: {
    Value V = rvalue(Sub);
    if (!V->type()->isScalar() || !T->isScalar() || V->type()->isFloat() ||
        T->isFloat()) {
      B.note(opaqueReason(Sub->getType()));
      return B.arbitrary(T, opaqueReason(Sub->getType()), {V});
    }
    return C.cast(T, V);
  }
  case CK_ReinterpretMemberPointer:
  case CK_NullToMemberPointer:
  case CK_BaseToDerivedMemberPointer:
  case CK_DerivedToBaseMemberPointer:
    return unknown(E, Reason::MemberPointer);
  case CK_MemberPointerToBoolean:
    return unknown(E, Reason::MemberPointer);
  case CK_BooleanToSignedIntegral:
    return C.cast(T, C.cast(C.intType(1, true), rvalue(Sub)));
  case CK_PointerToBoolean:
  case CK_IntegralToBoolean: {
    Value V = C.isTrue(rvalue(Sub));
    return C.cast(T, V);
  }
  case CK_FloatingToBoolean: {
    Value V = rvalue(Sub);
    B.note(Reason::FloatingPoint);
    return C.cast(T, C.isTrue(V));
  }
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast: {
    Value V = rvalue(Sub);
    B.note(Reason::FloatingPoint);
    if (T->isFloat() && mayChangeRounding(AST))
      return B.arbitrary(T, Reason::FloatingPoint, {V});
    return C.cast(T, V);
  }
  case CK_ArrayToPointerDecay:
    return C.cast(T, decay(Sub));
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr: {
    Value Target = place(Sub);
    return C.cast(T, C.addrOf(Target));
  }
  case CK_NullToPointer:
    if (!isPure(Sub))
      discard(Sub);
    return C.zero(T);
  case CK_ToVoid:
    discard(Sub);
    return nullptr;
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived: {
    Value P = rvalue(Sub);
    if (E->getCastKind() == CK_UncheckedDerivedToBase)
      return C.cast(T, C.addrOf(basePlace(C.deref(P), E)));
    Value Object = E->getCastKind() == CK_BaseToDerived
                       ? derivedPlace(C.deref(P), E)
                       : basePlace(C.deref(P), E);
    // SOUND: a null pointer stays null, also where the base has an offset.
    Value IsNull = C.binary(Op::Eq, P, C.zero(P->type()));
    return C.cond(IsNull, C.zero(T), C.cast(T, C.addrOf(Object)));
  }
  case CK_Dynamic:
    return unknown(E, Reason::Rtti);
  case CK_LValueToRValueBitCast: {
    Value From = place(Sub);
    return C.deref(C.cast(C.pointerType(T), C.addrOf(From)));
  }
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

Value FunctionLowering::sizeOf(const UnaryExprOrTypeTraitExpr *E) {
  if (const CallExpr *Request = request(E))
    serve(Request);
  QualType Arg = E->getTypeOfArgument();
  if (E->getKind() == UETT_SizeOf && AST.getAsVariableArrayType(Arg)) {
    if (E->isArgumentType())
      evaluateSizes(Arg);
    else
      discard(E->getArgumentExpr());
    return coerce(bytesOf(Arg), type(E->getType()));
  }
  if (Value V = evaluated(E))
    return V;
  return unknown(E, Reason::Expression);
}

/// GNU C takes subscripts that are not constant: &((T *)0)->member[i].
Value FunctionLowering::offsetOf(const OffsetOfExpr *E) {
  if (Value V = evaluated(E))
    return V;
  const ir::Type *Record = type(E->getTypeSourceInfo()->getType());
  Value Place = C.deref(C.zero(C.pointerType(Record)));
  for (unsigned I = 0; I < E->getNumComponents(); ++I) {
    const OffsetOfNode &Step = E->getComponent(I);
    if (Step.getKind() == OffsetOfNode::Field) {
      Place = fieldPlace(Place, Step.getField());
    } else if (Step.getKind() == OffsetOfNode::Array) {
      Value Index = rvalue(E->getIndexExpr(Step.getArrayExprIndex()));
      Place = C.index(Place, isPure(E) ? Index : B.stable(Index));
    } else {
      return unknown(E, Reason::Expression);
    }
  }
  return C.cast(type(E->getType()), C.addrOf(Place));
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
    if (mayChangeRounding(AST))
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
  if (WantsValue && !Post) {
    if (Target->kind() == ir::ExprKind::Field && Target->field().isBitField())
      New = C.cast(
          Ty, C.cast(C.intType(Target->field().BitWidth, Ty->isSigned()), New));
    New = B.stable(New);
  }
  B.assign(Target, New);
  return WantsValue ? (Post ? Old : New) : nullptr;
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
    if (mayChangeRounding(AST))
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

Value FunctionLowering::logical(const BinaryOperator *E) {
  bool IsAnd = E->getOpcode() == BO_LAnd;
  const ir::Type *T = type(E->getType());
  if (!T->isScalar())
    return unknown(E, opaqueReason(E->getType()));
  if (isPure(E->getRHS())) {
    Value L = C.isTrue(rvalue(E->getLHS()));
    Value R = C.isTrue(rvalue(E->getRHS()));
    return C.cast(T, C.binary(IsAnd ? Op::LAnd : Op::LOr, L, R));
  }
  Value Result = B.temp(C.boolType());
  ir::BlockId True = B.newBlock("true"), False = B.newBlock("false"),
              Join = B.newBlock("join");
  ++ConditionalDepth;
  branch(E, True, False);
  --ConditionalDepth;
  B.start(True);
  B.assign(Result, C.boolConst(true));
  B.jump(Join);
  B.start(False);
  B.assign(Result, C.boolConst(false));
  B.jump(Join);
  B.start(Join);
  return C.cast(T, Result);
}

Value FunctionLowering::conditional(const AbstractConditionalOperator *E) {
  const ir::Type *T = type(E->getType());
  const auto *Plain = dyn_cast<ConditionalOperator>(E);
  if (Plain && T->isScalar() && isPure(E->getTrueExpr()) &&
      isPure(E->getFalseExpr()) && !E->getCond()->getType()->isVectorType()) {
    Value Cond = C.isTrue(rvalue(E->getCond()));
    Value True = rvalue(E->getTrueExpr());
    Value False = rvalue(E->getFalseExpr());
    return C.cond(Cond, coerce(True, T), coerce(False, T));
  }
  return conditionalBlocks(E);
}

void FunctionLowering::eachArm(const AbstractConditionalOperator *E,
                               const std::function<void(const Expr *)> &Arm) {
  ir::BlockId True = B.newBlock("true"), False = B.newBlock("false"),
              Join = B.newBlock("join");
  branch(E->getCond(), True, False);
  ++ConditionalDepth;
  for (auto [Block, Chosen] : {std::pair(True, E->getTrueExpr()),
                               std::pair(False, E->getFalseExpr())}) {
    B.start(Block);
    if (skipWrappers(Chosen)->getType()->isVoidType())
      discard(Chosen); // a throw, if the other arm has a value
    else
      Arm(Chosen);
    B.jump(Join);
  }
  --ConditionalDepth;
  B.start(Join);
}

Value FunctionLowering::conditionalBlocks(
    const AbstractConditionalOperator *E) {
  const ir::Type *T = type(E->getType());
  Value Result = T->isVoid() ? nullptr : B.temp(T);
  if (const auto *Binary = dyn_cast<BinaryConditionalOperator>(E))
    OpaqueValues[Binary->getOpaqueValue()] =
        B.stable(rvalue(Binary->getCommon()));
  eachArm(E, [&](const Expr *Arm) {
    if (Result)
      B.assign(Result, coerce(rvalue(Arm), T));
    else
      discard(Arm);
  });
  return Result;
}

Value FunctionLowering::statementExpr(const StmtExpr *E, Value Dest) {
  const CompoundStmt *Body = E->getSubStmt();
  const ir::Type *T = type(E->getType());
  CleanupId Depth = TopCleanup;
  const Stmt *Final = T->isVoid() ? nullptr : Body->getStmtExprResult();
  for (const Stmt *S : Body->body())
    if (S != Final)
      stmt(S);
  while (Final && !isa<Expr>(Final)) {
    if (const auto *Label = dyn_cast<LabelStmt>(Final)) {
      labelStmt(Label->getDecl(), nullptr);
      Final = Label->getSubStmt();
    } else if (const auto *Attributed = dyn_cast<AttributedStmt>(Final)) {
      Final = Attributed->getSubStmt();
    } else {
      Final = nullptr;
    }
  }
  const auto *Last = cast_or_null<Expr>(Final);
  Value Result = nullptr;
  if (Last && ir::isAggregate(T)) {
    Result = Dest ? Dest : B.temp(T);
    aggregate(Last, Result);
  } else if (Last) {
    Result = B.stable(rvalue(Last));
  } else if (!T->isVoid()) {
    Result = B.arbitrary(T, Reason::Expression);
    if (Dest)
      B.assign(Dest, Result);
  }
  popCleanups(Depth);
  return Result;
}

void FunctionLowering::discard(const Expr *E) {
  E = skipWrappers(E);
  if (const auto *Full = dyn_cast<ExprWithCleanups>(E)) {
    CleanupId Depth = TopCleanup;
    discard(Full->getSubExpr());
    return popCleanups(Depth);
  }
  if (isPure(E))
    return;
  if (const auto *O = dyn_cast<CompoundAssignOperator>(E)) {
    compoundAssignment(O, Want::Effects);
    return;
  }
  if (const auto *O = dyn_cast<BinaryOperator>(E)) {
    if (O->getOpcode() == BO_Assign) {
      assignment(O, Want::Effects);
      return;
    }
    if (O->getOpcode() == BO_Comma) {
      discard(O->getLHS());
      return discard(O->getRHS());
    }
    if (O->isLogicalOp()) {
      ir::BlockId Join = B.newBlock("join");
      ++ConditionalDepth;
      branch(O, Join, Join);
      --ConditionalDepth;
      return B.start(Join);
    }
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    if (U->isIncrementDecrementOp() && !U->getType()->isVectorType()) {
      incrementDecrement(U, Want::Effects);
      return;
    }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    if (Cast->getCastKind() == CK_ToVoid || Cast->getCastKind() == CK_NoOp)
      return discard(Cast->getSubExpr());
  if (E->isGLValue() && !E->getType()->isVoidType()) {
    place(E);
    return;
  }
  rvalue(E);
}

} // namespace predabs::lower
