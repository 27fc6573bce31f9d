#include "checkers/protocols/instrument/FunctionLocks.h"

#include "checkers/protocols/analysis/CallerHolds.h"
#include "checkers/protocols/instrument/Ways.h"
#include "checkers/report/SourceNames.h"

#include <algorithm>

namespace predabs {

using namespace ir;

FunctionLocks::FunctionLocks(CodeWriter &Code, FileContext &File)
    : Certain(Code.In, File), Defined(definitionsIn(Code.In)),
      Results(Code.Ctx, Code.In),
      IsThread(File.Locks.Threads.contains(&Code.In)), Code(Code), In(Code.In),
      File(File) {}

void FunctionLocks::find() {
  if (!File.Wrappers.usesLocks(In))
    return;
  std::vector<LockUse> Uses;
  CallsByState Events;
  for (BlockId B = 0; B < In.Blocks.size(); ++B)
    for (uint32_t I = 0; I < In.Blocks[B].Stmts.size(); ++I)
      File.Wrappers.noteUses(In, B, I, Uses, Events);
  findNeeded();
  findAcquired(Uses);
  findFlags(Uses, Events);
  track(Uses, Events, pasts(Events));
}

void FunctionLocks::findAcquired(const std::vector<LockUse> &Uses) {
  for (const Expr *State : acquiredFirst(In, Uses)) {
    Acquired[State] = afterAcquire(In, Uses, State);
    AtReturn Leaves = atReturns(In, Uses, State);
    if (!Leaves.MayBeHeld && !Leaves.MayBeRegained)
      KeptToItself.insert(State);
  }
}

void FunctionLocks::findFlags(const std::vector<LockUse> &Uses,
                              const CallsByState &Events) {
  for (const auto &[State, X] : Events) {
    ObjectName N = File.Calls.lockName(X);
    if (!IsThread && !File.Locks.isNeverGiven(In, N) &&
        (isHeldByFlag(In, Uses, State, File.Locks.isToldByTruth(N)) ||
         isReleasedByFlags(In, Uses, State, File.Locks.FlagsOf[N]))) {
      ByFlag.insert(State);
      KeptToItself.erase(State);
    }
  }
}

std::map<const Expr *, CertainPast>
FunctionLocks::pasts(const CallsByState &Events) {
  using AtEntry = CertainViolations::AtEntry;
  std::map<const Expr *, CertainPast> Pasts;
  for (const auto &[State, X] : Events) {
    AtEntry How = isFreeAtEntry(X) ? AtEntry::Free : AtEntry::Any;
    auto New = Pasts.emplace(State, Certain.pastOf(State, X, How));
    Certain.note(State, New.first->second);
  }
  return Pasts;
}

void FunctionLocks::track(const std::vector<LockUse> &Uses,
                          const CallsByState &Events,
                          std::map<const Expr *, CertainPast> Pasts) {
  auto When = [&](const Expr *State) {
    return File.Locks.heldIsWrong(In, Events.at(State));
  };
  for (UnevenLock &L : unevenLocks(In, Uses, When)) {
    const Expr *State = L.State;
    const EventCall &X = Events.at(State);
    std::string Text = textOf(X);
    if (!X.What.In->IsBalanced || Text.empty() ||
        (L.When < HeldIsWrong::Always && isKeptByFlag(In, Uses, State)))
      continue;
    ObjectName N = File.Calls.lockName(X);
    const Type *Flag = Code.Ctx.boolType();
    const Expr *IsAcquired = Code.temporary("acquired", Flag);
    const Expr *IsDropped =
        L.MayBeDropped ? Code.temporary("dropped", Flag) : nullptr;
    bool IsKept = isKeptOnSuccess(L, X);
    Tracked.push_back({std::move(L), X.What.In, heldStates(X), std::move(Text),
                       IsAcquired, IsDropped, std::move(Pasts.at(State)),
                       File.Locks.isKeptOut(In, N), mayCalleesAcquire(State, N),
                       tellsByMemory(In, Uses, State), IsKept});
  }
}

bool FunctionLocks::isKeptOnSuccess(const UnevenLock &L, const EventCall &X) {
  if (In.Ty->inner()->isBool() &&
      File.Locks.isToldByTruth(File.Calls.lockName(X)))
    return true;
  for (BlockId B = 0; B < L.Returns.size(); ++B)
    if (In.Blocks[B].endsInReturn() && L.Returns[B].isKept() &&
        Results.mayBeSuccess(In, B))
      return true;
  return false;
}

LockAtEntry FunctionLocks::atEntry(const EventCall &X, BlockId Origin) {
  if (Needed.contains(File.Calls.placeOf(X)) ||
      (ByFlag.contains(File.Calls.placeOf(X)) && !mayAcquire(X)))
    return LockAtEntry::Held;
  auto It = Acquired.find(File.Calls.placeOf(X));
  if (It == Acquired.end())
    return IsThread || (releasesHeld(X) &&
                        File.Locks.isNeverGiven(In, File.Calls.lockName(X)))
               ? LockAtEntry::Free
               : LockAtEntry::Any;
  return It->second[Origin] || mayAcquire(X) ||
                 KeptToItself.contains(File.Calls.placeOf(X))
             ? LockAtEntry::Free
             : LockAtEntry::Held;
}

FunctionLocks::NewValues FunctionLocks::flagsAfter(const TrackedLock &U,
                                                   LockUse::Kind What) {
  const Expr *Yes = Code.Ctx.boolConst(true), *No = Code.Ctx.boolConst(false);
  if (What == LockUse::Kind::Acquires && !U.Dropped)
    return {{U.Acquired, Yes}};
  if (What == LockUse::Kind::Acquires)
    return {{U.Acquired,
             Code.Ctx.binary(Op::LOr, U.Acquired, Code.Ctx.notOf(U.Dropped))},
            {U.Dropped, No}};
  if (What == LockUse::Kind::Releases && U.Dropped)
    return {{U.Dropped, Code.Ctx.notOf(U.Acquired)}};
  return {};
}

std::string FunctionLocks::textOf(const EventCall &X) {
  if (!X.Pointer)
    return X.What.In->Name;
  const Expr *Lock = inWrappers(Code.Ctx.deref(X.Pointer));
  return withSourceNames(
      objectText(inWords(Code.Ctx, Code.Ctx.addrOf(Lock), Defined)));
}

bool FunctionLocks::mayCalleesAcquire(const Expr *State, const ObjectName &N) {
  for (const Block &B : In.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Kind == StmtKind::Call && File.Calls.of(S).empty() &&
          File.Locks.mayAcquireIn(S, N)) {
        std::vector<LockWrapper> All = File.Wrappers.at(S);
        if (std::none_of(All.begin(), All.end(), [&](const LockWrapper &W) {
              return W.Effect.State == State;
            }))
          return true;
      }
  return false;
}

void FunctionLocks::findNeeded() {
  eachCall(In, [&](const Stmt &S, BlockId, uint32_t) {
    if (isPreconditionOf(In, S))
      for (const EventCall &X : File.Calls.of(S))
        Needed.insert(File.Calls.placeOf(X));
  });
}

bool FunctionLocks::isFreeAtEntry(const EventCall &X) {
  return IsThread || KeptToItself.contains(File.Calls.placeOf(X)) ||
         File.Locks.isNeverGiven(In, File.Calls.lockName(X));
}

States FunctionLocks::heldStates(const EventCall &X) {
  States Result = File.Calls.possible(X);
  std::erase_if(Result,
                [&](uint32_t S) { return !X.What.In->States[S].IsHeld; });
  return Result;
}

} // namespace predabs
