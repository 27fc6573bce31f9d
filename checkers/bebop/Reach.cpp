#include "checkers/bebop/Reach.h"

#include <algorithm>

using namespace predabs;
using namespace predabs::bebop;
using bp::NodeKind;

namespace {

/// The numbers 0..Size-1 in post-order of a depth-first walk, which begins at
/// \p Roots and then at whatever is left.
template <typename SuccessorsOf>
std::vector<unsigned> postOrder(unsigned Size, std::vector<unsigned> Roots,
                                SuccessorsOf Successors) {
  for (unsigned I = 0; I < Size; ++I)
    Roots.push_back(I);
  std::vector<unsigned> Result;
  std::vector<bool> Seen(Size);
  std::vector<std::pair<unsigned, unsigned>> Path; // with the next successor
  for (unsigned Root : Roots) {
    if (Seen[Root])
      continue;
    Seen[Root] = true;
    Path.emplace_back(Root, 0);
    while (!Path.empty()) {
      auto &[At, Next] = Path.back();
      const auto &Succs = Successors(At);
      if (Next == Succs.size()) {
        Result.push_back(At);
        Path.pop_back();
        continue;
      }
      unsigned To = Succs[Next++];
      if (!Seen[To]) {
        Seen[To] = true;
        Path.emplace_back(To, 0);
      }
    }
  }
  return Result;
}

} // namespace

std::vector<std::vector<Site>> bebop::callSites(const bp::Flow &F) {
  std::vector<std::vector<Site>> Result(F.Procs.size());
  for (bp::ProcId P = 0; P < F.Procs.size(); ++P)
    for (bp::NodeId N = 0; N < F.Procs[P].Nodes.size(); ++N)
      if (F.Procs[P].Nodes[N].Kind == NodeKind::Call)
        Result[F.Procs[P].Nodes[N].Callee].push_back({P, N});
  return Result;
}

Reach::Reach(const Variables &Vars, Transfer &Relations)
    : Vars(Vars), Relations(Relations), Space(Vars.space()),
      Callers(callSites(Vars.program())) {
  const bp::Flow &F = Vars.program();
  Bdd Nothing = Space.constant(false);
  for (const bp::ProcFlow &P : F.Procs) {
    Nodes.emplace_back(P.Nodes.size(), Node{Nothing, Nothing, Nothing, 0});
    Procs.push_back({Nothing, Nothing, 0});
  }
  NodeByRank.resize(F.Procs.size());
  for (bp::ProcId P = 0; P < F.Procs.size(); ++P)
    rankNodes(P);
  rankProcedures();
}

void Reach::rankProcedures() {
  const bp::Flow &F = Vars.program();
  std::vector<std::vector<unsigned>> Callees(F.Procs.size());
  for (bp::ProcId P = 0; P < F.Procs.size(); ++P)
    for (const bp::FlowNode &N : F.Procs[P].Nodes)
      if (N.Kind == NodeKind::Call)
        Callees[P].push_back(N.Callee);
  ByRank = postOrder(
      unsigned(F.Procs.size()), bp::defaultEntries(F),
      [&](unsigned P) -> const std::vector<unsigned> & { return Callees[P]; });
  for (unsigned Rank = 0; Rank < ByRank.size(); ++Rank)
    Procs[ByRank[Rank]].Rank = Rank;
}

void Reach::rankNodes(bp::ProcId P) {
  const bp::ProcFlow &F = Vars.program().Procs[P];
  NodeByRank[P] = postOrder(unsigned(F.Nodes.size()), {F.Entry},
                            [&](unsigned N) -> const std::vector<bp::NodeId> & {
                              return F.Nodes[N].Succs;
                            });
  std::reverse(NodeByRank[P].begin(), NodeByRank[P].end());
  for (unsigned Rank = 0; Rank < NodeByRank[P].size(); ++Rank)
    Nodes[P][NodeByRank[P][Rank]].Rank = Rank;
}

void Reach::enter(bp::ProcId P, const Bdd &EntryStates) {
  Bdd Fresh = EntryStates - Procs[P].EntryStates;
  if (!Fresh.isValid() || Fresh.isFalse())
    return;
  ++Numbers.Explorations;
  Procs[P].EntryStates |= Fresh;
  add({P, Vars.program().Procs[P].Entry}, Relations.enter(P).begin(Fresh));
}

void Reach::run() {
  while (!Queue.empty() && !Space.isExhausted()) {
    auto [ProcRank, NodeRank] = *Queue.begin();
    Queue.erase(Queue.begin());
    bp::ProcId P = ByRank[ProcRank];
    visit({P, NodeByRank[P][NodeRank]});
  }
}

Bdd Reach::statesAt(Site S) const {
  return pathEdges(S).exists(Space.cube(Vars.entriesOf(S.Proc)));
}

void Reach::enqueue(Site S) {
  Queue.emplace(Procs[S.Proc].Rank, Nodes[S.Proc][S.Node].Rank);
}

void Reach::add(Site S, const Bdd &Edges) {
  Node &N = Nodes[S.Proc][S.Node];
  Bdd Fresh = Edges - N.Reached;
  if (!Fresh.isValid() || Fresh.isFalse())
    return;
  N.Reached |= Fresh;
  N.Fresh |= Fresh;
  enqueue(S);
}

void Reach::visit(Site S) {
  ++Numbers.Visits;
  const bp::FlowNode &N = Vars.program().Procs[S.Proc].Nodes[S.Node];
  Bdd Fresh = std::exchange(Nodes[S.Proc][S.Node].Fresh, Space.constant(false));
  if (N.Kind == NodeKind::Return && !Vars.keepsEntry(S.Proc))
    return;
  if (N.Kind == NodeKind::Return)
    return addSummary(S.Proc, Relations.leave(S.Proc, S.Node).summary(Fresh));
  if (N.Kind == NodeKind::Call)
    return visitCall(S, Fresh);
  for (unsigned I = 0; I < N.Succs.size(); ++I)
    add({S.Proc, N.Succs[I]}, Relations.step(S.Proc, S.Node, I).apply(Fresh));
}

void Reach::visitCall(Site S, const Bdd &Fresh) {
  const CallStep &Call = Relations.call(S.Proc, S.Node);
  Site Behind = {S.Proc, Vars.program().Procs[S.Proc].Nodes[S.Node].Succs[0]};
  Node &N = Nodes[S.Proc][S.Node];
  Bdd FreshReturn = std::exchange(N.FreshReturn, Space.constant(false));
  if (!FreshReturn.isFalse())
    add(Behind, Call.apply(N.Reached, Call.seenFromSite(FreshReturn)));
  if (Fresh.isFalse())
    return;
  const Bdd &Known = Procs[Call.Callee].Summary;
  if (!Known.isFalse())
    add(Behind, Call.apply(Fresh, Call.seenFromSite(Known)));
  Bdd Entered = Call.entryStates(Fresh);
  if (Entered.isSubsetOf(Procs[Call.Callee].EntryStates))
    ++Numbers.Reuses;
  else
    enter(Call.Callee, Entered);
}

void Reach::addSummary(bp::ProcId P, const Bdd &More) {
  Bdd Fresh = More - Procs[P].Summary;
  if (!Fresh.isValid() || Fresh.isFalse())
    return;
  Procs[P].Summary |= Fresh;
  for (Site Caller : Callers[P]) {
    Node &N = Nodes[Caller.Proc][Caller.Node];
    if (N.Reached.isFalse())
      continue;
    N.FreshReturn |= Fresh;
    enqueue(Caller);
  }
}
