// Statements, see FunctionLowering.h.

#include "plugin/lower/FunctionLowering.h"
#include "plugin/lower/Habits.h"
#include "predicates/ir/Expected.h"

#include "clang/AST/StmtOpenMP.h"

#include "clang/AST/Attr.h"

using namespace clang;
using predabs::ir::Op;
using predabs::ir::Reason;

namespace predabs::lower {

FunctionLowering::FunctionLowering(ModuleLowering &ML, ir::Function &F)
    : ML(ML), AST(ML.ast()), M(ML.module()), C(M.Ctx), Tys(ML.types()), F(F),
      B(M, F) {
  Cleanups.emplace_back();
  ML.setLabelResolver(
      [this](const LabelDecl *Label) { return labelAddress(Label); });
}

FunctionLowering::~FunctionLowering() { ML.setLabelResolver(nullptr); }

void FunctionLowering::parameters(const FunctionDecl *D) {
  auto Param = [&](std::string Name, const ir::Type *T) {
    return B.local(std::move(Name), T, ir::Storage::Parameter);
  };
  if (Tys.isPassedByAddress(D->getReturnType()))
    ResultAddress = Param("result", C.pointerType(type(D->getReturnType())));
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  if (Method && Method->isImplicitObjectMemberFunction())
    This = Param("this", C.pointerType(Tys.record(Method->getParent())));
  std::vector<const ParmVarDecl *> Promoted;
  std::vector<Value> Usual; // parameters come before other variables
  for (const ParmVarDecl *P : D->parameters()) {
    std::string Name = P->getIdentifier() ? P->getName().str() : "arg";
    bool ByAddress = Tys.isPassedByAddress(P->getType());
    const ir::Type *T = type(P->getType());
    const ir::Type *Passed = ByAddress ? C.pointerType(T) : T;
    // A definition in the old style is given a promoted argument.
    const auto &Given = F.Ty->params();
    if (F.Vars.size() < Given.size() && Given[F.Vars.size()] != Passed) {
      Passed = Given[F.Vars.size()];
      Promoted.push_back(P);
    }
    Value V = Param(Name, Passed);
    bool Indirect = ByAddress || P->getType()->isReferenceType();
    Places[P->getCanonicalDecl()] = Indirect ? C.deref(V) : V;
    if (Value Is = usualValues(ML, V, P->getType()))
      Usual.push_back(Is);
    // Passed in registers (trivial_abi): the callee owns it.
    if (!ByAddress && hasDestructor(P->getType()))
      pushDestructor(V, P->getType(), When::Always);
  }
  for (Value Is : Usual)
    B.assign(B.local(std::string(ir::ExpectedName), C.boolType(),
                     ir::Storage::Temporary),
             Is);
  for (const ParmVarDecl *P : Promoted) {
    Value Narrow =
        B.local(P->getName().str(), type(P->getType()), ir::Storage::Local);
    Value &Place = Places[P->getCanonicalDecl()];
    B.assign(Narrow, coerce(Place, Narrow->type()));
    Place = Narrow;
  }
  // As written: `int a[n++]` counts although it declares a pointer.
  for (const ParmVarDecl *P : D->parameters())
    evaluateSizes(P->getOriginalType());
}

void FunctionLowering::lowerBody(const FunctionDecl *D) {
  F.Where = ML.loc(D->getLocation());
  setLoc(D->getLocation());
  NeverThrows = !mayThrow(D, QualType()) || D->isMain();
  if (const auto *Proto = D->getType()->getAs<FunctionProtoType>();
      Proto && Proto->hasDynamicExceptionSpec() && !NeverThrows)
    Specified = Proto;
  parameters(D);
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  if (Method && Method->getParent()->isLambda() && This)
    bindCaptures(Method);
  if (Method && Method->isLambdaStaticInvoker())
    staticInvoker(Method);
  else
    functionBody(D);
  setLoc(D->getEndLoc());
  popCleanups(0);
  if (F.Ty->inner()->isVoid() || !AST.getLangOpts().CPlusPlus || D->isMain()) {
    // Falling off the end: main gives 0; elsewhere in C the value is
    // arbitrary, and it matters only to a caller that uses it.
    bool Zero = D->isMain() && F.Ty->inner()->isInt();
    B.ret(Zero ? C.zero(F.Ty->inner()) : nullptr);
  } else {
    B.assume(C.boolConst(false));
    B.end();
  }
  resolveGotos();
  B.finish();
}

/// The body with what a constructor does before it and a destructor after.
void FunctionLowering::functionBody(const FunctionDecl *D) {
  if (isOfVirtualBases(D))
    return wholeObject(cast<CXXMethodDecl>(D));
  auto Run = [&](const Stmt *Body) {
    CleanupId Depth = TopCleanup;
    if (const auto *Dtor = dyn_cast<CXXDestructorDecl>(D))
      pushMemberDestructors(Dtor);
    if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(D))
      constructorInitialisers(Ctor);
    if (Body)
      stmt(Body);
    setLoc(D->getEndLoc());
    popCleanups(Depth);
  };
  // A function-try-block covers all of that.
  const auto *Try = dyn_cast_or_null<CXXTryStmt>(D->getBody());
  if (!Try)
    return Run(D->getBody());
  bool OfObject = isa<CXXConstructorDecl, CXXDestructorDecl>(D);
  tryStmt(
      Try, [&] { Run(Try->getTryBlock()); },
      OfObject ? HandlerEnd::Rethrows : HandlerEnd::GoesOn);
}

