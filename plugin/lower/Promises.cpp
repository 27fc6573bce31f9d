// What the source promises the compiler: [[assume(c)]], __builtin_assume(c),
// __builtin_assume_aligned(p, 16), and that a function of another file does not
// return null (returns_nonnull). Where a promise is broken there is no
// execution.

#include "plugin/lower/FunctionLowering.h"

#include "clang/AST/Attr.h"

using namespace clang;
using predabs::ir::Reason;

namespace predabs::lower {

void FunctionLowering::attributedStmt(const AttributedStmt *S) {
  for (const Attr *A : S->getAttrs())
    if (const auto *Assume = dyn_cast<CXXAssumeAttr>(A))
      promise(Assume->getAssumption());
  stmt(S->getSubStmt());
}

/// The compiler does not evaluate a condition that has effects. Nor do we: it
/// may hold or not, and nothing is certain after that.
void FunctionLowering::promise(const clang::Expr *Cond) {
  B.assume(isPure(Cond) ? C.isTrue(rvalue(Cond))
                        : B.arbitrary(C.boolType(), Reason::Expression));
}

void FunctionLowering::promiseAligned(Value Pointer, const CallExpr *E) {
  Expr::EvalResult Known;
  if (E->getNumArgs() != 2 || !Pointer->type()->isPointer() ||
      !E->getArg(1)->EvaluateAsInt(Known, AST))
    return;
  uint64_t Bytes = Known.Val.getInt().getZExtValue();
  if (!llvm::isPowerOf2_64(Bytes))
    return;
  const ir::Type *Word = C.intType(C.target().PointerBytes * 8, false);
  B.assume(C.binary(
      ir::Op::Eq,
      C.binary(ir::Op::And, C.cast(Word, Pointer), C.intConst(Word, Bytes - 1)),
      C.intConst(Word, 0)));
}

/// Of a function that has a body here the body says what it returns.
void FunctionLowering::promiseNonNull(Value Result,
                                      const FunctionDecl *Callee) {
  if (Result && Callee && Result->type()->isPointer() &&
      Callee->hasAttr<ReturnsNonNullAttr>() && !Callee->hasBody())
    B.assume(C.binary(ir::Op::Ne, Result, C.null(Result->type())));
}

} // namespace predabs::lower
