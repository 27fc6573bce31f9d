// Values of scalar expressions, see FunctionLowering.h. Operators and casts
// have files of their own.

#include "plugin/lower/FunctionLowering.h"

#include "clang/AST/ExprConcepts.h"

using namespace clang;
using predabs::ir::Reason;

namespace predabs::lower {

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
  return literal(E);
}

/// A value that the source tells, or another one.
Value FunctionLowering::literal(const Expr *E) {
  const ir::Type *T = type(E->getType());
  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
    return ML.constantInt(llvm::APSInt(cast<IntegerLiteral>(E)->getValue(),
                                       !E->getType()->isSignedIntegerType()),
                          T);
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
    return evaluatedOrUnknown(E);
  case Stmt::SourceLocExprClass:
    return sourceLocation(cast<SourceLocExpr>(E));
  case Stmt::DeclRefExprClass:
    return enumerator(cast<DeclRefExpr>(E)->getDecl(), E);
  case Stmt::AddrLabelExprClass:
    return C.cast(T, labelAddress(cast<AddrLabelExpr>(E)->getLabel()));
  default:
    return operation(E);
  }
}

/// What C has beside literals and calls, or another one.
Value FunctionLowering::operation(const Expr *E) {
  switch (E->getStmtClass()) {
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
  case Stmt::OpaqueValueExprClass:
    return opaqueValue(cast<OpaqueValueExpr>(E));
  case Stmt::StmtExprClass:
    return statementExpr(cast<StmtExpr>(E), nullptr);
  case Stmt::AtomicExprClass:
    return atomicExpr(cast<AtomicExpr>(E), nullptr);
  case Stmt::VAArgExprClass:
    return variadicArgument(cast<VAArgExpr>(E));
  case Stmt::InitListExprClass: {
    const auto *L = cast<InitListExpr>(E);
    return L->getNumInits() == 0 ? C.zero(type(E->getType()))
                                 : rvalue(L->getInit(0));
  }
  case Stmt::MemberExprClass:
    return memberOfValue(cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass:
    return read(subscript(cast<ArraySubscriptExpr>(E)), E->getType());
  default:
    return callOrObject(E);
  }
}

/// Calls, and what other languages than C have.
Value FunctionLowering::callOrObject(const Expr *E) {
  switch (E->getStmtClass()) {
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
    return ArrayInitIndex ? C.cast(type(E->getType()), ArrayInitIndex)
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

/// What was evaluated already, or is shared by several expressions.
Value FunctionLowering::opaqueValue(const OpaqueValueExpr *E) {
  if (Value Known = OpaqueValues.lookup(E))
    return Known;
  if (E->getSourceExpr())
    return rvalue(E->getSourceExpr());
  return unknown(E, Reason::Expression);
}

Value FunctionLowering::variadicArgument(const VAArgExpr *E) {
  const ir::Type *T = type(E->getType());
  const Expr *Sub = E->getSubExpr();
  Value List = Sub->isGLValue() ? place(Sub) : rvalue(Sub);
  B.note(Reason::VarArg);
  if (List->isPlace() && List->type()->isScalar())
    B.havoc(List, Reason::VarArg);
  return T->isVoid() ? nullptr : B.arbitrary(T, Reason::VarArg);
}

/// A member of a value that is no place: of a struct, in C, or an enumerator.
Value FunctionLowering::memberOfValue(const MemberExpr *E) {
  if (isa<FieldDecl>(E->getMemberDecl()))
    return read(memberPlace(E), E->getType());
  if (isa<EnumConstantDecl>(E->getMemberDecl()))
    discard(E->getBase());
  return enumerator(E->getMemberDecl(), E);
}

Value FunctionLowering::evaluated(const Expr *E) {
  Expr::EvalResult Result;
  if (!E->EvaluateAsRValue(Result, AST) || Result.HasSideEffects)
    return nullptr;
  return ML.constant(Result.Val, E->getType());
}

Value FunctionLowering::evaluatedOrUnknown(const Expr *E) {
  Value V = evaluated(E);
  return V ? V : unknown(E, Reason::Expression);
}

/// \p E, which names \p D.
Value FunctionLowering::enumerator(const ValueDecl *D, const Expr *E) {
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D))
    return ML.constantInt(Enumerator->getInitVal(), type(E->getType()));
  return unknown(E, Reason::Expression);
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
  return evaluatedOrUnknown(E);
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