void FunctionLowering::lowerInitialisers(
    const std::vector<const VarDecl *> &Vars, ir::Function *Before) {
  NeverThrows = true;
  if (Before)
    B.call(nullptr, C.funcAddr(Before), {});
  for (const VarDecl *D : Vars) {
    setLoc(D->getLocation());
    CountStatement Count(B);
    Value Place = C.var(ML.global(D));
    if (!D->evaluateValue())
      initialise(Place, D->getInit(), D->getType());
    Extended.clear(); // they live as long as the program
    destroyAtExit(Place, D);
  }
  B.ret(nullptr);
  resolveGotos();
  B.finish();
}

void FunctionLowering::stmt(const Stmt *S) {
  if (!S)
    return;
  setLoc(S->getBeginLoc());
  switch (S->getStmtClass()) {
  case Stmt::NullStmtClass:
    return;
  case Stmt::CompoundStmtClass:
    return compound(cast<CompoundStmt>(S));
  case Stmt::IfStmtClass:
    return ifStmt(cast<IfStmt>(S));
  case Stmt::WhileStmtClass:
    return whileStmt(cast<WhileStmt>(S));
  case Stmt::DoStmtClass:
    return doStmt(cast<DoStmt>(S));
  case Stmt::ForStmtClass:
    return forStmt(cast<ForStmt>(S));
  case Stmt::CXXForRangeStmtClass:
    return rangeFor(cast<CXXForRangeStmt>(S));
  case Stmt::SwitchStmtClass:
    return switchStmt(cast<SwitchStmt>(S));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass: {
    const auto *Case = cast<SwitchCase>(S);
    if (auto It = CaseBlocks.find(Case); It != CaseBlocks.end())
      B.fallInto(It->second);
    return stmt(Case->getSubStmt());
  }
  case Stmt::LabelStmtClass:
    return labelStmt(cast<LabelStmt>(S)->getDecl(),
                     cast<LabelStmt>(S)->getSubStmt());
  case Stmt::AttributedStmtClass:
    return attributedStmt(cast<AttributedStmt>(S));
  case Stmt::CXXTryStmtClass:
    return tryStmt(
        cast<CXXTryStmt>(S), [&] { stmt(cast<CXXTryStmt>(S)->getTryBlock()); },
        HandlerEnd::GoesOn);
  case Stmt::CoroutineBodyStmtClass:
    return coroutine(cast<CoroutineBodyStmt>(S));
  case Stmt::CapturedStmtClass:
    return stmt(cast<CapturedStmt>(S)->getCapturedStmt());
  default:
    break;
  }
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S))
    return parallelRegion(Directive);
  CountStatement Count(B);
  simpleStmt(S);
}

