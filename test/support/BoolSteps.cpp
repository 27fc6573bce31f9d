// Steps on explicit states, see BoolSteps.h.

#include "BoolSteps.h"

#include <cassert>

namespace predabs::bp {

BoolSteps::BoolSteps(const Flow &F, size_t MaxStates)
    : F(F), MaxStates(MaxStates), NumGlobals(unsigned(F.Prog->Globals.size())),
      Tables(F.Procs.size()) {
  for (ProcId P = 0; P < F.Procs.size(); ++P) {
    const Procedure &Proc = *F.Procs[P].Proc;
    assert(NumGlobals + Proc.Vars.size() < MaxBoolVariables);
    Tables[P].Scope = (BoolState(1) << (NumGlobals + Proc.Vars.size())) - 1;
    Tables[P].Inputs = (BoolState(1) << (NumGlobals + Proc.NumParams)) - 1;
    if (F.Procs[P].Enforce)
      Tables[P].EnforceReads = variablesIn(F.Procs[P].Enforce, ExprKind::Var);
    Tables[P].Nodes.resize(F.Procs[P].Nodes.size());
    findReads(P);
    findLive(P);
  }
}

// What is read where.

BoolState BoolSteps::variablesIn(const Expr *E, ExprKind K) const {
  BoolState Found = 0;
  for (const Expr *T : termsOf(E))
    if (T->Kind == K)
      Found |= bitOf(T->V);
  return Found;
}

void BoolSteps::findReads(ProcId P) {
  for (NodeId N = 0; N < Tables[P].Nodes.size(); ++N) {
    BoolState &Reads = Tables[P].Nodes[N].Reads;
    const FlowNode &Node = node(P, N);
    for (const Expr *E : Node.Values)
      Reads |= variablesIn(E, ExprKind::Var);
    if (Node.Cond)
      Reads |= variablesIn(Node.Cond, ExprKind::Var);
  }
}

BoolState BoolSteps::liveBefore(ProcId P, const FlowNode &N) const {
  BoolState Live = globals() | Tables[P].EnforceReads;
  for (NodeId Succ : N.Succs)
    Live |= Tables[P].Nodes[Succ].Live;
  // The constraint may speak of the new value of what keeps its own.
  if (N.Kind == NodeKind::Assign && N.Cond)
    Live |= variablesIn(N.Cond, ExprKind::Next);
  for (const Variable *V : N.Targets)
    if (V && !V->isGlobal())
      Live &= ~bitOf(V);
  return Live | Tables[P].EnforceReads;
}

void BoolSteps::findLive(ProcId P) {
  ProcTable &T = Tables[P];
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (NodeId N = NodeId(T.Nodes.size()); N-- > 0;) {
      BoolState Live = T.Nodes[N].Reads | liveBefore(P, node(P, N));
      Changed |= Live != T.Nodes[N].Live;
      T.Nodes[N].Live = Live;
    }
  }
}

// Expressions.

void BoolSteps::unpack(ProcId P, BoolState S, Values &Globals,
                       Values &Locals) const {
  Globals.resize(NumGlobals);
  Locals.resize(F.Procs[P].Proc->Vars.size());
  for (unsigned I = 0; I != Globals.size(); ++I)
    Globals[I] = S >> I & 1;
  for (unsigned I = 0; I != Locals.size(); ++I)
    Locals[I] = S >> (NumGlobals + I) & 1;
}

bool BoolSteps::exists(ProcId P, BoolState S) {
  if (!F.Procs[P].Enforce)
    return true;
  auto [It, IsNew] = Tables[P].Exists.try_emplace(S & Tables[P].EnforceReads);
  if (IsNew) {
    Values Globals, Locals;
    unpack(P, S, Globals, Locals);
    It->second = evaluate(F.Procs[P].Enforce, {Globals, Locals}).True;
  }
  return It->second;
}

const std::vector<PossibleValues> &BoolSteps::mayBe(ProcId P, NodeId N,
                                                    BoolState S) {
  NodeTable &T = Tables[P].Nodes[N];
  auto [It, IsNew] = T.Known.try_emplace(S & T.Reads);
  if (!IsNew)
    return It->second;
  const FlowNode &Node = node(P, N);
  Values Globals, Locals;
  unpack(P, S, Globals, Locals);
  for (const Expr *E : Node.Values)
    It->second.push_back(evaluate(E, {Globals, Locals}));
  if (Node.Cond && Node.Kind != NodeKind::Assign)
    It->second.push_back(evaluate(Node.Cond, {Globals, Locals}));
  return It->second;
}

bool BoolSteps::constrained(ProcId P, const Expr *Cond, BoolState Old,
                            BoolState New) {
  Values G, L, NextG, NextL;
  unpack(P, Old, G, L);
  unpack(P, New, NextG, NextL);
  return evaluate(Cond, {G, L, &NextG, &NextL}).True;
}

