// What the source asks of a verifier, see FunctionLowering.h: by functions that
// have this meaning where nobody defines them,
//
//   __VERIFIER_assert(c)   becomes  if (!c) __predabs_fail("c")
//   __VERIFIER_assume(c)            assume c
//
// and by the macros of predabs.h, whose operands stand in a sizeof so that no
// code is made for them. (__VERIFIER_nondet_int() and the like stay calls of
// functions of which nothing is known.)

#include "plugin/lower/FunctionLowering.h"

#include "clang/Lex/Lexer.h"

using namespace clang;
using predabs::ir::Reason;

namespace predabs::lower {

namespace {

/// The function of that name in C's own scope that \p E calls, or an empty
/// name.
StringRef plainCallee(const CallExpr *E) {
  const FunctionDecl *Known = E->getDirectCallee();
  if (!Known || !Known->getIdentifier() ||
      !Known->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return "";
  return Known->getName();
}

/// \p E as the source has it, or, where macros made it, as clang prints it.
std::string sourceText(const Expr *E, const ASTContext &AST) {
  const SourceManager &SM = AST.getSourceManager();
  CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), SM,
      AST.getLangOpts());
  StringRef Text = Lexer::getSourceText(Range, SM, AST.getLangOpts());
  std::string Printed;
  if (Text.empty()) {
    llvm::raw_string_ostream Out(Printed);
    E->printPretty(Out, nullptr, AST.getPrintingPolicy());
    Text = Printed;
  }
  std::string Line;
  for (char Ch : Text)
    if (!isWhitespace(Ch))
      Line += Ch;
    else if (!Line.empty() && Line.back() != ' ')
      Line += ' ';
  return Line;
}

} // namespace

/// The call inside `sizeof(predabs_...(...))`, or null.
const CallExpr *FunctionLowering::request(const Expr *E) {
  const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(skipWrappers(E));
  if (!Size || Size->getKind() != UETT_SizeOf || Size->isArgumentType())
    return nullptr;
  const auto *Call = dyn_cast<CallExpr>(skipWrappers(Size->getArgumentExpr()));
  return Call && plainCallee(Call).starts_with("predabs_") ? Call : nullptr;
}

/// Whether \p E is the macro PREDABS_NONDET: the request, then a value.
bool FunctionLowering::isNondet(const BinaryOperator *E) {
  const auto *Left = dyn_cast<CStyleCastExpr>(skipWrappers(E->getLHS()));
  if (E->getOpcode() != BO_Comma || !Left)
    return false;
  const CallExpr *Call = request(Left->getSubExpr());
  return Call && plainCallee(Call) == "predabs_nondet_";
}

Value FunctionLowering::textLiteral(const std::string &Text) {
  const ir::Type *Char = type(AST.CharTy);
  ir::Variable *V =
      ML.anonymousGlobal(".str", C.arrayType(Char, Text.size() + 1));
  V->IsConst = true;
  V->Bytes = Text + '\0';
  return C.addrOf(C.index(C.var(V), C.zero(C.diffType())));
}

/// Branches on \p Cond, and cleans up after it: nobody put that around an
/// operand of sizeof.
void FunctionLowering::requestedBranch(const Expr *Cond, ir::BlockId True,
                                       ir::BlockId False) {
  if (!AST.getLangOpts().CPlusPlus)
    return branch(Cond, True, False);
  CleanupId Depth = TopCleanup;
  Value V = rvalue(Cond);
  if (!V->type()->isScalar())
    V = B.arbitrary(C.boolType(), opaqueReason(Cond->getType()));
  V = C.isTrue(V);
  if (TopCleanup != Depth) {
    V = B.stable(V);
    popCleanups(Depth);
  }
  B.branch(V, True, False);
}

void FunctionLowering::failUnless(const Expr *Cond, SourceLocation Where,
                                  const std::function<Value()> &Text) {
  ir::BlockId Fail = B.newBlock("fail"), Ok = B.newBlock("holds");
  requestedBranch(Cond, Ok, Fail);
  B.start(Fail);
  setLoc(Where);
  const ir::Type *Char = C.pointerType(type(AST.CharTy));
  ir::Function *Failure = ML.libraryFunction(
      "__predabs_fail", C.functionType(C.voidType(), {Char}, false));
  Failure->IsNoReturn = true;
  B.call(nullptr, C.funcAddr(Failure), {Text()});
  B.end();
  B.start(Ok);
}

void FunctionLowering::assumeThat(const Expr *Cond) {
  if (isPure(Cond) && type(Cond->getType())->isScalar())
    return B.assume(C.isTrue(rvalue(Cond)));
  ir::BlockId Never = B.newBlock("never"), Ok = B.newBlock("holds");
  requestedBranch(Cond, Ok, Never);
  B.start(Never);
  B.assume(C.boolConst(false));
  B.end();
  B.start(Ok);
}

/// Nothing if \p E is an ordinary call.
bool FunctionLowering::verifierCall(const CallExpr *E) {
  if (E->getNumArgs() != 1 || E->getDirectCallee()->hasBody())
    return false;
  StringRef Name = plainCallee(E);
  const Expr *Cond = E->getArg(0);
  if (Name == "__VERIFIER_assert")
    failUnless(Cond, E->getExprLoc(), [&] {
      return textLiteral(sourceText(Cond->IgnoreParenImpCasts(), AST));
    });
  else if (Name == "__VERIFIER_assume")
    assumeThat(Cond);
  else
    return false;
  return true;
}

void FunctionLowering::serve(const CallExpr *Request) {
  StringRef Name = plainCallee(Request);
  if (Request->getNumArgs() == 0)
    return;
  const Expr *Cond = Request->getArg(0);
  // The macro says `(c) ? 1 : 0` for the sake of the compiler's warnings.
  if (const auto *Choice =
          dyn_cast<ConditionalOperator>(Cond->IgnoreParenImpCasts()))
    Cond = Choice->getCond();
  if (Name == "predabs_assert_" && Request->getNumArgs() == 2)
    failUnless(Cond, Request->getExprLoc(),
               [&] { return rvalue(Request->getArg(1)); });
  else if (Name == "predabs_assume_")
    assumeThat(Cond);
}

} // namespace predabs::lower
