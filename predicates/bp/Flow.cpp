// Flow graphs from the tree of statements, see Flow.h. Every statement makes
// one node, in the order of the text; edges to what comes next are left open
// until that is there.

#include "predicates/bp/Flow.h"

#include <algorithm>

namespace predabs::bp {

namespace {

class FlowBuilder {
public:
  FlowBuilder(Program &P, const Procedure &Proc) : P(P) { Result.Proc = &Proc; }

  ProcFlow run() {
    const Procedure &Proc = *Result.Proc;
    for (const Expr *E : Proc.Enforce)
      Result.Enforce = Result.Enforce ? P.Exprs.conj(Result.Enforce, E) : E;
    body(Proc.Body);
    NodeId End = addNode(NodeKind::Return, nullptr);
    Result.Nodes[End].Line = Proc.EndLine;
    Open.clear();
    resolveJumps();
    return std::move(Result);
  }

private:
  /// A successor that is not known yet.
  struct Edge {
    NodeId From;
    uint32_t Slot;
  };

  NodeId addNode(NodeKind Kind, const Stmt *Source) {
    NodeId Id = NodeId(Result.Nodes.size());
    close(Id);
    FlowNode &N = Result.Nodes.emplace_back();
    N.Kind = Kind;
    N.Source = Source;
    if (Source)
      N.Line = Source->Line;
    return Id;
  }

  /// All open edges lead to \p To.
  void close(NodeId To) {
    for (Edge E : Open)
      Result.Nodes[E.From].Succs[E.Slot] = To;
    Open.clear();
  }

  void openEdge(NodeId From) {
    std::vector<NodeId> &Succs = Result.Nodes[From].Succs;
    Open.push_back({From, uint32_t(Succs.size())});
    Succs.push_back(0);
  }

  void body(const std::vector<Stmt> &Stmts) {
    for (const Stmt &S : Stmts)
      stmt(S);
  }

  void stmt(const Stmt &S) {
    NodeId Id = addNode(kindOf(S), &S);
    for (const std::string &L : S.Labels)
      label(L, Id);
    fill(Result.Nodes[Id], S);
    switch (S.Kind) {
    case StmtKind::If:
      return branch(S, Id);
    case StmtKind::While:
      return loop(S, Id);
    case StmtKind::Goto:
      Jumps.emplace_back(Id, &S);
      return;
    case StmtKind::Return:
      return;
    default:
      openEdge(Id);
      return body(S.Body);
    }
  }

  static NodeKind kindOf(const Stmt &S) {
    switch (S.Kind) {
    case StmtKind::Assign:
    case StmtKind::Dead:
      return NodeKind::Assign;
    case StmtKind::Assume:
      return NodeKind::Assume;
    case StmtKind::Assert:
      return NodeKind::Assert;
    case StmtKind::Call:
      return NodeKind::Call;
    case StmtKind::Return:
      return NodeKind::Return;
    case StmtKind::If:
    case StmtKind::While:
      return NodeKind::Branch;
    case StmtKind::Skip:
    case StmtKind::Goto:
    case StmtKind::Block:
      return NodeKind::Skip;
    }
    return NodeKind::Skip;
  }

  void fill(FlowNode &N, const Stmt &S) {
    N.Cond = S.Cond;
    N.Targets = S.Targets;
    N.Values = S.Values;
    if (S.Kind == StmtKind::Call)
      N.Callee = S.Callee->Index;
    if (S.Kind == StmtKind::Dead)
      N.Values.assign(S.Targets.size(), P.Exprs.star());
  }

  void branch(const Stmt &S, NodeId Id) {
    openEdge(Id);
    body(S.Body);
    std::vector<Edge> AfterBody = std::move(Open);
    Open.clear();
    openEdge(Id);
    body(S.Else);
    Open.insert(Open.end(), AfterBody.begin(), AfterBody.end());
  }

  void loop(const Stmt &S, NodeId Id) {
    openEdge(Id);
    body(S.Body);
    close(Id);
    openEdge(Id);
  }

  void label(const std::string &Name, NodeId Id) {
    Result.Labels.emplace_back(Name, Id);
    NodeOfLabel.emplace(Name, Id);
  }

  void resolveJumps() {
    for (auto [Id, S] : Jumps)
      for (const std::string &L : S->GotoLabels)
        Result.Nodes[Id].Succs.push_back(NodeOfLabel.at(L));
  }

  Program &P;
  ProcFlow Result;
  std::vector<Edge> Open;
  std::vector<std::pair<NodeId, const Stmt *>> Jumps;
  std::unordered_map<std::string_view, NodeId> NodeOfLabel;
};

} // namespace

std::optional<NodeId> ProcFlow::findLabel(std::string_view Name) const {
  for (const auto &[Label, Node] : Labels)
    if (Label == Name)
      return Node;
  return std::nullopt;
}

Flow buildFlow(Program &P) {
  Flow F;
  F.Prog = &P;
  for (const auto &Proc : P.Procs)
    F.Procs.push_back(FlowBuilder(P, *Proc).run());
  return F;
}

std::vector<ProcId> defaultEntries(const Flow &F) {
  if (const Procedure *Main = F.Prog->findProcedure("main"))
    return {Main->Index};
  std::vector<bool> Called(F.Procs.size());
  for (ProcId P = 0; P != F.Procs.size(); ++P)
    for (const FlowNode &N : F.Procs[P].Nodes)
      if (N.Kind == NodeKind::Call && N.Callee != P)
        Called[N.Callee] = true;
  std::vector<ProcId> Entries;
  for (ProcId P = 0; P != F.Procs.size(); ++P)
    if (!Called[P])
      Entries.push_back(P);
  return Entries;
}

} // namespace predabs::bp
