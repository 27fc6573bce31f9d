#include "checkers/protocols/instrument/CallRewriter.h"

#include "checkers/protocols/instrument/EventFunctions.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>

namespace predabs {

using namespace ir;

static void replaceAll(std::string &In, std::string_view What,
                       std::string_view By) {
  for (size_t At = In.find(What); At != In.npos;
       At = In.find(What, At + By.size()))
    In.replace(At, What.size(), By);
}

static bool isPromise(const Stmt &Call) {
  std::optional<AttributeStep> What = attributeStep(Call);
  return What == AttributeStep::PromisesHeld ||
         What == AttributeStep::PromisesFree;
}

/// SOUND: what else a function does is lost if it is not called: its body is
/// here, or its protocol does not say that there is nothing else.
static bool isQuiet(const Stmt &Call, const std::vector<EventCall> &Steps) {
  return !Call.Value->function()->isDefined() &&
         std::all_of(Steps.begin(), Steps.end(),
                     [](const EventCall &X) { return X.What.In->IsBalanced; });
}

BlockId CallRewriter::rewriteCall(BlockId B, size_t I, const Stmt &Call,
                                  const std::vector<EventCall> &Steps) {
  std::vector<Stmt> &Stmts = In.Blocks[B].Stmts;
  std::vector<Stmt> Rest(Stmts.begin() + ptrdiff_t(I) + 1, Stmts.end());
  Stmts.resize(I);
  std::vector<BlockId> Succs = std::move(In.Blocks[B].Succs);
  In.Blocks[B].Succs.clear();
  Code.At = B;
  Origin = Code.originOf(B);
  Code.Where = Call.Where;
  // Where nothing else is called, one comes after the other: the objects may be
  // the same.
  bool InTurn = isQuiet(Call, Steps);
  for (size_t N = 0; N < Steps.size(); ++N)
    if (!Steps[N].isOfResult() && (N == 0 || !InTurn))
      checkErrors(Steps[N], Call);
  std::vector<Moment> Before = replaceCall(Call, Steps);
  for (size_t N = 0; N < Steps.size(); ++N) {
    if (InTurn && N && !Steps[N].isOfResult())
      checkErrors(Steps[N], Call);
    takeWays(Steps[N], Call, Before[N]);
    if (!Steps[N].isOfResult() && releasesHeld(Steps[N]))
      setFlags(Steps[N], LockUse::Kind::Releases);
  }
  BlockId After = addBlock(In, std::string(In.Blocks[B].Name));
  Code.PartOf[After] = Code.originOf(B);
  In.Blocks[Code.At].Succs = {After};
  In.Blocks[After].Stmts = std::move(Rest);
  In.Blocks[After].Succs = std::move(Succs);
  return After;
}

void CallRewriter::checkErrors(const EventCall &X, const Stmt &Call) {
  const Expr *State = File.Calls.placeOf(X);
  States Wrong;
  std::vector<BlockId> Succs;
  for (const Transition &T : X.What.Event->Ways) {
    States From = T.isError() ? File.Calls.among(X, T.From) : States();
    if (From.empty())
      continue;
    Wrong.insert(From.begin(), From.end());
    Succs.push_back(addError(X, T, Call, isOneOf(Code.Ctx, State, From)));
  }
  if (Succs.empty())
    return;
  Succs.push_back(addBlock(In, "fine"));
  In.Blocks[Code.At].Succs = Succs;
  Code.At = Succs.back();
  assumeOther(X, Wrong);
}

void CallRewriter::assumeOther(const EventCall &X, const States &Wrong) {
  States Others;
  for (uint32_t S = 0; S < X.What.In->States.size(); ++S)
    if (!Wrong.contains(S))
      Others.insert(S);
  const Expr *State = File.Calls.placeOf(X);
  Code.assume(Others.size() == 1
                  ? isOneOf(Code.Ctx, State, Others)
                  : Code.Ctx.notOf(isOneOf(Code.Ctx, State, Wrong)));
}

BlockId CallRewriter::addError(const EventCall &X, const Transition &T,
                               const Stmt &Call, const Expr *Condition) {
  BlockId Here = Code.At;
  Code.At = addBlock(In, "broken");
  // What an exception leaves behind is another matter.
  const Variable *Thrown = Code.M.findGlobal("predabs.exception");
  if (Thrown && isPromise(Call))
    Code.assume(Code.Ctx.notOf(Code.Ctx.var(Thrown)));
  Code.assume(Condition);
  Violations.fail(Code, {X.What.In->Check, T.Finding, message(T, X, Call),
                         isPreconditionOf(In, Call) ? LockAtEntry::Held
                                                    : Locks.atEntry(X, Origin),
                         0, 0, Locks.Certain.isCertain(Call, T)});
  std::swap(Here, Code.At);
  return Here;
}

std::string CallRewriter::message(const Transition &T, const EventCall &X,
                                  const Stmt &Call) {
  std::string Text = T.Message;
  const Function &F = *Call.Value->function();
  std::string Object =
      attributeStep(Call)
          ? objectText(inWords(Code.Ctx, Call.Args[0], Locks.Defined))
          : Locks.textOf(X);
  if (Object.empty())
    replaceAll(Text, "'%o'", "the object");
  replaceAll(Text, "%o", Object.empty() ? "the object" : Object);
  replaceAll(Text, "%f", F.DisplayName.empty() ? F.Name : F.DisplayName);
  return Text;
}

bool CallRewriter::isNeeded(const Stmt &Call,
                            const std::vector<EventCall> &Steps) {
  if (Call.Dest && Used.contains(Call.Dest->variable()))
    return true;
  return std::any_of(Steps.begin(), Steps.end(), [&](const EventCall &X) {
    return X.isOfResult() || tellsByResult(groupsOf(File.Calls, X, Call));
  });
}

std::vector<CallRewriter::Moment>
CallRewriter::replaceCall(const Stmt &Call,
                          const std::vector<EventCall> &Steps) {
  bool IsQuiet = isQuiet(Call, Steps);
  std::vector<Moment> Result;
  for (const EventCall &X : Steps)
    Result.push_back(X.isOfResult() ? Moment() : before(X, Call, IsQuiet));
  const Type *Ty = Call.Value->function()->Ty->inner();
  const Expr *Value = nullptr;
  if (!Ty->isVoid() && isNeeded(Call, Steps))
    Value = Call.Dest ? Call.Dest : Code.temporary("result", Ty);
  if (!IsQuiet)
    Code.add(StmtKind::Call, Value ? Value : Call.Dest, Call.Value, Call.Args);
  else if (Value)
    addResult(Value, Call, Steps);
  if (IsQuiet)
    writeArguments(Call, Steps);
  for (size_t N = 0; N < Steps.size(); ++N)
    after(Steps[N], Value, Result[N]);
  return Result;
}

CallRewriter::Moment CallRewriter::before(const EventCall &X, const Stmt &Call,
                                          bool IsQuiet) {
  Moment R;
  R.Place = R.Old = File.Calls.placeOf(X);
  const std::vector<const Variable *> Named = variablesIn(R.Place);
  bool Changes = Call.Dest && std::find(Named.begin(), Named.end(),
                                        Call.Dest->variable()) != Named.end();
  if (X.Pointer && (Changes || !IsQuiet)) {
    const Expr *Kept = Code.temporary("object", X.PointerType);
    Code.add(StmtKind::Assign, Kept, Code.Ctx.cast(X.PointerType, X.Pointer));
    R.Place = File.Calls.Places.behind(*X.What.In, Kept, X.PointerType);
  }
  if (Changes || !IsQuiet) {
    const Expr *Old = Code.temporary("state", R.Old->type());
    Code.add(StmtKind::Assign, Old, R.Old);
    R.Old = Old;
  }
  return R;
}

void CallRewriter::after(const EventCall &X, const Expr *Value, Moment &Now) {
  Now.Result = Value;
  if (X.isOfResult())
    Now.Place = Now.Old =
        File.Calls.Places.behind(*X.What.In, Value, X.PointerType);
}

void CallRewriter::addResult(const Expr *Value, const Stmt &Call,
                             const std::vector<EventCall> &Steps) {
  bool IsObject =
      std::any_of(Steps.begin(), Steps.end(),
                  [](const EventCall &X) { return X.isOfResult(); });
  if (!Call.Value->function()->IsSystem || IsObject)
    return addEvent(Value, Call, EventPrefix);
  addEvent(Value, Call, ComputedEventPrefix);
  ResultTest Success{ResultTest::Kind::Equal, 0};
  bool IsChoice = false;
  for (const EventCall &X : Steps)
    IsChoice |= findSuccess(groupsOf(File.Calls, X, Call), Success);
  const Expr *Test = testOf(Code.Ctx, Success, Value);
  if (!Test)
    return;
  const Expr *Chosen = Code.temporary("chosen", Code.Ctx.boolType());
  addEvent(Chosen, Call, ChosenEventPrefix,
           IsChoice ? triedBy(Steps) : nullptr);
  Code.assumeGiven(
      IsChoice ? Code.Ctx.binary(Op::Eq, Chosen, Test)
               : Code.Ctx.binary(Op::LOr, Code.Ctx.notOf(Chosen), Test));
}

const Expr *CallRewriter::triedBy(const std::vector<EventCall> &Steps) {
  for (const EventCall &X : Steps)
    if (X.Pointer && mayAcquire(X))
      return Code.Ctx.cast(Code.Ctx.pointerType(Code.Ctx.voidType()),
                           X.Pointer);
  return nullptr;
}

void CallRewriter::addEvent(const Expr *Value, const Stmt &Call,
                            std::string_view Prefix, const Expr *Object) {
  std::vector<const Expr *> Args;
  if (Object)
    Args.push_back(Object);
  Code.add(
      StmtKind::Call, Value,
      Code.Ctx.funcAddr(eventFunction(*Call.Value->function(), Value->type(),
                                      std::string(Prefix), Args)),
      Args);
}

Function *CallRewriter::eventFunction(const Function &Of, const Type *Ty,
                                      const std::string &Prefix,
                                      const std::vector<const Expr *> &Args) {
  std::string Name = Prefix + (Ty->isBool() ? "if_" : "") +
                     (Args.empty() ? "" : "free_") + Of.Name;
  if (Function *F = Code.M.findFunction(Name))
    return F;
  std::vector<const Type *> Params;
  for (const Expr *A : Args)
    Params.push_back(A->type());
  Function *F =
      Code.M.addFunction(Name, Code.Ctx.functionType(Ty, Params, false));
  F->DisplayName = Of.DisplayName;
  F->Where = Of.Where;
  F->IsSystem = Prefix == ComputedEventPrefix;
  return F;
}

void CallRewriter::writeArguments(const Stmt &Call,
                                  const std::vector<EventCall> &Steps) {
  for (const Expr *A : Call.Args) {
    bool IsObject = std::any_of(Steps.begin(), Steps.end(),
                                [&](auto &X) { return X.Pointer == A; });
    const Type *T = A->type();
    if (!IsObject && T->isPointer() && T->inner()->isScalar() &&
        T->inner()->width() > 8 && !A->isInt(0))
      Code.addHavoc(Code.Ctx.deref(A), Reason::Nondeterministic);
  }
}

const Expr *CallRewriter::applies(const EventCall &X, const WayGroup &G,
                                  const Expr *State) {
  States From;
  for (const Transition *T : G.Ways) {
    if (T->From.empty())
      return nullptr;
    From.merge(File.Calls.among(X, T->From));
  }
  return isOneOf(Code.Ctx, State, From);
}

const Expr *CallRewriter::testsOf(const WayGroup &G, const Moment &Now) {
  const Expr *Returns =
      Now.Result ? testOf(Code.Ctx, G.Returns, Now.Result) : nullptr;
  return both(Code.Ctx, G.Arguments, Returns);
}

void CallRewriter::takeWays(const EventCall &X, const Stmt &Call,
                            const Moment &Now) {
  std::vector<WayGroup> Groups = groupsOf(File.Calls, X, Call);
  if (Groups.empty())
    return set(Now, Now.Old);
  if (Groups.size() == 1)
    return takeOnly(X, Groups[0], Now);
  std::vector<BlockId> Succs;
  const Expr *Somewhere = Code.Ctx.boolConst(false);
  BlockId From = Code.At, After = addBlock(In, "stepped");
  for (const WayGroup &G : Groups) {
    const Expr *Applies = applies(X, G, Now.Old);
    Somewhere = Applies ? Code.Ctx.binary(Op::LOr, Somewhere, Applies)
                        : Code.Ctx.boolConst(true);
    Succs.push_back(addBlock(In, std::string(WayBlockName)));
    Code.At = Succs.back();
    if (const Expr *When = both(Code.Ctx, Applies, testsOf(G, Now)))
      Code.assume(When);
    move(X, G, Now);
    In.Blocks[Code.At].Succs = {After};
  }
  if (!Somewhere->isInt(1)) {
    Succs.push_back(addBlock(In, std::string(WayBlockName)));
    Code.At = Succs.back();
    Code.assume(Code.Ctx.notOf(Somewhere));
    set(Now, Now.Old);
    In.Blocks[Code.At].Succs = {After};
  }
  In.Blocks[From].Succs = std::move(Succs);
  Code.At = After;
}

void CallRewriter::takeOnly(const EventCall &X, const WayGroup &G,
                            const Moment &Now) {
  const Expr *Tests = testsOf(G, Now), *Applies = applies(X, G, Now.Old);
  if (Tests && Applies)
    Tests = Code.Ctx.binary(Op::LOr, Code.Ctx.notOf(Applies), Tests);
  if (Tests)
    Code.assumeGiven(Tests);
  move(X, G, Now);
}

void CallRewriter::move(const EventCall &X, const WayGroup &G,
                        const Moment &Now) {
  const Expr *New = Now.Old;
  for (auto T = G.Ways.rbegin(); T != G.Ways.rend(); ++T) {
    if (!(*T)->To)
      continue;
    const Expr *To = Code.Ctx.intConst(Now.Old->type(), *(*T)->To);
    New = (*T)->From.empty()
              ? To
              : Code.Ctx.cond(
                    isOneOf(Code.Ctx, Now.Old, File.Calls.among(X, (*T)->From)),
                    To, New);
  }
  set(Now, New);
  // For those who look for what a function acquires, see FreeLockEntries.h. Who
  // acquires what is held, as readers may, releases nothing.
  if (mayAcquire(X) && !In.Blocks[Code.At].Stmts.empty() && Now.Place != New)
    In.Blocks[Code.At].Stmts.back().Marks.add(Mark::Acquires);
  if (acquires(X, G))
    setFlags(X, LockUse::Kind::Acquires);
}

void CallRewriter::setFlags(const EventCall &X, LockUse::Kind What) {
  for (const TrackedLock &U : Locks.Tracked)
    if (U.Lock.State == File.Calls.placeOf(X))
      for (auto [Flag, Value] : Locks.flagsAfter(U, What))
        Code.add(StmtKind::Assign, Flag, Value);
}

void CallRewriter::set(const Moment &Now, const Expr *State) {
  if (Now.Place != State)
    Code.add(StmtKind::Assign, Now.Place, State);
}

} // namespace predabs
