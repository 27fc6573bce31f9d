#include "checkers/protocols/instrument/CertainViolations.h"

#include "checkers/protocols/instrument/Ways.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>

namespace predabs {

using namespace ir;

CertainViolations::CertainViolations(const Function &In, FileContext &File)
    : In(In), File(File), Addressed(addressedIn(In)) {}

/// Whether \p S gives somebody the address of \p Lock, or of what it is in.
static bool tellsWhere(const Stmt &S, const Expr *Lock,
                       const std::set<const Variable *> &Aliases) {
  std::vector<const Expr *> Roots = S.Args;
  if (S.Value && S.Kind != StmtKind::Assume)
    Roots.push_back(S.Value);
  std::vector<const Expr *> Terms = termsOf(Roots);
  return std::any_of(Terms.begin(), Terms.end(), [&](const Expr *E) {
    return E->kind() == ExprKind::Var
               ? Aliases.contains(E->variable())
               : E->kind() == ExprKind::AddrOf && isIn(Lock, E->operand(0));
  });
}

/// To a variable of the function.
static bool isCopy(const Stmt &S) {
  return S.Kind == StmtKind::Assign && S.Dest->kind() == ExprKind::Var &&
         !S.Dest->variable()->isGlobal() && S.Dest->type()->isScalar();
}

void CertainViolations::noteKeeper(const Stmt &S, NameParts &Parts) {
  if (isCopy(S))
    Parts.Aliases.insert(S.Dest->variable());
  else
    Parts.IsKept = true;
}

static bool isLocal(const Expr *Place) {
  while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
    Place = Place->operand(0);
  return Place->kind() == ExprKind::Var && !Place->variable()->isGlobal();
}

CertainPast CertainViolations::pastOf(const Expr *State, const EventCall &X,
                                      AtEntry How) {
  StateMask Possible = maskOf(File.Calls.possible(X));
  // What an initialiser does to a local variable is not followed here.
  bool IsKnown = How == AtEntry::Free && !isLocal(State);
  StateMask First =
      IsKnown ? StateMask(1) << File.Initial.entryStateOf(X) : Possible;
  return CertainPast(In, pointsOf(State, X), First, Possible,
                     File.Calls.M.findGlobal("predabs.exception"));
}

void CertainViolations::note(const Expr *State, const CertainPast &Past) {
  for (BlockId B = 0; B < In.Blocks.size(); ++B)
    for (uint32_t I = 0; I < In.Blocks[B].Stmts.size(); ++I) {
      const Stmt &S = In.Blocks[B].Stmts[I];
      std::vector<EventCall> Steps = File.Calls.of(S);
      if (Steps.size() != 1 || Steps[0].isOfResult() ||
          File.Calls.placeOf(Steps[0]) != State)
        continue;
      const ProtocolEvent &E = *Steps[0].What.Event;
      noteError(S, isPreconditionOf(In, S)
                       ? nullptr
                       : onlyError(E, Past.beforeFirst(B, I)));
    }
}

bool CertainViolations::isCertain(const Stmt &Call, const Transition &T) const {
  return std::any_of(Errors.begin(), Errors.end(), [&](const auto &E) {
    return E.second == &T && E.first == keyOf(Call);
  });
}

CertainViolations::CallKey CertainViolations::keyOf(const Stmt &S) {
  return {S.Where, S.Value, S.Args};
}

void CertainViolations::noteError(const Stmt &S, const Transition *Error) {
  CallKey Key = keyOf(S);
  for (auto &[Known, Was] : Errors)
    if (Known == Key) {
      Was = Was == Error ? Was : nullptr;
      return;
    }
  Errors.emplace_back(std::move(Key), Error);
}

std::vector<LockPoint> CertainViolations::pointsOf(const Expr *State,
                                                   const EventCall &X) {
  std::vector<LockPoint> Result;
  bool IsFollowed = X.Pointer && X.What.In->IsBalanced && !isNameKnown(State);
  NameParts Parts = IsFollowed ? partsOf(State, X) : NameParts();
  for (BlockId B = 0; B < In.Blocks.size(); ++B)
    for (uint32_t I = 0; I < In.Blocks[B].Stmts.size(); ++I) {
      const Stmt &S = In.Blocks[B].Stmts[I];
      if (!IsFollowed ? I == 0 : unsettles(S, X, Parts))
        Result.push_back({B, I, {}});
      addSteps(B, I, State, Result);
    }
  return Result;
}

void CertainViolations::addSteps(BlockId B, uint32_t I, const Expr *State,
                                 std::vector<LockPoint> &Into) {
  const Stmt &S = In.Blocks[B].Stmts[I];
  for (const EventCall &X : File.Calls.of(S)) {
    const Protocol &P = *X.What.In;
    if (X.isOfResult() || File.Calls.placeOf(X) != State)
      continue;
    if (isPreconditionOf(In, S))
      Into.push_back({B, I, nextOfWrapper(P, LockUse::Kind::Acquires)});
    else
      Into.push_back(
          {B, I, nextStates(P, *X.What.Event, [&](const Transition &T) {
             const Expr *Test = argumentTests(File.Calls.Ctx, T, S);
             return !Test || !Test->isInt(0);
           })});
  }
  for (const LockWrapper &W : File.Wrappers.at(S))
    if (W.Effect.State == State)
      Into.push_back({B, I, nextOfWrapper(*W.Lock.What.In, W.Effect.What)});
}

CertainViolations::NameParts CertainViolations::partsOf(const Expr *State,
                                                        const EventCall &X) {
  NameParts Parts;
  Parts.Terms = termsOf(State);
  Parts.Name = File.Calls.lockName(X);
  for (const Expr *Place : placesRead(X.Pointer))
    Parts.IsInMemory |=
        Place->kind() != ExprKind::Var || Place->variable()->isGlobal();
  const Expr *Lock = File.Calls.Ctx.deref(X.Pointer);
  for (size_t Before = SIZE_MAX; Before != Parts.Aliases.size();) {
    Before = Parts.Aliases.size();
    for (const Block &B : In.Blocks)
      for (const Stmt &S : B.Stmts)
        if (File.Calls.of(S).empty() && tellsWhere(S, Lock, Parts.Aliases))
          noteKeeper(S, Parts);
  }
  return Parts;
}

bool CertainViolations::unsettles(const Stmt &S, const EventCall &X,
                                  const NameParts &Parts) {
  const auto &Terms = Parts.Terms;
  if (S.Kind == StmtKind::Havoc && !S.Dest)
    return true;
  if (S.Dest && (std::find(Terms.begin(), Terms.end(), S.Dest) != Terms.end() ||
                 (Parts.IsInMemory && S.Dest->kind() != ExprKind::Var)))
    return true;
  std::vector<EventCall> Steps = File.Calls.of(S);
  if (!Steps.empty())
    return std::any_of(Steps.begin(), Steps.end(), [&](const EventCall &Other) {
      return Other.What.In == X.What.In && Other.Pointer != X.Pointer &&
             mayBeSame(Other, X);
    });
  return S.Kind == StmtKind::Call &&
         (Parts.IsInMemory ||
          mayChange(S, File.Calls.Ctx.deref(X.Pointer), Parts));
}

bool CertainViolations::mayBeSame(const EventCall &A, const EventCall &B) {
  ObjectName N = File.Calls.nameOf(A), O = File.Calls.nameOf(B);
  if (N.isNone() || O.isNone())
    return !File.Locks.Handed.isNotPointedTo(N) &&
           !File.Locks.Handed.isNotPointedTo(O);
  return N == O;
}

bool CertainViolations::mayChange(const Stmt &S, const Expr *Lock,
                                  const NameParts &Parts) const {
  const Function *Callee =
      S.Value->kind() == ExprKind::FuncAddr ? S.Value->function() : nullptr;
  bool HasSteps = Callee && (File.Locks.Handed.isNotPointedTo(Parts.Name)
                                 ? File.Locks.mayChange(*Callee, Parts.Name)
                                 : File.Wrappers.usesLocks(*Callee));
  bool IsGiven = tellsWhere(S, Lock, Parts.Aliases);
  // Attributes speak for functions that are not here, but not of guards.
  if (File.Locks.NamedByAttributes.contains(Parts.Name))
    return (Callee && File.Locks.isAttributed(File.Locks.Attributed.Changed,
                                              *Callee, Parts.Name)) ||
           (HasSteps && Parts.IsKept) ||
           (IsGiven && !(Callee && Callee->isDefined()));
  return !Callee || HasSteps || IsGiven ||
         (!Callee->isDefined() && !Callee->IsSystem &&
          (Parts.IsKept || !File.Locks.Handed.isOnlyHere(Parts.Name)));
}

bool CertainViolations::isNameKnown(const Expr *State) const {
  std::vector<const Variable *> Named = variablesIn(State);
  return std::any_of(Named.begin(), Named.end(), [&](const Variable *V) {
    return V->Ty->isScalar() && Addressed.contains(V);
  });
}

} // namespace predabs