/// A statement without statements inside: one unit of the statistics.
void FunctionLowering::simpleStmt(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::DeclStmtClass:
    return declStmt(cast<DeclStmt>(S));
  case Stmt::ReturnStmtClass:
    return returnStmt(cast<ReturnStmt>(S));
  case Stmt::GotoStmtClass:
    return gotoStmt(cast<GotoStmt>(S)->getLabel());
  case Stmt::IndirectGotoStmtClass:
    return indirectGoto(cast<IndirectGotoStmt>(S));
  case Stmt::BreakStmtClass:
    leaveTo(Breaks.back().Depth);
    return B.jump(Breaks.back().Block);
  case Stmt::ContinueStmtClass:
    leaveTo(Continues.back().Depth);
    return B.jump(Continues.back().Block);
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    return asmStmt(cast<AsmStmt>(S));
  case Stmt::CoreturnStmtClass:
    return coreturn(cast<CoreturnStmt>(S));
  default:
    break;
  }
  if (const auto *E = dyn_cast<Expr>(S)) {
    CleanupId Depth = TopCleanup;
    discard(E);
    return popCleanups(Depth);
  }
  unknownStmt(S);
}

void FunctionLowering::compound(const CompoundStmt *S) {
  CleanupId Depth = TopCleanup;
  for (const Stmt *Sub : S->body())
    stmt(Sub);
  setLoc(S->getRBracLoc());
  popCleanups(Depth);
}

void FunctionLowering::declStmt(const DeclStmt *S) {
  for (const clang::Decl *D : S->decls()) {
    if (const auto *V = dyn_cast<VarDecl>(D)) {
      setLoc(V->getLocation());
      localVar(V);
      if (const auto *Group = dyn_cast<DecompositionDecl>(V))
        for (const BindingDecl *Bound : Group->bindings())
          if (const VarDecl *Holder = Bound->getHoldingVar())
            localVar(Holder);
    } else if (const auto *T = dyn_cast<TypedefNameDecl>(D)) {
      evaluateSizes(T->getUnderlyingType());
    } else if (const auto *R = dyn_cast<CXXRecordDecl>(D)) {
      ML.exceptionTypes().addClass(R);
    }
  }
}

void FunctionLowering::localVar(const VarDecl *D) {
  if (D->isInvalidDecl() || D->hasExternalStorage())
    return;
  if (D->isStaticLocal())
    return staticLocal(D);
  QualType T = D->getType();
  evaluateSizes(T);
  if (AST.getAsVariableArrayType(T))
    return variableArray(D);
  std::string Name = D->getIdentifier() ? D->getName().str() : "var";
  bool IsResult = ResultAddress && D->isNRVOVariable() &&
                  AST.getLangOpts().ElideConstructors &&
                  ResultAddress->type()->inner() == type(T);
  Value Var = IsResult ? C.deref(ResultAddress)
                       : B.local(std::move(Name), type(T), ir::Storage::Local);
  Places[D->getCanonicalDecl()] = T->isReferenceType() ? C.deref(Var) : Var;
  if (D->getInit()) {
    initLocal(D, Var);
  } else if (LoopDepth > 0 || SeenLabel) {
    // A declaration that is reached again makes a new object.
    B.havoc(Var, Reason::Uninitialised);
  }
  if (IsResult) {
    Cleanup Due;
    Due.Place = Var;
    Due.Type = T;
    Due.Flag = InResult[D] = B.flag();
    B.assign(Due.Flag, C.boolConst(true));
    if (hasDestructor(T))
      pushCleanup(std::move(Due));
  } else if (hasDestructor(T)) {
    pushDestructor(Var, T, When::Always);
  }
  if (const auto *Attr = D->getAttr<CleanupAttr>()) {
    Cleanup New;
    New.Place = Var;
    New.Function = ML.function(Attr->getFunctionDecl());
    New.MayThrow = mayThrow(Attr->getFunctionDecl(), QualType());
    pushCleanup(std::move(New));
  }
}

