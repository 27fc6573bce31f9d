#include "predicates/bp/Liveness.h"

#include <algorithm>
#include <set>

namespace predabs::bp {

namespace {

/// A set of variables of one procedure: globals, then its own.
class VarSet {
public:
  explicit VarSet(size_t Size = 0) : Words((Size + 63) / 64) {}

  bool has(size_t I) const { return Words[I / 64] >> (I % 64) & 1; }
  void add(size_t I) { Words[I / 64] |= uint64_t(1) << (I % 64); }
  void remove(size_t I) { Words[I / 64] &= ~(uint64_t(1) << (I % 64)); }
  bool isEmpty() const {
    return std::all_of(Words.begin(), Words.end(), [](auto W) { return !W; });
  }
  VarSet &operator|=(const VarSet &O) {
    for (size_t I = 0; I < Words.size(); ++I)
      Words[I] |= O.Words[I];
    return *this;
  }
  VarSet &operator&=(const VarSet &O) {
    for (size_t I = 0; I < Words.size(); ++I)
      Words[I] &= O.Words[I];
    return *this;
  }
  VarSet &operator-=(const VarSet &O) {
    for (size_t I = 0; I < Words.size(); ++I)
      Words[I] &= ~O.Words[I];
    return *this;
  }
  bool operator==(const VarSet &) const = default;

private:
  std::vector<uint64_t> Words;
};

/// What is read and alive, in one procedure.
class ProcLiveness {
public:
  ProcLiveness(const Flow &F, ProcId P)
      : Graph(F.Procs[P]), NumGlobals(F.Prog->Globals.size()),
        Size(NumGlobals + Graph.Proc->Vars.size()), Together(Size),
        LiveIn(Graph.Nodes.size(), VarSet(Size)), AtExit(NumGlobals) {
    for (const Expr *Clause : Graph.Proc->Enforce)
      for (size_t V : variablesIn(Clause)) {
        if (Together[V] == VarSet())
          Together[V] = VarSet(Size);
        for (size_t Other : variablesIn(Clause))
          Together[V].add(Other);
      }
    Preds.resize(Graph.Nodes.size());
    for (NodeId N = 0; N < Graph.Nodes.size(); ++N)
      for (NodeId Succ : Graph.Nodes[N].Succs)
        Preds[Succ].push_back(N);
  }

  const ProcFlow &Graph;
  const size_t NumGlobals, Size;
  std::vector<std::vector<NodeId>> Preds;
  /// By variable: those that an enforce condition ties it to.
  std::vector<VarSet> Together;
  std::vector<VarSet> LiveIn; ///< by node
  VarSet AtExit;              ///< globals that callers go on to read
  /// Globals that it may assign, itself or through calls.
  std::vector<bool> Assigned;

  size_t indexOf(const Variable *V) const {
    return V->isGlobal() ? V->Index : NumGlobals + V->Index;
  }
  std::vector<size_t> variablesIn(const Expr *E) const {
    std::vector<size_t> Result;
    for (const Expr *T : termsOf(E))
      if (T->Kind == ExprKind::Var)
        Result.push_back(indexOf(T->V));
    return Result;
  }
  void read(const Expr *E, VarSet &Live) const {
    for (size_t V : variablesIn(E))
      Live.add(V);
  }
  VarSet liveOut(NodeId N) const {
    VarSet Live(Size);
    for (NodeId Succ : Graph.Nodes[N].Succs)
      Live |= LiveIn[Succ];
    return Live;
  }
  const VarSet &atEntry() const { return LiveIn[Graph.Entry]; }
};

class Liveness {
public:
  Liveness(Flow &F, Program &P) : F(F), P(P) {
    for (ProcId I = 0; I < F.Procs.size(); ++I)
      Procs.emplace_back(F, I);
    findCalls();
    findAssigned();
    solve();
  }

