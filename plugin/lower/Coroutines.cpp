// Coroutines. What one does between two suspensions is followed; where it is
// suspended it may be left for good, or be destroyed, or go on later in any
// state that memory has then. Who does that is others: they may call this
// function. An awaitable that is ready suspends nothing, so that
//
//   Task f() { n = 5; throw 1; }      // initial_suspend() gives suspend_never
//
// is followed to its end, unhandled_exception() included. See
// FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;
using predabs::ir::Reason;

namespace predabs::lower {

namespace {

class NamedParameter : public RecursiveASTVisitor<NamedParameter> {
public:
  bool VisitDeclRefExpr(const DeclRefExpr *E) {
    if (const auto *P = dyn_cast<ParmVarDecl>(E->getDecl()); P && !Found)
      Found = P;
    return true;
  }
  const ParmVarDecl *Found = nullptr;
};

/// The operator of the program's own that \p E calls, if any.
const FunctionDecl *ownOperator(const Expr *E) {
  const auto *Call =
      E ? dyn_cast<CallExpr>(E->IgnoreUnlessSpelledInSource()) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee ||
      (Callee->isReplaceableGlobalAllocationFunction() && !Callee->isDefined()))
    return nullptr;
  return Callee;
}

} // namespace

/// Control is with the caller again, or with whoever had it go on.
void FunctionLowering::suspend() {
  std::vector<Value> From = parameterValues();
  From.push_back(C.funcAddr(&F));
  ir::BlockId Left = B.newBlock("suspended"), On = B.newBlock("resumed"),
              Ended = B.newBlock("destroyed");
  B.leave({Left, On, Ended});
  B.start(Left);
  leaveCoroutine();
  B.start(Ended);
  B.havocEverything(Reason::Coroutine, From);
  leaveTo(0);
  endCoroutine();
  B.end();
  B.start(On);
  B.havocEverything(Reason::Coroutine, std::move(From));
}

void FunctionLowering::leaveCoroutine() {
  const ir::Type *T = F.Ty->inner();
  if (ResultAddress && !CoroutineResult)
    B.havoc(C.deref(ResultAddress), Reason::Coroutine);
  if (T->isVoid())
    return B.ret(nullptr);
  B.ret(CoroutineResult ? CoroutineResult : B.arbitrary(T, Reason::Coroutine));
}

/// The memory of the frame, where an operator of the program gives it. The
/// compiler may do without.
void FunctionLowering::coroutineFrame(const CoroutineBodyStmt *S) {
  if (ownOperator(S->getDeallocate()))
    CoroutineFree = S->getDeallocate();
  if (!ownOperator(S->getAllocate()))
    return;
  maybe([&] {
    Value Memory = rvalue(S->getAllocate());
    const Stmt *Fails = S->getReturnStmtOnAllocFailure();
    if (!Fails || !Memory)
      return;
    ir::BlockId None = B.newBlock("no.frame"), Some = B.newBlock("frame");
    B.branch(C.isTrue(Memory), Some, None);
    B.start(None);
    stmt(Fails);
    B.start(Some);
  });
}

void FunctionLowering::endCoroutine() {
  if (CoroutineFree)
    maybe([&] { discard(CoroutineFree); });
}

/// What the coroutine sees is a copy of its parameter.
void FunctionLowering::coroutineParameter(const DeclStmt *Move) {
  stmt(Move);
  const auto *Copy = cast<VarDecl>(Move->getSingleDecl());
  NamedParameter Named;
  Named.TraverseStmt(const_cast<Expr *>(Copy->getInit()));
  if (Value Place = Places.lookup(Copy->getCanonicalDecl());
      Named.Found && Place)
    Places[Named.Found->getCanonicalDecl()] = Place;
}

/// What the caller gets is made before anything runs.
void FunctionLowering::coroutineResult(const CoroutineBodyStmt *S) {
  const Expr *Result = S->getReturnValueInit();
  if (!Result)
    return;
  const ir::Type *T = F.Ty->inner();
  const ir::Type *Given = type(Result->getType());
  if (Result->isGLValue() || Given->isVoid())
    return discard(Result);
  if (ResultAddress && ResultAddress->type()->inner() == Given) {
    CoroutineResult = ResultAddress;
    return aggregate(Result, C.deref(ResultAddress));
  }
  if (ResultAddress || T != Given)
    return discard(Result);
  CoroutineResult = B.local("result", T, ir::Storage::Local);
  initialise(CoroutineResult, Result, Result->getType());
}