void FunctionLowering::initLocal(const VarDecl *D, Value Var) {
  const Expr *Init = D->getInit();
  // `int x = x;` says that x has no value.
  CleanupId Depth = TopCleanup;
  // Evaluated by the compiler, which std::is_constant_evaluated() can tell.
  if (D->mightBeUsableInConstantExpressions(AST) && Var->type()->isScalar() &&
      !D->getType()->isReferenceType())
    if (const APValue *Known = D->evaluateValue())
      if (Value V = ML.constant(*Known, D->getType()))
        return B.assign(Var, V);
  if (D->isConstexpr() && ir::isAggregate(Var->type()) &&
      constantObject(D, Var))
    return;
  if (LoopDepth > 0 && ir::isAggregate(Var->type()) &&
      isa<CXXConstructExpr>(skipWrappers(Init)))
    B.havoc(Var, Reason::Uninitialised);
  initialise(Var, Init, D->getType());
  popCleanups(Depth);
  std::vector<Cleanup> Prolonged;
  Prolonged.swap(Extended);
  for (Cleanup &Due : Prolonged)
    pushCleanup(std::move(Due));
}

void FunctionLowering::variableArray(const VarDecl *D) {
  const ir::Type *VoidPtr = C.pointerType(C.voidType());
  ir::Function *Alloca = ML.libraryFunction(
      "alloca", C.functionType(VoidPtr, {C.sizeType()}, false));
  const ir::Type *T = C.pointerType(type(D->getType()));
  Value Var = B.local(D->getName().str(), T, ir::Storage::Local);
  Value Memory = B.temp(Alloca->Ty->inner());
  B.call(Memory, C.funcAddr(Alloca), {bytesOf(D->getType())});
  if (D->getInit()) {
    // The only initialiser that C allows here is `{}`.
    const ir::Type *Int = type(AST.IntTy);
    ir::Function *Memset = ML.libraryFunction(
        "memset", C.functionType(VoidPtr, {VoidPtr, Int, C.sizeType()}, false));
    std::vector<Value> Args = {Memory, C.zero(Int), bytesOf(D->getType())};
    const auto &Params = Memset->Ty->params();
    for (size_t I = 0; I < Args.size() && I < Params.size(); ++I)
      Args[I] = coerce(Args[I], Params[I]);
    B.call(nullptr, C.funcAddr(Memset), std::move(Args));
  }
  B.assign(Var, C.cast(T, Memory));
  Places[D->getCanonicalDecl()] = C.deref(Var);
}

void FunctionLowering::staticLocal(const VarDecl *D) {
  ir::Variable *V = ML.global(D);
  if (!D->getInit())
    return;
  bool Dynamic = AST.getLangOpts().CPlusPlus &&
                 (!D->evaluateValue() || hasDestructor(D->getType()));
  if (Dynamic) {
    V->IsConst = false;
    return guardedInit(D, C.var(V));
  }
  ML.initialise(*V, D);
}

void FunctionLowering::guardedInit(const VarDecl *D, Value Place) {
  Value Guard = C.var(
      ML.anonymousGlobal(Place->variable()->Name + ".guard", C.boolType()));
  ir::BlockId First = B.newBlock("first"), Done = B.newBlock("done");
  B.branch(Guard, Done, First);
  B.start(First);
  initialise(Place, D->getInit(), D->getType());
  Extended.clear(); // they live as long as the program
  destroyAtExit(Place, D);
  B.assign(Guard, C.boolConst(true));
  B.fallInto(Done);
}