  void forget() {
    for (ProcId I = 0; I < F.Procs.size(); ++I)
      forgetIn(I);
  }

private:
  void findCalls() {
    CalledIn.resize(F.Procs.size());
    for (ProcId I = 0; I < F.Procs.size(); ++I)
      for (NodeId N = 0; N < F.Procs[I].Nodes.size(); ++N)
        if (F.Procs[I].Nodes[N].Kind == NodeKind::Call)
          CalledIn[F.Procs[I].Nodes[N].Callee].push_back({I, N});
  }

  void findAssigned() {
    std::vector<ProcId> Open;
    for (ProcId I = 0; I < F.Procs.size(); ++I) {
      Procs[I].Assigned.resize(Procs[I].NumGlobals);
      Open.push_back(I);
      for (const FlowNode &N : F.Procs[I].Nodes)
        for (const Variable *V : N.Targets)
          if (V && V->isGlobal())
            Procs[I].Assigned[V->Index] = true;
    }
    while (!Open.empty()) {
      ProcId Callee = Open.back();
      Open.pop_back();
      for (auto [Caller, Node] : CalledIn[Callee])
        if (addAll(Procs[Callee].Assigned, Procs[Caller].Assigned))
          Open.push_back(Caller);
    }
  }

  static bool addAll(const std::vector<bool> &From, std::vector<bool> &To) {
    bool Grew = false;
    for (size_t I = 0; I < From.size(); ++I)
      if (From[I] && !To[I])
        Grew = To[I] = true;
    return Grew;
  }

  /// Callers and callees depend on each other: until nothing changes.
  void solve() {
    std::set<ProcId> Open;
    for (ProcId I = 0; I < F.Procs.size(); ++I)
      Open.insert(I);
    while (!Open.empty()) {
      ProcId I = *Open.begin();
      Open.erase(Open.begin());
      VarSet Before = Procs[I].atEntry();
      for (ProcId Callee : solveIn(I))
        Open.insert(Callee);
      if (Procs[I].atEntry() == Before)
        continue;
      for (auto [Caller, Node] : CalledIn[I])
        Open.insert(Caller);
    }
  }

  /// Returns the callees at whose exit more is alive than before.
  std::set<ProcId> solveIn(ProcId I) {
    ProcLiveness &L = Procs[I];
    std::set<ProcId> Changed;
    std::vector<NodeId> Open;
    std::vector<bool> IsOpen(L.Graph.Nodes.size(), true);
    for (NodeId N = 0; N < L.Graph.Nodes.size(); ++N)
      Open.push_back(N);
    while (!Open.empty()) {
      NodeId N = Open.back();
      Open.pop_back();
      IsOpen[N] = false;
      VarSet Live = before(I, N, Changed);
      if (Live == L.LiveIn[N])
        continue;
      L.LiveIn[N] = std::move(Live);
      for (NodeId Pred : L.Preds[N])
        if (!IsOpen[Pred]) {
          IsOpen[Pred] = true;
          Open.push_back(Pred);
        }
    }
    return Changed;
  }

  VarSet before(ProcId I, NodeId At, std::set<ProcId> &Changed) {
    const ProcLiveness &L = Procs[I];
    const FlowNode &N = L.Graph.Nodes[At];
    VarSet Live = L.liveOut(At);
    switch (N.Kind) {
    case NodeKind::Skip:
      break;
    case NodeKind::Branch:
    case NodeKind::Assume:
    case NodeKind::Assert:
      L.read(N.Cond, Live);
      break;
    case NodeKind::Assign:
      return beforeAssign(L, N, std::move(Live));
    case NodeKind::Call:
      return beforeCall(L, N, std::move(Live), Changed);
    case NodeKind::Return:
      for (const Expr *E : N.Values)
        L.read(E, Live);
      for (size_t G = 0; G < L.NumGlobals; ++G)
        if (L.AtExit.has(G))
          Live.add(G);
      break;
    }
    return Live;
  }

