#include "checkers/protocols/analysis/MadeObjects.h"

#include "checkers/protocols/analysis/StatePlaces.h"

#include <algorithm>
#include <cctype>

namespace predabs {

using namespace ir;

namespace {

/// How deep initialising functions are looked through.
constexpr unsigned MaxDepth = 5;
/// PTHREAD_MUTEX_ERRORCHECK of glibc and musl.
constexpr uint64_t ErrorCheck = 2;

template <typename Fn> void eachCall(const Module &M, Fn Visit) {
  for (const auto &F : M.Functions)
    for (const Block &B : F->Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr)
          Visit(*F, S);
}

/// What \p V is, if it gets one value only.
const Expr *onlyValue(const Function &F, const Variable *V) {
  const Expr *Value = nullptr;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Dest && S.Dest->kind() == ExprKind::Var &&
          S.Dest->variable() == V && S.Kind != StmtKind::Havoc) {
        if (Value || S.Kind != StmtKind::Assign)
          return nullptr;
        Value = S.Value;
      }
  return Value;
}

bool isStep(const Expr *E) {
  return E->kind() == ExprKind::Binary && E->op() == Op::PtrAdd;
}

/// \p Pointer as parameters, or as the address of a place.
const Expr *origin(const Function &F, const Expr *Pointer) {
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth) {
    // An element has the name of its array.
    while (Pointer->kind() == ExprKind::Cast || isStep(Pointer))
      Pointer = Pointer->operand(0);
    if (Pointer->kind() != ExprKind::Var || Pointer->variable()->isGlobal() ||
        Pointer->variable()->Kind == Storage::Parameter)
      return Pointer;
    const Expr *Value = onlyValue(F, Pointer->variable());
    if (!Value)
      return Pointer;
    Pointer = Value;
  }
  return Pointer;
}

bool saysInit(const Function &F) {
  std::string Name = F.DisplayName.empty() ? F.Name : F.DisplayName;
  std::transform(Name.begin(), Name.end(), Name.begin(),
                 [](unsigned char C) { return char(std::tolower(C)); });
  for (const char *Word : {"init", "create", "setup", "construct"})
    if (Name.find(Word) != Name.npos)
      return true;
  return false;
}

/// Whether objects in \p State can be acquired.
bool canBeAcquired(const Protocol &P, uint32_t State) {
  for (const ProtocolEvent &E : P.Events)
    for (const Transition &T : E.Ways)
      if (T.To && P.States[*T.To].IsHeld &&
          std::binary_search(T.From.begin(), T.From.end(), State))
        return true;
  return false;
}

/// Whether nothing is ever wrong in \p State.
bool isSilent(const Protocol &P, uint32_t State) {
  for (const ProtocolEvent &E : P.Events)
    for (const Transition &T : E.Ways)
      if (T.isError() &&
          std::binary_search(T.From.begin(), T.From.end(), State))
        return false;
  return true;
}

/// What an initialisation of objects of \p P may bring them into.
States anyMade(const Protocol &P) {
  States Result;
  for (const ProtocolEvent &E : P.Events)
    for (const Transition &T : E.Ways)
      if (T.To && T.From.empty() && !T.isError())
        Result.insert(*T.To);
  return Result;
}

} // namespace

void MadeObjects::copy(const Protocol &P, const ObjectName &To,
                       const ObjectName &From) {
  if (auto It = Made.find({&P, From}); It != Made.end())
    note(P, To, States(It->second));
}

void MadeObjects::note(const Protocol &P, const ObjectName &N,
                       const States &To) {
  Made[{&P, N}].insert(To.begin(), To.end());
}

void MadeObjects::note(const Function &F, const Protocol &P,
                       const Expr *Pointer, const States &To) {
  if (To.empty())
    return;
  const Expr *From = origin(F, Pointer);
  if (From->kind() == ExprKind::AddrOf)
    return note(P, nameOf(From->operand(0)), To);
  note(P, ObjectName(), To);
  if (From->kind() == ExprKind::Var &&
      From->variable()->Kind == Storage::Parameter)
    Makers[{&F, From->variable()->Id, &P}].insert(To.begin(), To.end());
}

void MadeObjects::followCall(const Function &In, const Stmt &Call) {
  const Function *Callee = Call.Value->function();
  for (auto It = Makers.lower_bound({Callee, 0, nullptr});
       It != Makers.end() && It->first.F == Callee; ++It)
    if (It->first.Param < Call.Args.size()) {
      States To = It->second;
      note(In, *It->first.P, Call.Args[It->first.Param], To);
    }
}

void MadeObjects::follow(
    const std::function<bool(const Type *, const Protocol &)> &IsObject,
    const std::vector<const Protocol *> &Protocols) {
  eachCall(M, [&](const Function &In, const Stmt &S) {
    const Function &Callee = *S.Value->function();
    if (Callee.isDefined() || Callee.IsSystem || Callee.Ty->isVariadic() ||
        !saysInit(Callee))
      return;
    for (const Expr *A : S.Args)
      for (const Protocol *P : Protocols)
        if (A->type()->isPointer() && IsObject(A->type()->inner(), *P))
          note(In, *P, A, anyMade(*P));
  });
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth)
    eachCall(M, [&](const Function &In, const Stmt &S) { followCall(In, S); });
}

/// Whether some mutex of the file checks for errors itself.
bool MadeObjects::checksErrors() const {
  bool Result = false;
  eachCall(M, [&](const Function &, const Stmt &S) {
    Result |= S.Value->function()->Name == "pthread_mutexattr_settype" &&
              S.Args.size() == 2 && S.Args[1]->isInt(ErrorCheck);
  });
  return Result;
}

/// Of the states that it may begin in the one of which the least is said: that
/// of a recursive lock before that of a plain one.
uint32_t MadeObjects::entryState(const Protocol &P, const ObjectName &N,
                                 const States &Begin) const {
  uint32_t Result = 0;
  for (uint32_t S : Begin)
    if (S && canBeAcquired(P, S))
      Result = S;
  for (uint32_t S : Begin)
    if (isSilent(P, S) &&
        (SilentElsewhere.contains({&P, N}) || (Result && checksErrors())))
      return S;
  return Result;
}

void MadeObjects::noteElsewhere(const Protocol &P, const ObjectName &N,
                                uint32_t To) {
  note(P, N, {To});
  if (isSilent(P, To))
    SilentElsewhere.insert({&P, N});
}

States MadeObjects::ownStates(const Protocol &P) {
  States Result = anyMade(P);
  std::erase_if(Result, [&](uint32_t S) {
    return S == 0 || !(canBeAcquired(P, S) || isSilent(P, S));
  });
  return Result;
}

std::map<std::pair<const Protocol *, ObjectName>, uint32_t>
MadeObjects::begins() const {
  std::map<std::pair<const Protocol *, ObjectName>, uint32_t> Result;
  for (const auto &[Key, Begin] : Made)
    if (uint32_t S = entryState(*Key.first, Key.second, Begin))
      Result[Key] = S;
  return Result;
}

EntryStates MadeObjects::atEntry() const {
  EntryStates Result;
  for (const auto &[Key, S] : begins()) {
    const ObjectName &N = Key.second;
    Result.set({N.Var, N.Record, N.Field, stateName(*Key.first)}, S);
  }
  return Result;
}

} // namespace predabs