void FunctionLowering::branch(const Expr *Cond, ir::BlockId True,
                              ir::BlockId False) {
  Cond = skipWrappers(Cond);
  if (const auto *Not = dyn_cast<UnaryOperator>(Cond);
      Not && Not->getOpcode() == UO_LNot && type(Not->getType())->isScalar())
    return branch(Not->getSubExpr(), False, True);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Cond);
      Cast && Cast->getCastKind() == CK_IntegralToBoolean)
    return branch(Cast->getSubExpr(), True, False);
  const auto *Op = dyn_cast<BinaryOperator>(Cond);
  if (Op && Op->isLogicalOp() && type(Op->getType())->isScalar()) {
    ir::BlockId Right = B.newBlock("right");
    bool IsAnd = Op->getOpcode() == BO_LAnd;
    branch(Op->getLHS(), IsAnd ? Right : True, IsAnd ? False : Right);
    B.start(Right);
    ++ConditionalDepth;
    branch(Op->getRHS(), True, False);
    --ConditionalDepth;
    return;
  }
  if (Op && Op->getOpcode() == BO_Comma && !isNondet(Op)) {
    discard(Op->getLHS());
    return branch(Op->getRHS(), True, False);
  }
  Value V = rvalue(Cond);
  if (V->type()->isFloat())
    B.note(Reason::FloatingPoint);
  if (!V->type()->isScalar())
    V = B.arbitrary(C.boolType(), opaqueReason(Cond->getType()));
  setLoc(Cond->getExprLoc());
  B.branch(C.isTrue(V), True, False);
}

/// The condition of a statement, with the variable that it may declare.
void FunctionLowering::condition(const VarDecl *Var, const Expr *Cond,
                                 ir::BlockId True, ir::BlockId False) {
  CountStatement Count(B);
  if (Var)
    localVar(Var);
  setLoc(Cond->getBeginLoc());
  branch(Cond, True, False);
}

void FunctionLowering::ifStmt(const IfStmt *S) {
  CleanupId Depth = TopCleanup;
  if (S->getInit())
    stmt(S->getInit());
  if (S->isConsteval()) {
    stmt(S->isNegatedConsteval() ? S->getThen() : S->getElse());
    return popCleanups(Depth);
  }
  if (S->isConstexpr()) {
    if (std::optional<const Stmt *> Taken = S->getNondiscardedCase(AST)) {
      stmt(*Taken);
      return popCleanups(Depth);
    }
  }
  ir::BlockId Then = B.newBlock("if.then"), Else = B.newBlock("if.else"),
              End = B.newBlock("if.end");
  condition(S->getConditionVariable(), S->getCond(), Then, Else);
  for (auto [Block, Arm] :
       {std::pair(Then, S->getThen()), std::pair(Else, S->getElse())}) {
    B.start(Block);
    CleanupId Inner = TopCleanup;
    stmt(Arm);
    popCleanups(Inner);
    B.jump(End);
  }
  B.start(End);
  popCleanups(Depth);
}

void FunctionLowering::loopBody(const Stmt *Body, Jump Break, Jump Continue) {
  Breaks.push_back(Break);
  Continues.push_back(Continue);
  CleanupId Inner = TopCleanup;
  beginRound();
  stmt(Body);
  popCleanups(Inner);
  Breaks.pop_back();
  Continues.pop_back();
}

void FunctionLowering::whileStmt(const WhileStmt *S) {
  ir::BlockId Head = B.newBlock("while"), Body = B.newBlock("while.body"),
              Exit = B.newBlock("while.exit"), End = B.newBlock("while.end");
  CleanupId Depth = TopCleanup;
  B.fallInto(Head);
  ++LoopDepth;
  condition(S->getConditionVariable(), S->getCond(), Body, Exit);
  B.start(Body);
  // A variable declared in the condition dies at the end of each round.
  loopBody(S->getBody(), {End, Depth}, {Head, Depth});
  leaveTo(Depth);
  B.jump(Head);
  --LoopDepth;
  B.start(Exit);
  popCleanups(Depth);
  B.fallInto(End);
}

