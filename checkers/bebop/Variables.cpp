#include "checkers/bebop/Variables.h"

#include "checkers/bebop/Order.h"

#include <algorithm>
#include <numeric>

using namespace predabs;
using namespace predabs::bebop;

namespace {

/// Which slots should be close: a target and the variables of its new value,
/// parameters and what is passed, results and what is returned, and the
/// operands of the innermost operators.
class Meetings {
public:
  Meetings(const bp::Flow &F, unsigned FirstResult)
      : F(F), NumGlobals(unsigned(F.Prog->Globals.size())),
        FirstResult(FirstResult) {}

  std::vector<Neighbours> collect() {
    for (const bp::ProcFlow &P : F.Procs) {
      addOperands(P.Enforce);
      for (const bp::FlowNode &N : P.Nodes)
        addNode(N);
    }
    return std::move(Edges);
  }

private:
  unsigned slot(const bp::Variable *V) const {
    return V->isGlobal() ? V->Index : NumGlobals + V->Index;
  }

  void addNode(const bp::FlowNode &N) {
    addOperands(N.Cond);
    for (unsigned I = 0; I < N.Values.size(); ++I) {
      addOperands(N.Values[I]);
      switch (N.Kind) {
      case bp::NodeKind::Assign:
        add(N.Values[I], slot(N.Targets[I]));
        break;
      case bp::NodeKind::Call:
        add(N.Values[I], NumGlobals + I);
        break;
      default:
        add(N.Values[I], FirstResult + I);
      }
    }
    if (N.Kind == bp::NodeKind::Call)
      for (unsigned I = 0; I < N.Targets.size(); ++I)
        if (N.Targets[I])
          Edges.push_back({slot(N.Targets[I]), FirstResult + I});
  }

  void add(const bp::Expr *Value, unsigned Slot) {
    Neighbours E = {Slot};
    for (const bp::Expr *T : bp::termsOf(Value))
      if (T->V)
        E.push_back(slot(T->V));
    if (E.size() > 1 && E.size() <= MaxMeeting)
      Edges.push_back(std::move(E));
  }

  void addOperands(const bp::Expr *E) {
    if (!E)
      return;
    for (const bp::Expr *T : bp::termsOf(E)) {
      Neighbours Operands;
      for (const bp::Expr *Op : T->Op)
        if (const bp::Variable *V = Op ? variableIn(Op) : nullptr)
          Operands.push_back(slot(V));
      if (Operands.size() > 1)
        Edges.push_back(std::move(Operands));
    }
  }

  static const bp::Variable *variableIn(const bp::Expr *E) {
    while (E->Kind == bp::ExprKind::Not)
      E = E->Op[0];
    return E->V;
  }

  // Larger ones say nothing about who is close to whom.
  static constexpr size_t MaxMeeting = 16;

  const bp::Flow &F;
  unsigned NumGlobals, FirstResult;
  std::vector<Neighbours> Edges;
};

/// Sets of slots, each with one of them to stand for it.
class Families {
public:
  explicit Families(size_t Size) : Parent(Size) {
    std::iota(Parent.begin(), Parent.end(), 0);
  }
  unsigned of(unsigned S) {
    while (Parent[S] != S)
      S = Parent[S] = Parent[Parent[S]];
    return S;
  }
  void unite(unsigned A, unsigned B) { Parent[of(A)] = of(B); }

private:
  std::vector<unsigned> Parent;
};

/// \p Order with the members of each family side by side, where the middle one
/// of them is. Families that take turns multiply the sizes of their BDDs.
std::vector<unsigned> sideBySide(const std::vector<unsigned> &Order,
                                 Families &Of) {
  std::vector<std::vector<unsigned>> Members(Order.size());
  for (unsigned S : Order)
    Members[Of.of(S)].push_back(S);
  std::vector<unsigned> Result;
  std::vector<unsigned> Seen(Order.size());
  for (unsigned S : Order) {
    const std::vector<unsigned> &All = Members[Of.of(S)];
    if (Seen[Of.of(S)]++ == All.size() / 2)
      Result.insert(Result.end(), All.begin(), All.end());
  }
  return Result;
}

} // namespace

