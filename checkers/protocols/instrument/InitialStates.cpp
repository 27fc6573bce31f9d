#include "checkers/protocols/instrument/InitialStates.h"

#include "checkers/protocols/instrument/AttributeEvents.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>

namespace predabs {

using namespace ir;

/// Where \p Object lies in its variable, in bits.
static uint64_t offsetOf(const Expr *Object) {
  uint64_t Bits = 0;
  for (; Object->kind() != ExprKind::Var; Object = Object->operand(0))
    Bits +=
        Object->kind() == ExprKind::Field
            ? Object->field().BitOffset
            : uint64_t(Object->operand(1)->bits()) * Object->type()->size() * 8;
  return Bits;
}

static bool hasValue(const Variable &G, const Expr *Object) {
  uint64_t Begin = offsetOf(Object), Size = Object->type()->size() * 8;
  return std::any_of(G.Init.begin(), G.Init.end(), [&](const InitPart &P) {
    return P.BitOffset - Begin < Size && !P.Value->isInt(0);
  });
}

void InitialStates::noteAttributes(const std::vector<Protocol> &Protocols) {
  auto Capability =
      std::find_if(Protocols.begin(), Protocols.end(),
                   [](const Protocol &P) { return P.Name == "capability"; });
  std::vector<const Stmt *> All;
  for (const auto &F : Calls.M.Functions)
    for (const Block &B : F->Blocks)
      for (const Stmt &S : B.Stmts)
        if (attributeStep(S))
          All.push_back(&S);
  for (const Stmt *S : All)
    if (Capability != Protocols.end() && Calls.locksAt(S->Args[0]).empty()) {
      Calls.Places.prepare(*Capability, S->Args[0]->type());
      Calls.statesOf(*Capability);
    }
  for (const Stmt *S : All)
    for (const EventCall &X : Calls.of(*S)) {
      HasEvents = true;
      Calls.statesOf(*X.What.In).call(Calls.nameOf(X), *X.What.Event, *S);
      Calls.statesOf(*X.What.In)
          .begin(Calls.nameOf(X), statesThatAre(*X.What.In, true).front());
    }
}

void InitialStates::noteCalls(const Function &F) {
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      for (const EventCall &X :
           attributeStep(S) ? std::vector<EventCall>() : Calls.of(S)) {
        HasEvents = true;
        const Protocol &P = *X.What.In;
        Calls.statesOf(P).call(Calls.nameOf(X), *X.What.Event, S);
        if (X.PointerType)
          Calls.Places.prepare(P, X.PointerType);
        if (X.Pointer)
          Made.note(F, P, X.Pointer, madeBy(*X.What.Event, S));
        if (ObjectName N = Calls.nameOf(X); !N.isNone())
          Named.insert({&P, N});
      }
}

void InitialStates::noteObjects() {
  if (!Calls.Places.hasObjects())
    return;
  for (const auto &F : Calls.M.Functions)
    for (const Block &B : F->Blocks)
      for (const Stmt &S : B.Stmts)
        for (auto &[P, States] : Calls.ByProtocol)
          for (auto [Object, State] : statesAfter(*P, S)) {
            States.begin(nameOf(Object), State);
            if (S.Kind == StmtKind::Assign)
              Made.note(*P, nameOf(Object), {State});
          }
  for (const auto &F : Calls.M.Functions)
    for (auto &[P, States] : Calls.ByProtocol)
      for (const Expr *Object : newObjects(*P, *F))
        States.begin(nameOf(Object), *P->Uninitialised);
  for (const auto &G : Calls.M.Globals)
    for (auto &[P, States] : Calls.ByProtocol)
      for (const Expr *Object : globalObjects(*P, *G))
        if (P->Initialised && hasValue(*G, Object)) {
          States.begin(nameOf(Object), *P->Initialised);
          Made.note(*P, nameOf(Object), {*P->Initialised});
        }
  noteCopies();
}

void InitialStates::followMade() {
  std::vector<const Protocol *> All;
  for (const auto &[P, States] : Calls.ByProtocol)
    All.push_back(P);
  Made.follow([&](const Type *T,
                  const Protocol &P) { return Calls.Places.isObject(P, T); },
              All);
}

void InitialStates::settle() {
  noteMadeBehindPointers();
  for (const auto &[Key, To] : Made.all())
    for (uint32_t State : To)
      Calls.statesOf(*Key.first).begin(Key.second, State);
  AtEntry = Made.atEntry();
}

uint32_t InitialStates::entryStateOf(const EventCall &X) {
  ObjectName N = Calls.nameOf(X);
  return AtEntry.of({N.Var, N.Record, N.Field, stateName(*X.What.In)});
}

std::vector<std::pair<const Expr *, uint32_t>>
InitialStates::statesAfter(const Protocol &P, const Stmt &S) {
  std::vector<std::pair<const Expr *, uint32_t>> Result;
  if (!S.Dest)
    return Result;
  if (S.Kind == StmtKind::Havoc && S.Why == Reason::Uninitialised &&
      P.Uninitialised && !S.Dest->type()->isScalar())
    for (const Expr *Object : Calls.Places.objectsIn(P, S.Dest))
      Result.emplace_back(Object, *P.Uninitialised);
  if (S.Kind == StmtKind::Assign && P.Initialised &&
      S.Dest->type()->isScalar() && !isState(S.Dest->type()) &&
      S.Value->isConstant() && !S.Value->isInt(0))
    for (const Expr *E = S.Dest;
         E->numOperands() && E->isPlace() && E->kind() != ExprKind::Deref;
         E = E->operand(0))
      if (Calls.Places.isObject(P, E->operand(0)->type()))
        Result.emplace_back(E->operand(0), *P.Initialised);
  return Result;
}

void InitialStates::initialiseGlobals() {
  for (const auto &G : Calls.M.Globals)
    for (auto &[P, States] : Calls.ByProtocol)
      for (const Expr *Object : globalObjects(*P, *G)) {
        const Expr *State = Calls.Places.stateOf(*P, Object);
        uint32_t Begins = hasValue(*G, Object) ? P->Initialised.value_or(0) : 0;
        G->Init.push_back(
            {offsetOf(State), 0, Calls.Ctx.intConst(State->type(), Begins)});
      }
}

void InitialStates::beginLocals(Function &F) {
  for (auto &[P, States] : Calls.ByProtocol)
    for (const Expr *Object : newObjects(*P, F)) {
      Stmt S;
      S.Kind = StmtKind::Assign;
      S.Where =
          Object->kind() == ExprKind::Var ? Object->variable()->Where : F.Where;
      S.Marks.add(Mark::Begins);
      S.Dest = Calls.Places.stateOf(*P, Object);
      S.Value = Calls.Ctx.intConst(S.Dest->type(), *P->Uninitialised);
      F.Blocks[0].Stmts.insert(F.Blocks[0].Stmts.begin(), std::move(S));
    }
}

States InitialStates::madeBy(const ProtocolEvent &E, const Stmt &S) {
  States Result;
  for (const Transition &T : E.Ways) {
    const Expr *Test = argumentTests(Calls.Ctx, T, S);
    if (T.To && T.From.empty() && !T.isError() && !(Test && Test->isInt(0)))
      Result.insert(*T.To);
  }
  return Result;
}

void InitialStates::noteMadeBehindPointers() {
  std::set<ObjectName> Known;
  auto Note = [&](const std::vector<const Expr *> &Roots) {
    for (const Expr *E : termsOf(Roots))
      if (E->kind() == ExprKind::AddrOf)
        Known.insert(nameOf(E->operand(0)));
  };
  for (const auto &F : Calls.M.Functions)
    for (const Block &B : F->Blocks)
      for (const Stmt &S : B.Stmts)
        if (Calls.of(S).empty())
          Note(rootsOf(S));
  for (const auto &G : Calls.M.Globals)
    for (const InitPart &P : G->Init)
      Note({P.Value});
  for (const auto &[Key, To] : MadeObjects::Names(Made.all()))
    if (Known.contains(Key.second))
      Made.note(*Key.first, ObjectName(), To);
}

void InitialStates::noteCopies() {
  for (const auto &F : Calls.M.Functions)
    for (const Block &B : F->Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Kind == StmtKind::Assign && S.Value->isPlace())
          for (const auto &[P, Of] : Calls.ByProtocol)
            if (Calls.Places.isObject(*P, S.Dest->type()))
              Made.copy(*P, nameOf(S.Dest), nameOf(S.Value));
}

std::vector<const Expr *> InitialStates::newObjects(const Protocol &P,
                                                    const Function &F) {
  std::vector<const Expr *> Result;
  if (!P.Uninitialised || !F.isDefined())
    return Result;
  for (const auto &V : F.Vars)
    if (V->Kind == Storage::Local && !V->Ty->isScalar())
      for (const Expr *Object :
           Calls.Places.objectsIn(P, Calls.Ctx.var(V.get())))
        Result.push_back(Object);
  return Result;
}

std::vector<const Expr *> InitialStates::globalObjects(const Protocol &P,
                                                       Variable &G) {
  return G.Init.empty() && G.Bytes.empty()
             ? std::vector<const Expr *>()
             : Calls.Places.objectsIn(P, Calls.Ctx.var(&G));
}

} // namespace predabs