void FunctionLowering::doStmt(const DoStmt *S) {
  ir::BlockId Body = B.newBlock("do.body"), Cond = B.newBlock("do.cond"),
              End = B.newBlock("do.end");
  B.fallInto(Body);
  ++LoopDepth;
  loopBody(S->getBody(), {End, TopCleanup}, {Cond, TopCleanup});
  B.fallInto(Cond);
  condition(nullptr, S->getCond(), Body, End);
  --LoopDepth;
  B.start(End);
}

void FunctionLowering::forStmt(const ForStmt *S) {
  CleanupId Outer = TopCleanup;
  if (S->getInit())
    stmt(S->getInit());
  CleanupId Depth = TopCleanup;
  ir::BlockId Head = B.newBlock("for"), Body = B.newBlock("for.body"),
              Next = B.newBlock("for.next"), Exit = B.newBlock("for.exit"),
              End = B.newBlock("for.end");
  B.fallInto(Head);
  ++LoopDepth;
  if (S->getCond())
    condition(S->getConditionVariable(), S->getCond(), Body, Exit);
  else
    B.jump(Body);
  CleanupId Inner = TopCleanup;
  B.start(Body);
  loopBody(S->getBody(), {End, Depth}, {Next, Inner});
  B.fallInto(Next);
  if (S->getInc())
    stmt(S->getInc());
  leaveTo(Depth);
  B.jump(Head);
  --LoopDepth;
  B.start(Exit);
  popCleanups(Depth);
  B.fallInto(End);
  popCleanups(Outer);
}

void FunctionLowering::rangeFor(const CXXForRangeStmt *S) {
  CleanupId Outer = TopCleanup;
  stmt(S->getInit());
  stmt(S->getRangeStmt());
  stmt(S->getBeginStmt());
  stmt(S->getEndStmt());
  CleanupId Depth = TopCleanup;
  ir::BlockId Head = B.newBlock("for"), Body = B.newBlock("for.body"),
              Next = B.newBlock("for.next"), End = B.newBlock("for.end");
  B.fallInto(Head);
  ++LoopDepth;
  condition(nullptr, S->getCond(), Body, End);
  B.start(Body);
  stmt(S->getLoopVarStmt());
  loopBody(S->getBody(), {End, Depth}, {Next, Depth});
  popCleanups(Depth);
  B.fallInto(Next);
  stmt(S->getInc());
  B.jump(Head);
  --LoopDepth;
  B.start(End);
  popCleanups(Outer);
}

/// When \p Case is taken.
Value FunctionLowering::caseCondition(Value On, const CaseStmt *Case) {
  auto Constant = [&](const Expr *E) {
    return ML.constantInt(E->EvaluateKnownConstInt(AST), On->type());
  };
  Value Low = Constant(Case->getLHS());
  if (!Case->getRHS())
    return C.binary(Op::Eq, On, Low);
  Value High = Constant(Case->getRHS());
  return C.binary(Op::LAnd, C.binary(Op::Le, Low, On),
                  C.binary(Op::Le, On, High));
}

/// None of \p Conds holds; as a balanced tree, for there may be thousands.
static Value noneOf(ir::Context &C, llvm::ArrayRef<Value> Conds) {
  if (Conds.empty())
    return C.boolConst(true);
  if (Conds.size() == 1)
    return C.notOf(Conds[0]);
  size_t Half = Conds.size() / 2;
  return C.binary(Op::LAnd, noneOf(C, Conds.take_front(Half)),
                  noneOf(C, Conds.drop_front(Half)));
}