  /// What is assigned and alive must agree with what it is tied to.
  static void readTies(const ProcLiveness &L, size_t V, VarSet &Live) {
    if (L.Together[V] != VarSet())
      Live |= L.Together[V];
  }

  static VarSet beforeAssign(const ProcLiveness &L, const FlowNode &N,
                             VarSet After) {
    VarSet Live = After;
    for (const Variable *V : N.Targets)
      Live.remove(L.indexOf(V));
    for (size_t I = 0; I < N.Targets.size(); ++I) {
      size_t V = L.indexOf(N.Targets[I]);
      if (!After.has(V) && !N.Cond)
        continue;
      L.read(N.Values[I], Live);
      VarSet Ties(L.Size);
      readTies(L, V, Ties);
      for (const Variable *Other : N.Targets)
        Ties.remove(L.indexOf(Other));
      Live |= Ties;
    }
    if (N.Cond)
      L.read(N.Cond, Live);
    return Live;
  }

  VarSet beforeCall(const ProcLiveness &L, const FlowNode &N, VarSet After,
                    std::set<ProcId> &Changed) {
    ProcLiveness &Callee = Procs[N.Callee];
    VarSet Live(L.Size), Ties(L.Size);
    for (size_t I = L.NumGlobals; I < L.Size; ++I)
      if (After.has(I))
        Live.add(I);
    for (const Variable *V : N.Targets)
      if (V) {
        if (After.has(L.indexOf(V)))
          readTies(L, L.indexOf(V), Ties);
        Live.remove(L.indexOf(V));
      }
    for (size_t G = 0; G < L.NumGlobals; ++G) {
      bool IsTarget =
          std::any_of(N.Targets.begin(), N.Targets.end(), [&](auto *V) {
            return V && V->isGlobal() && V->Index == G;
          });
      if (After.has(G) && Callee.Assigned[G])
        readTies(L, G, Ties);
      if (After.has(G) && !IsTarget && !Callee.AtExit.has(G)) {
        Callee.AtExit.add(G);
        Changed.insert(N.Callee);
      }
      if (Callee.atEntry().has(G))
        Live.add(G);
    }
    Live |= Ties;
    for (size_t I = 0; I < N.Values.size(); ++I)
      if (Callee.atEntry().has(Callee.NumGlobals + I))
        L.read(N.Values[I], Live);
    return Live;
  }

  // Forgetting.

  /// What may be forgotten: path edges keep the entry value of all that a
  /// procedure changes, so what it does not change it had better not begin to.
  VarSet forgettable(ProcId I) const {
    const ProcLiveness &L = Procs[I];
    bool NobodyCalls = CalledIn[I].empty();
    VarSet Result(L.Size);
    for (const FlowNode &N : L.Graph.Nodes)
      for (const Variable *V : N.Targets)
        if (V)
          Result.add(L.indexOf(V));
    for (size_t V = 0; V < L.Size; ++V)
      if (NobodyCalls || V >= L.NumGlobals + L.Graph.Proc->NumParams ||
          (V < L.NumGlobals && L.Assigned[V]))
        Result.add(V);
    return Result;
  }

  void forgetIn(ProcId I) {
    const ProcLiveness &L = Procs[I];
    VarSet May = forgettable(I);
    std::vector<VarSet> Stale = staleIn(L, May);
    ProcFlow &Graph = F.Procs[I];
    size_t Before = Graph.Nodes.size();
    for (NodeId N = 0; N < Before; ++N)
      if (Graph.Nodes[N].Kind == NodeKind::Assign)
        forgetAt(L, Graph.Nodes[N], N, Stale[N], May);
    for (NodeId N = 0; N < Before; ++N)
      if (isMeeting(L, N) && !Stale[N].isEmpty())
        insertBefore(L, Graph, N, Stale[N]);
  }

