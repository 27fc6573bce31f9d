#include "checkers/protocols/instrument/FileLocks.h"

#include "checkers/protocols/analysis/CallerHolds.h"
#include "checkers/protocols/instrument/Unfold.h"
#include "checkers/protocols/instrument/Ways.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

/// Adds what callees do to what functions do.
static void addThoseOfCallees(
    LocksOfFunctions &Of,
    std::map<const Function *, std::vector<const Function *>> &Callers) {
  std::vector<const Function *> Work;
  for (const auto &[F, Locks] : Of)
    Work.push_back(F);
  while (!Work.empty()) {
    const Function *F = Work.back();
    Work.pop_back();
    for (const Function *Caller : Callers[F]) {
      size_t Before = Of[Caller].size();
      Of[Caller].insert(Of[F].begin(), Of[F].end());
      if (Of[Caller].size() != Before)
        Work.push_back(Caller);
    }
  }
}

static bool isAmong(const LocksOfFunctions &Of, const Function &F,
                    const ObjectName &N) {
  auto It = Of.find(&F);
  return It != Of.end() && (N.isNone() || It->second.contains(N) ||
                            It->second.contains(ObjectName()));
}

static bool startsThread(std::string_view Name) {
  return Name == "pthread_create" || Name == "thrd_create";
}

/// A constructor or destructor: clang's analysis does not look at these.
static bool isOfLifetime(const Function &F) {
  std::string_view Name = F.DisplayName;
  size_t Colons = Name.rfind("::");
  if (Colons == Name.npos)
    return false;
  std::string_view Class = Name.substr(0, std::min(Colons, Name.find('<')));
  Name.remove_prefix(Colons + 2);
  return Name.starts_with('~') || Class == Name ||
         Class.ends_with("::" + std::string(Name));
}

/// What it does is a part of the function around it, which may have some.
static bool isLambda(const Function &F) {
  const Type *First = F.NumParams ? F.Vars[0]->Ty : F.Ty;
  return First->isPointer() && First->inner()->isRecord() &&
         First->inner()->name().starts_with("(lambda)");
}

void FileLocks::find() {
  findChanges();
  for (const auto &F : Calls.M.Functions)
    if (F->isDefined() && !isOfLibrary(Calls.M, *F))
      noteHandovers(*F);
  for (const auto &G : Calls.M.Globals)
    for (const InitPart &P : G->Init)
      noteAddresses({P.Value});
}

bool FileLocks::mayChange(const Function &F, const ObjectName &N) const {
  return isAmong(ChangedBy, F, N);
}

bool FileLocks::mayAcquireIn(const Stmt &Call, const ObjectName &N) const {
  if (Call.Value->kind() == ExprKind::FuncAddr)
    return isAmong(AcquiredBy, *Call.Value->function(), N);
  return std::any_of(Pointed.begin(), Pointed.end(), [&](const Function *F) {
    return isAmong(AcquiredBy, *F, N);
  });
}

bool FileLocks::isNeverGiven(const Function &In, const ObjectName &N) const {
  // SOUND: who can name it elsewhere may hold it, whatever the custom here.
  return !N.isNone() &&
         (isKeptOut(In, N) || (!Handed.isGiven(N) && Handed.isOnlyHere(N)));
}

bool FileLocks::isKeptOut(const Function &In, const ObjectName &N) const {
  return NamedByAttributes.contains(N) && speaksForItself(In) &&
         !isAttributed(Attributed.Of, In, N);
}

bool FileLocks::isAttributed(
    const std::map<const Function *, std::vector<const Expr *>> &LocksOf,
    const Function &F, const ObjectName &N) const {
  auto It = LocksOf.find(&F);
  return It != LocksOf.end() &&
         std::any_of(
             It->second.begin(), It->second.end(),
             [&](const Expr *Lock) { return Calls.lockNameAt(Lock) == N; });
}

HeldIsWrong FileLocks::heldIsWrong(const Function &In, const EventCall &X) {
  ObjectName N = Calls.lockName(X);
  if (Threads.contains(&In) || (!N.isNone() && isKeptOut(In, N)))
    return HeldIsWrong::WhateverReturns;
  if (N.isNone() || Handed.isTaken(N))
    return HeldIsWrong::IfReleasedElsewhere;
  // Whatever a result tells callers, they could not do anything. One that is
  // never released is a mark that something was done.
  if (Handed.isNotPointedTo(N) && Handed.isKept(N))
    return HeldIsWrong::WhateverReturns;
  return Handed.isSettledHere(N) ? HeldIsWrong::Always
                                 : HeldIsWrong::IfNotHeldElsewhere;
}