void FunctionLowering::switchStmt(const SwitchStmt *S) {
  CleanupId Outer = TopCleanup;
  if (S->getInit())
    stmt(S->getInit());
  ir::BlockId End = B.newBlock("switch.end");
  ir::BlockId Default = End;
  {
    CountStatement Count(B);
    if (S->getConditionVariable())
      localVar(S->getConditionVariable());
    setLoc(S->getCond()->getBeginLoc());
    Value On = rvalue(S->getCond());
    // clang lists the cases last to first.
    std::vector<const SwitchCase *> Cases;
    for (const SwitchCase *Case = S->getSwitchCaseList(); Case;
         Case = Case->getNextSwitchCase())
      Cases.insert(Cases.begin(), Case);
    std::vector<std::pair<Value, ir::BlockId>> Ways;
    std::vector<Value> Conds;
    for (const SwitchCase *Case : Cases) {
      ir::BlockId Block = B.newBlock("case");
      CaseBlocks[Case] = Block;
      if (const auto *Labelled = dyn_cast<CaseStmt>(Case)) {
        Conds.push_back(caseCondition(On, Labelled));
        Ways.emplace_back(Conds.back(), Block);
      } else {
        Default = Block;
      }
    }
    Ways.emplace_back(noneOf(C, Conds), Default);
    std::vector<ir::BlockId> Targets;
    for (size_t I = 0; I < Ways.size(); ++I)
      Targets.push_back(B.newBlock("when"));
    B.leave(Targets);
    for (size_t I = 0; I < Ways.size(); ++I) {
      B.start(Targets[I]);
      B.assume(Ways[I].first);
      B.jump(Ways[I].second);
    }
    B.start(B.newBlock("dead"));
  }
  Breaks.push_back({End, TopCleanup});
  CleanupId Inner = TopCleanup;
  stmt(S->getBody());
  popCleanups(Inner);
  Breaks.pop_back();
  B.fallInto(End);
  popCleanups(Outer);
}

void FunctionLowering::returnStmt(const ReturnStmt *S) {
  const Expr *E = S->getRetValue();
  if (InBlock) {
    if (E)
      discard(E);
    return B.end();
  }
  CleanupId Depth = TopCleanup;
  Value Result = nullptr;
  const ir::Type *T = F.Ty->inner();
  if (Value IsLocal = InResult.lookup(S->getNRVOCandidate())) {
    // It is where it has to be, and it stays.
    B.assign(IsLocal, C.boolConst(false));
  } else if (E && ResultAddress) {
    aggregate(E, C.deref(ResultAddress));
  } else if (E && T->isVoid()) {
    discard(E);
  } else if (E && hasDestructor(E->getType()) && !E->isGLValue()) {
    // Returned in registers (trivial_abi): the caller owns it.
    Result = B.temp(T);
    aggregate(E, Result);
  } else if (E && ir::isAggregate(T)) {
    Result = rvalue(E);
  } else if (E && E->isGLValue()) {
    Result = C.cast(T, C.addrOf(place(E)));
  } else if (E) {
    Result = rvalue(E);
    if (Result)
      Result = coerce(Result, T);
  }
  if (Result && TopCleanup != 0)
    Result = B.stable(Result);
  popCleanups(Depth);
  setLoc(S->getReturnLoc());
  leaveTo(0);
  B.ret(Result);
}

ir::BlockId FunctionLowering::labelBlock(const LabelDecl *Label) {
  auto It = LabelTargets.find(Label);
  if (It != LabelTargets.end())
    return It->second.Block;
  ir::BlockId Block = B.newBlock(Label->getName().str());
  LabelTargets[Label] = {Block, 0};
  return Block;
}

void FunctionLowering::labelStmt(const LabelDecl *Label, const Stmt *Sub) {
  SeenLabel = true;
  ir::BlockId Block = labelBlock(Label);
  LabelTargets[Label].Depth = TopCleanup;
  B.fallInto(Block);
  B.keepName(Block);
  if (Sub)
    stmt(Sub);
}

void FunctionLowering::gotoStmt(const LabelDecl *Label) {
  labelBlock(Label);
  Gotos.push_back({B.current(), TopCleanup, Label, B.loc()});
  // The way there is filled in once the label's scope is known.
  B.end();
}