/// The body, whose exceptions the promise handles.
void FunctionLowering::coroutineBody(const CoroutineBodyStmt *S) {
  auto Body = [&] {
    stmt(S->getBody());
    if (const Stmt *Handler = S->getFallthroughHandler())
      stmt(Handler);
  };
  auto *Handler = const_cast<Stmt *>(S->getExceptionHandler());
  if (!Handler || !AST.getLangOpts().CXXExceptions)
    return Body();
  SourceLocation Where = S->getBeginLoc();
  CompoundStmt *Nothing = CompoundStmt::CreateEmpty(AST, 0, false);
  Stmt *Catch = new (AST) CXXCatchStmt(Where, nullptr, Handler);
  tryStmt(CXXTryStmt::Create(AST, Where, Nothing, {Catch}), Body,
          HandlerEnd::GoesOn);
}

void FunctionLowering::coroutine(const CoroutineBodyStmt *S) {
  CleanupId Depth = TopCleanup;
  coroutineFrame(S);
  for (const Stmt *Move : S->getParamMoves())
    if (const auto *D = dyn_cast_or_null<DeclStmt>(Move); D)
      coroutineParameter(D);
  stmt(S->getPromiseDeclStmt());
  coroutineResult(S);
  CoroutineEnd = Jump{B.newBlock("final"), TopCleanup};
  stmt(S->getInitSuspendStmt());
  coroutineBody(S);
  B.fallInto(CoroutineEnd->Block);
  stmt(S->getFinalSuspendStmt());
  popCleanups(Depth);
  endCoroutine();
  leaveCoroutine();
}

/// `co_return`, on the way to the last suspension.
void FunctionLowering::coreturn(const CoreturnStmt *S) {
  if (const Expr *Call = S->getPromiseCall())
    discard(Call);
  else if (S->getOperand())
    discard(S->getOperand());
  leaveTo(CoroutineEnd->Depth);
  B.jump(CoroutineEnd->Block);
}

/// `co_await` and `co_yield`, up to where the coroutine goes on.
void FunctionLowering::awaitExpr(const CoroutineSuspendExpr *E) {
  if (const OpaqueValueExpr *Common = E->getOpaqueValue())
    OpaqueValues[Common] = stablePlace(place(E->getCommonExpr()));
  ir::BlockId Wait = B.newBlock("wait"), On = B.newBlock("ready");
  B.branch(C.isTrue(rvalue(E->getReadyExpr())), On, Wait);
  B.start(Wait);
  CleanupId Depth = TopCleanup;
  const Expr *Suspend = E->getSuspendExpr();
  if (Suspend->getType()->isBooleanType()) {
    ir::BlockId Asleep = B.newBlock("asleep");
    Value Stays = B.stable(rvalue(Suspend));
    popCleanups(Depth);
    B.branch(C.isTrue(Stays), Asleep, On);
    B.start(Asleep);
  } else {
    discard(Suspend);
    popCleanups(Depth);
  }
  suspend();
  B.fallInto(On);
}

/// What others do to a coroutine.
std::optional<Value> FunctionLowering::coroutineBuiltin(const CallExpr *E,
                                                        unsigned Id) {
  switch (Id) {
  case Builtin::BI__builtin_coro_resume:
  case Builtin::BI__builtin_coro_destroy: {
    std::vector<Value> From = givenArguments({E->getArgs(), E->getNumArgs()});
    B.note(Reason::Coroutine);
    B.havocEverything(Reason::Coroutine, std::move(From));
    maybeUnwind(Reason::Coroutine);
    return nullptr;
  }
  case Builtin::BI__builtin_coro_size:
    B.note(Reason::Coroutine);
    return B.arbitrary(type(E->getType()), Reason::Coroutine);
  default:
    return std::nullopt;
  }
}

} // namespace predabs::lower