void FileLocks::findChanges() {
  std::map<const Function *, std::vector<const Function *>> Callers;
  for (const auto &F : Calls.M.Functions)
    eachCall(*F, [&](const Stmt &S, BlockId, uint32_t) {
      Callers[S.Value->function()].push_back(F.get());
      for (const EventCall &X : Calls.of(S)) {
        if (X.Pointer && releases(X))
          ReleasedBy[F.get()].insert(Calls.lockName(X));
        if (changes(X))
          ChangedBy[F.get()].insert(Calls.lockName(X));
        if (mayAcquire(X))
          AcquiredBy[F.get()].insert(Calls.lockName(X));
      }
    });
  addThoseOfCallees(ReleasedBy, Callers);
  addThoseOfCallees(ChangedBy, Callers);
  addThoseOfCallees(AcquiredBy, Callers);
  findPointed();
}

void FileLocks::findPointed() {
  auto Note = [&](const std::vector<const Expr *> &Roots) {
    for (const Expr *E : termsOf(Roots))
      if (E->kind() == ExprKind::FuncAddr)
        Pointed.insert(E->function());
  };
  for (const auto &F : Calls.M.Functions)
    for (const Block &B : F->Blocks)
      for (const Stmt &S : B.Stmts) {
        Note(S.Args);
        if (S.Value &&
            (S.Kind != StmtKind::Call || S.Value->kind() != ExprKind::FuncAddr))
          Note({S.Value});
      }
  for (const auto &G : Calls.M.Globals)
    for (const InitPart &P : G->Init)
      Note({P.Value});
}

std::vector<std::pair<BlockId, uint32_t>>
FileLocks::callsThatRelease(const Function &In, const ObjectName &N) const {
  std::vector<std::pair<BlockId, uint32_t>> Result;
  eachCall(In, [&](const Stmt &S, BlockId B, uint32_t I) {
    auto It = ReleasedBy.find(S.Value->function());
    if (It != ReleasedBy.end() && It->second.contains(N))
      Result.emplace_back(B, I);
  });
  return Result;
}

void FileLocks::noteHandovers(const Function &In) {
  std::vector<LockUse> Uses;
  std::map<const Expr *, ObjectName> Names;
  for (BlockId B = 0; B < In.Blocks.size(); ++B)
    for (uint32_t I = 0; I < In.Blocks[B].Stmts.size(); ++I) {
      const Stmt &S = In.Blocks[B].Stmts[I];
      std::vector<EventCall> Steps = Calls.of(S);
      for (const EventCall &X : Steps)
        if (X.Pointer && (mayAcquire(X) || releasesHeld(X))) {
          Names.emplace(Calls.placeOf(X), Calls.lockName(X));
          Uses.push_back({B, I, Calls.placeOf(X), useOf(Calls, X, S)});
        }
      noteThread(S);
      if (Steps.empty())
        noteAddresses({S.Dest, S.Value}, S.Args);
    }
  for (const auto &[State, Name] : Names)
    FlagsOf[Name].merge(flagsSet(In, Uses, State));
  for (const auto &[State, Name] : Names)
    if (!Name.isNone()) {
      noteTruths(In, Name, State, Uses);
      Handed.note(Name, atReturns(In, Uses, State));
      Handed.note(Name, inBetween(In, Uses, State, callsThatRelease(In, Name)));
    }
}

void FileLocks::noteTruths(const Function &In, const ObjectName &N,
                           const Expr *State,
                           const std::vector<LockUse> &Uses) {
  AtReturn Leaves = atReturns(In, Uses, State);
  if (Leaves.MayBeHeld && Leaves.MayBeReleased && In.Ty->inner()->isBool())
    SaidByTruth.insert(N);
  if (!Leaves.MayBeHeld && isHeldByFlag(In, Uses, State, /*Told=*/true))
    HeardByTruth.insert(N);
}

void FileLocks::noteAddresses(std::initializer_list<const Expr *> Some,
                              std::vector<const Expr *> Roots) {
  for (const Expr *E : Some)
    if (E)
      Roots.push_back(E);
  for (const Expr *E : termsOf(Roots))
    if (E->kind() == ExprKind::AddrOf && isSomeObject(E->operand(0)))
      Handed.noteAddress(nameOf(E->operand(0)));
}

bool FileLocks::isSomeObject(const Expr *Place) const {
  const Type *T = Place->type();
  auto IsObject = [&](const auto &Of) {
    return Calls.Places.isObject(*Of.first, T);
  };
  for (bool IsAround = true; IsAround;) {
    if (std::any_of(Calls.ByProtocol.begin(), Calls.ByProtocol.end(), IsObject))
      return true;
    IsAround = T->isArray() || (T->isRecord() && numPlainFields(T) == 1);
    if (IsAround)
      T = T->isArray() ? T->inner() : T->fields()[0].Ty;
  }
  return false;
}

void FileLocks::noteThread(const Stmt &S) {
  if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr &&
      startsThread(S.Value->function()->Name))
    for (const Expr *A : S.Args)
      for (const Expr *E : termsOf(A))
        if (E->kind() == ExprKind::FuncAddr)
          Threads.insert(E->function());
}

bool FileLocks::speaksForItself(const Function &F) const {
  return !Attributed.Unchecked.contains(&F) && !isLambda(F) && !isOfLifetime(F);
}

} // namespace predabs