Value FunctionLowering::labelAddress(const LabelDecl *Label) {
  B.keepBlocks();
  if (!llvm::is_contained(AddressTaken, Label))
    AddressTaken.push_back(Label);
  return C.labelAddr(&F, labelBlock(Label));
}

void FunctionLowering::indirectGoto(const IndirectGotoStmt *S) {
  Value Target = B.stable(rvalue(S->getTarget()));
  IndirectGotos.push_back(
      {{B.current(), TopCleanup, nullptr, B.loc()}, Target});
  B.keepBlocks();
  B.end();
}

void FunctionLowering::resolveGotos() {
  auto Go = [&](const PendingGoto &G, const LabelDecl *Label) {
    Jump To = LabelTargets[Label];
    TopCleanup = G.Depth;
    leaveTo(commonCleanup(G.Depth, To.Depth));
    B.jump(To.Block);
  };
  for (const PendingGoto &G : Gotos) {
    B.setLoc(G.Where);
    B.start(G.From);
    Go(G, G.Label);
  }
  for (const auto &[G, Target] : IndirectGotos) {
    B.setLoc(G.Where);
    std::vector<ir::BlockId> Ways;
    for (size_t I = 0; I < AddressTaken.size(); ++I)
      Ways.push_back(B.newBlock("goto"));
    B.start(G.From);
    B.leave(Ways);
    for (size_t I = 0; I < Ways.size(); ++I) {
      B.start(Ways[I]);
      Value Address = C.labelAddr(&F, labelBlock(AddressTaken[I]));
      B.assume(C.binary(Op::Eq, Target, C.cast(Target->type(), Address)));
      Go(G, AddressTaken[I]);
    }
  }
}

/// An empty template that names nothing but operands that it also reads does
/// nothing at run time: the usual barrier for the optimiser.
static bool isBarrier(const GCCAsmStmt *S) {
  if (!S->getAsmString()->getString().trim().empty() || S->isAsmGoto())
    return false;
  for (unsigned I = 0; I < S->getNumOutputs(); ++I)
    if (!S->isOutputPlusConstraint(I))
      return false;
  return true;
}

void FunctionLowering::asmStmt(const AsmStmt *S) {
  const auto *Gcc = dyn_cast<GCCAsmStmt>(S);
  if (!Gcc)
    return unknownStmt(S);
  if (isBarrier(Gcc)) {
    for (const Expr *Out : Gcc->outputs())
      place(Out);
    for (const Expr *In : Gcc->inputs())
      discard(In);
    return;
  }
  B.note(Reason::InlineAsm);
  std::vector<Value> Outputs;
  for (unsigned I = 0; I < Gcc->getNumOutputs(); ++I)
    Outputs.push_back(stablePlace(place(Gcc->getOutputExpr(I))));
  std::vector<Value> From = namedInAssembly(Gcc->getAsmString()->getString());
  // SOUND: what it names it may call or write, also if it does not say so.
  bool Memory = !From.empty();
  for (unsigned I = 0; I < Gcc->getNumInputs(); ++I)
    give(Gcc->getInputExpr(I), From);
  From.insert(From.end(), Outputs.begin(), Outputs.end());
  for (unsigned I = 0; I < Gcc->getNumClobbers(); ++I)
    Memory |= Gcc->getClobber(I) == "memory";
  if (Memory)
    B.havocEverything(Reason::InlineAsm, From);
  for (Value Out : Outputs)
    B.havoc(Out, Reason::InlineAsm, From);
  if (!Gcc->isAsmGoto())
    return;
  ir::BlockId On = B.newBlock("asm.on");
  std::vector<ir::BlockId> Ways = {On};
  for (unsigned I = 0; I < Gcc->getNumLabels(); ++I)
    Ways.push_back(B.newBlock("asm.goto"));
  B.leave(Ways);
  for (unsigned I = 0; I < Gcc->getNumLabels(); ++I) {
    B.start(Ways[I + 1]);
    gotoStmt(Gcc->getLabelExpr(I)->getLabel());
  }
  B.start(On);
}

} // namespace predabs::lower
