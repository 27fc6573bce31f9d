#include "checkers/protocols/analysis/Sites.h"

#include "predicates/ir/Terms.h"

#include <algorithm>
#include <unordered_map>

namespace predabs {

using namespace ir;

std::map<const Function *, std::vector<EventOf>>
eventsIn(const Module &M, const std::vector<Protocol> &Protocols) {
  std::unordered_map<std::string_view, std::vector<EventOf>> ByName;
  for (const Protocol &P : Protocols)
    for (const ProtocolEvent &E : P.Events)
      for (const std::string &Name : E.Functions)
        ByName[Name].push_back({&P, &E});
  std::map<const Function *, std::vector<EventOf>> Result;
  for (const auto &F : M.Functions) {
    auto It = ByName.find(F->Name);
    if (It == ByName.end())
      It = ByName.find(F->DisplayName);
    if (It == ByName.end())
      continue;
    std::vector<EventOf> Events = It->second;
    std::erase_if(Events, [&](const EventOf &E) {
      return E.In->IsOfSystem && !F->IsSystem;
    });
    if (!Events.empty())
      Result.emplace(F.get(), std::move(Events));
  }
  return Result;
}

static Op operatorOf(ResultTest::Kind K) {
  switch (K) {
  case ResultTest::Kind::Equal:
    return Op::Eq;
  case ResultTest::Kind::NotEqual:
    return Op::Ne;
  case ResultTest::Kind::Less:
    return Op::Lt;
  case ResultTest::Kind::LessEqual:
    return Op::Le;
  case ResultTest::Kind::Greater:
    return Op::Gt;
  case ResultTest::Kind::GreaterEqual:
    return Op::Ge;
  case ResultTest::Kind::Any:
    break;
  }
  return Op::None;
}

const Expr *testOf(Context &Ctx, const ResultTest &T, const Expr *Value) {
  Op Comparison = operatorOf(T.What);
  const Type *Ty = Value->type();
  if (Comparison == Op::None || (!Ty->isInt() && !Ty->isPointer()))
    return nullptr;
  return Ctx.binary(Comparison, Value, Ctx.intConst(Ty, UInt128(T.Value)));
}

const Expr *argumentTests(Context &Ctx, const Transition &T, const Stmt &Call) {
  const Expr *All = nullptr;
  for (const ArgumentTest &A : T.Arguments) {
    const Expr *Test = A.Index < Call.Args.size()
                           ? testOf(Ctx, A.Is, Call.Args[A.Index])
                           : nullptr;
    if (Test)
      All = All ? Ctx.binary(Op::LAnd, All, Test) : Test;
  }
  return All;
}

ObjectName nameOf(const Expr *Object) {
  while (Object->kind() == ExprKind::Index)
    Object = Object->operand(0);
  ObjectName N;
  if (Object->kind() == ExprKind::Field) {
    N.Record = Object->operand(0)->type();
    N.Field = Object->fieldIndex();
  } else if (Object->kind() == ExprKind::Var) {
    N.Var = Object->variable();
  }
  return N;
}

void StatesByName::begin(const ObjectName &N, uint32_t State) {
  Begins[N].insert(State);
}

void StatesByName::call(const ObjectName &N, const ProtocolEvent &E,
                        const Stmt &S) {
  Calls[N].push_back({&E, S, true});
}

/// Of a call on another object, only what it always does counts.
bool StatesByName::isPossible(Context &Ctx, const Transition &T,
                              const Call &C) const {
  if (T.isError() || !T.To)
    return false;
  if (!C.IsOwn)
    return T.Arguments.empty();
  const Expr *Test = argumentTests(Ctx, T, C.Stmt);
  return !Test || !Test->isInt(0);
}

static bool meets(const std::vector<uint32_t> &From, const States &S) {
  return From.empty() || std::any_of(From.begin(), From.end(),
                                     [&](uint32_t F) { return S.contains(F); });
}

States StatesByName::closure(Context &Ctx, States S,
                             const std::vector<Call> &Calls) {
  for (size_t Before = 0; Before != S.size();) {
    Before = S.size();
    for (const ProtocolEvent &E : P.Events)
      for (const Transition &T : E.Ways)
        if (T.To && !T.From.empty() && T.Arguments.empty() && meets(T.From, S))
          S.insert(*T.To);
    for (const Call &C : Calls)
      for (const Transition &T : C.Event->Ways)
        if (isPossible(Ctx, T, C) && meets(T.From, S))
          S.insert(*T.To);
  }
  return S;
}

const States &StatesByName::of(Context &Ctx, const ObjectName &N) {
  auto [It, IsNew] = Known.try_emplace(N);
  if (!IsNew)
    return It->second;
  States Begin = {0};
  std::vector<Call> All = Calls[N];
  Begin.merge(States(Begins[N]));
  // Behind a pointer may be any of them.
  if (N.isNone())
    for (const auto &[Other, List] : Calls)
      for (Call C : List) {
        C.IsOwn = Other.isNone();
        All.push_back(C);
      }
  if (N.isNone() && P.Uninitialised)
    for (const auto &[Other, S] : Begins)
      if (S.contains(*P.Uninitialised))
        Begin.insert(*P.Uninitialised);
  return It->second = closure(Ctx, std::move(Begin), All);
}

} // namespace predabs