  static bool isMeeting(const ProcLiveness &L, NodeId N) {
    NodeKind K = L.Graph.Nodes[N].Kind;
    return N != L.Graph.Entry && (L.Preds[N].size() > 1 || K == NodeKind::Call);
  }

  static bool forgets(const ProcLiveness &L, NodeId N) {
    const FlowNode &Node = L.Graph.Nodes[N];
    return Node.Kind == NodeKind::Assign && !Node.Cond;
  }

  /// By node: the dead variables that may still hold something.
  static std::vector<VarSet> staleIn(const ProcLiveness &L, const VarSet &May) {
    size_t Size = L.Graph.Nodes.size();
    std::vector<VarSet> Stale(Size, VarSet(L.Size));
    std::vector<NodeId> Open;
    std::vector<bool> IsOpen(Size, true);
    for (size_t N = Size; N-- > 0;)
      Open.push_back(NodeId(N));
    while (!Open.empty()) {
      NodeId N = Open.back();
      Open.pop_back();
      IsOpen[N] = false;
      VarSet Out = L.LiveIn[N];
      for (const Variable *V : L.Graph.Nodes[N].Targets)
        if (V)
          Out.add(L.indexOf(V));
      if (!isMeeting(L, N))
        Out |= Stale[N];
      if (forgets(L, N))
        Out &= L.liveOut(N);
      for (NodeId Succ : L.Graph.Nodes[N].Succs) {
        VarSet More = Out;
        More -= L.LiveIn[Succ];
        More &= May;
        VarSet Joined = Stale[Succ];
        Joined |= More;
        if (Joined == Stale[Succ])
          continue;
        Stale[Succ] = std::move(Joined);
        if (!IsOpen[Succ]) {
          IsOpen[Succ] = true;
          Open.push_back(Succ);
        }
      }
    }
    return Stale;
  }

  const Variable *variable(const ProcLiveness &L, size_t I) const {
    return I < L.NumGlobals ? P.Globals[I].get()
                            : L.Graph.Proc->Vars[I - L.NumGlobals].get();
  }

  /// Lets an assignment forget what is dead behind it.
  void forgetAt(const ProcLiveness &L, FlowNode &N, NodeId At,
                const VarSet &Stale, const VarSet &May) {
    if (!forgets(L, At))
      return;
    VarSet Out = L.liveOut(At), Dead = L.LiveIn[At];
    if (!isMeeting(L, At))
      Dead |= Stale;
    Dead -= Out;
    Dead &= May;
    for (size_t I = 0; I < N.Targets.size(); ++I) {
      size_t V = L.indexOf(N.Targets[I]);
      if (!Out.has(V))
        N.Values[I] = P.Exprs.star();
      Dead.remove(V);
    }
    assignStar(L, N, Dead);
  }

  void assignStar(const ProcLiveness &L, FlowNode &N, const VarSet &Which) {
    for (size_t V = 0; V < L.Size; ++V)
      if (Which.has(V)) {
        N.Targets.push_back(variable(L, V));
        N.Values.push_back(P.Exprs.star());
      }
  }

  void insertBefore(const ProcLiveness &L, ProcFlow &Graph, NodeId At,
                    const VarSet &Which) {
    NodeId New = NodeId(Graph.Nodes.size());
    for (NodeId Pred : L.Preds[At])
      for (NodeId &Succ : Graph.Nodes[Pred].Succs)
        if (Succ == At)
          Succ = New;
    FlowNode &N = Graph.Nodes.emplace_back();
    N.Kind = NodeKind::Assign;
    N.Line = Graph.Nodes[At].Line;
    N.Succs = {At};
    assignStar(L, N, Which);
  }

  struct CallSite {
    ProcId Caller;
    NodeId Node;
  };

  Flow &F;
  Program &P;
  std::vector<ProcLiveness> Procs;
  std::vector<std::vector<CallSite>> CalledIn;
};

} // namespace

void forgetDead(Flow &F, Program &P) { Liveness(F, P).forget(); }

} // namespace predabs::bp