// Steps.

void BoolSteps::split(std::vector<BoolState> &States, BoolState Bit,
                      PossibleValues V) {
  size_t Old = States.size();
  for (size_t I = 0; I < Old; ++I) {
    BoolState With = States[I] | Bit, Without = States[I] & ~Bit;
    States[I] = V.True ? With : Without;
    if (!V.True || !V.False)
      continue;
    if (States.size() >= MaxStates) {
      Overflowed = true;
      return;
    }
    States.push_back(Without);
  }
}

std::vector<BoolState> BoolSteps::anyOf(BoolState Base, BoolState Open) {
  std::vector<BoolState> States = {Base};
  for (; Open; Open &= Open - 1)
    split(States, Open & ~(Open - 1), {true, true});
  return States;
}

/// What \p V may be if \p Bit has to be as \p Wanted says.
static PossibleValues agreeing(PossibleValues V, BoolState Bit,
                               PartialState Wanted) {
  if (!(Wanted.Mask & Bit))
    return V;
  bool IsTrue = Wanted.Value & Bit;
  return {V.True && IsTrue, V.False && !IsTrue};
}

void BoolSteps::assign(ProcId P, NodeId N, BoolState S, NodeId Goal,
                       PartialState Wanted, BoolState Keep,
                       std::vector<Place> &To) {
  const FlowNode &Node = node(P, N);
  const std::vector<PossibleValues> &May = mayBe(P, N, S);
  std::vector<BoolState> States = {S};
  for (size_t I = 0; I < Node.Targets.size(); ++I) {
    BoolState Bit = bitOf(Node.Targets[I]);
    PossibleValues V = May[I];
    if (Node.Succs[0] == Goal)
      V = agreeing(V, Bit, Wanted);
    if (!V.True && !V.False)
      return;
    if (!(Keep & Bit) && !Node.Cond)
      V = {false, true};
    split(States, Bit, V);
  }
  for (BoolState New : States)
    if (!Node.Cond || constrained(P, Node.Cond, S, New))
      To.push_back({Node.Succs[0], New});
}

std::vector<BoolSteps::Place>
BoolSteps::steps(ProcId P, NodeId N, BoolState S, NodeId Goal,
                 PartialState Wanted, const std::vector<BoolState> &Keep) {
  const FlowNode &Node = node(P, N);
  std::vector<Place> To;
  switch (Node.Kind) {
  case NodeKind::Skip:
    for (NodeId Succ : Node.Succs)
      To.push_back({Succ, S});
    break;
  case NodeKind::Branch:
    for (bool Value : {true, false})
      if (mayBe(P, N, S)[0].may(Value))
        To.push_back({Node.Succs[Value ? 0 : 1], S});
    break;
  case NodeKind::Assume:
  case NodeKind::Assert:
    if (mayBe(P, N, S)[0].True)
      To.push_back({Node.Succs[0], S});
    break;
  case NodeKind::Assign:
    assign(P, N, S, Goal, Wanted, Keep[Node.Succs[0]], To);
    break;
  case NodeKind::Call:
  case NodeKind::Return:
    break;
  }
  std::vector<Place> Result;
  for (Place At : To)
    if (exists(P, At.State) && (At.Node != Goal || Wanted.admits(At.State)))
      Result.push_back({At.Node, At.State & Keep[At.Node]});
  return Result;
}

std::vector<BoolState> BoolSteps::entries(ProcId P, NodeId N, BoolState S) {
  std::vector<BoolState> States = {S & globals()};
  BoolState Bit = globals() + 1;
  for (PossibleValues V : mayBe(P, N, S)) {
    split(States, Bit, V);
    Bit <<= 1;
  }
  return States;
}

std::vector<BoolState> BoolSteps::results(ProcId P, NodeId N, BoolState S) {
  BoolState All = (BoolState(1) << F.Procs[P].Proc->NumResults) - 1;
  if (node(P, N).Values.empty())
    return anyOf(0, All);
  std::vector<BoolState> States = {0};
  BoolState Bit = 1;
  for (PossibleValues V : mayBe(P, N, S)) {
    split(States, Bit, V);
    Bit <<= 1;
  }
  return States;
}

BoolState BoolSteps::afterCall(ProcId P, NodeId N, BoolState S,
                               BoolState Globals, BoolState Results) const {
  S = (S & ~globals()) | Globals;
  const std::vector<const Variable *> &Targets = node(P, N).Targets;
  for (size_t I = 0; I < Targets.size(); ++I)
    if (const Variable *V = Targets[I])
      S = Results >> I & 1 ? S | bitOf(V) : S & ~bitOf(V);
  return S;
}

} // namespace predabs::bp
