// What stands behind parentheses and the like, and which expressions have no
// effects; see FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

using namespace clang;

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

static bool isPureCast(CastKind K) {
  return K != CK_UserDefinedConversion && K != CK_ConstructorConversion &&
         K != CK_Dynamic && K != CK_ToUnion && K != CK_ToVoid &&
         K != CK_DerivedToBase && K != CK_UncheckedDerivedToBase &&
         K != CK_BaseToDerived;
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
  case Stmt::CXXFunctionalCastExprClass:
    return isPureCast(cast<CastExpr>(E)->getCastKind()) &&
           !E->getType()->isVariablyModifiedType() &&
           !E->getType()->isRecordType() &&
           isPure(cast<CastExpr>(E)->getSubExpr());
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

} // namespace predabs::lower