Variables::Variables(const bp::Flow &Program, BddSpace &Space, Entries Kept)
    : Program(Program), Space(Space),
      NumGlobals(unsigned(Program.Prog->Globals.size())),
      KeepsEntry(Program.Procs.size(), Kept == Entries::OfAll) {
  makeBlocks();
  findChanges();
}

void Variables::makeBlocks() {
  unsigned NumLocals = 0, NumParams = 0, NumResults = 0;
  for (const auto &P : Program.Prog->Procs) {
    NumLocals = std::max(NumLocals, unsigned(P->Vars.size()));
    NumParams = std::max(NumParams, P->NumParams);
    NumResults = std::max(NumResults, P->NumResults);
  }
  unsigned FirstResult = NumGlobals + NumLocals;
  Slots.resize(FirstResult);
  Results.resize(NumResults);
  std::vector<Neighbours> Edges = Meetings(Program, FirstResult).collect();
  Families Tied(FirstResult + NumResults);
  for (const auto &P : Program.Prog->Procs)
    for (const bp::Expr *Clause : P->Enforce) {
      const bp::Variable *Last = nullptr;
      for (const bp::Expr *T : bp::termsOf(Clause))
        if (T->V) {
          if (Last)
            Tied.unite(slot(Last), slot(T->V));
          Last = T->V;
        }
    }
  for (unsigned S :
       sideBySide(closeOrder(FirstResult + NumResults, Edges), Tied)) {
    bool IsParam = S >= NumGlobals && S < NumGlobals + NumParams;
    if (S >= FirstResult)
      Results[S - FirstResult] = Space.addBlock(1);
    else
      Slots[S] = Space.addBlock(IsParam ? 4 : 3);
  }
}

bool Variables::mayChange(bp::ProcId P, const bp::Variable *V) const {
  return V->isGlobal() ? GlobalChanges[P][V->Index] : LocalChanges[P][V->Index];
}

// Changes of globals go from callees to callers until nothing is new.
void Variables::findChanges() {
  std::vector<std::vector<bp::ProcId>> Callers(Program.Procs.size());
  std::vector<bp::ProcId> Open;
  for (const bp::ProcFlow &P : Program.Procs) {
    bp::ProcId Id = P.Proc->Index;
    GlobalChanges.emplace_back(NumGlobals);
    LocalChanges.emplace_back(P.Proc->Vars.size());
    Open.push_back(Id);
    for (const bp::FlowNode &N : P.Nodes) {
      if (N.Kind == bp::NodeKind::Call) {
        Callers[N.Callee].push_back(Id);
        KeepsEntry[N.Callee] = true;
      }
      for (const bp::Variable *V : N.Targets)
        if (V)
          (V->isGlobal() ? GlobalChanges : LocalChanges)[Id][V->Index] = true;
    }
  }
  while (!Open.empty()) {
    bp::ProcId Callee = Open.back();
    Open.pop_back();
    for (bp::ProcId Caller : Callers[Callee]) {
      std::vector<bool> Before = GlobalChanges[Caller];
      for (unsigned G = 0; G < NumGlobals; ++G)
        if (GlobalChanges[Callee][G])
          GlobalChanges[Caller][G] = true;
      if (Before != GlobalChanges[Caller])
        Open.push_back(Caller);
    }
  }
  ChangedGlobals.resize(Program.Procs.size());
  for (bp::ProcId P = 0; P < Program.Procs.size(); ++P)
    for (const auto &G : Program.Prog->Globals)
      if (GlobalChanges[P][G->Index])
        ChangedGlobals[P].push_back(G.get());
}

std::vector<BddVar> Variables::entriesOf(bp::ProcId P) const {
  std::vector<BddVar> Result;
  if (!keepsEntry(P))
    return Result;
  for (const bp::Variable *G : ChangedGlobals[P])
    Result.push_back(entry(G));
  const bp::Procedure &Proc = *Program.Procs[P].Proc;
  for (unsigned I = 0; I < Proc.NumParams; ++I)
    if (mayChange(P, Proc.Vars[I].get()))
      Result.push_back(entry(Proc.Vars[I].get()));
  return Result;
}

std::vector<BddVar> Variables::localsOf(bp::ProcId P) const {
  std::vector<BddVar> Result;
  for (const auto &V : Program.Procs[P].Proc->Vars)
    Result.push_back(now(V.get()));
  return Result;
}
