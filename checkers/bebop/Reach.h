// Which states of a Boolean program are reachable: the fixpoint of path edges
// and summaries of BEBOP (Ball and Rajamani, SPIN 2000), after Reps, Horwitz
// and Sagiv (POPL 1995) and Sharir and Pnueli.
//
//   void main() { g := 0; f(); f(); L: skip; }     void f() { g := !g; }
//
// The first call enters f with g = 0 and finds it leaves g = 1, the second one
// enters it with g = 1: only that is explored, what was known is reused. The
// summary of f relates g to !g, and at L g is 0. Paths that enter by one call
// and leave to another one do not exist, however deep the recursion.
//
// Each node holds the path edges found so far and those not yet passed on.
// Callees go before their callers and nodes in reverse post-order, so a
// procedure is mostly finished before its caller goes on, and runs repeat.

#ifndef PREDABS_CHECKERS_BEBOP_REACH_H
#define PREDABS_CHECKERS_BEBOP_REACH_H

#include "checkers/bebop/Transfer.h"

#include <set>

namespace predabs::bebop {

struct ReachStats {
  uint64_t Visits = 0;       ///< of nodes, each with new path edges
  uint64_t Explorations = 0; ///< entries of procedures with new states
  uint64_t Reuses = 0;       ///< calls that found all entry states known
};

/// A place in the flow graphs.
struct Site {
  bp::ProcId Proc = 0;
  bp::NodeId Node = 0;
  auto operator<=>(const Site &) const = default;
};

/// The calls of each procedure, in order.
std::vector<std::vector<Site>> callSites(const bp::Flow &F);

class Reach {
public:
  Reach(const Variables &Vars, Transfer &Relations);

  /// Adds states in which \p P is entered from outside.
  void enter(bp::ProcId P, const Bdd &EntryStates);
  /// Until nothing is new, or the space is exhausted: then the sets below are
  /// incomplete or invalid.
  void run();
  bool isComplete() const { return !Space.isExhausted(); }

  const Bdd &pathEdges(Site S) const { return Nodes[S.Proc][S.Node].Reached; }
  /// The reachable states at \p S, over Now.
  Bdd statesAt(Site S) const;
  const Bdd &entryStates(bp::ProcId P) const { return Procs[P].EntryStates; }
  const Bdd &summary(bp::ProcId P) const { return Procs[P].Summary; }
  const ReachStats &stats() const { return Numbers; }

private:
  struct Node {
    Bdd Reached;
    Bdd Fresh;       ///< of Reached, not passed on yet
    Bdd FreshReturn; ///< of a call: of the callee's summary, not applied yet
    unsigned Rank = 0;
  };
  struct Proc {
    Bdd EntryStates, Summary;
    unsigned Rank = 0;
  };
  using Ticket = std::pair<unsigned, unsigned>;

  void rankProcedures();
  void rankNodes(bp::ProcId P);
  void add(Site S, const Bdd &Edges);
  void enqueue(Site S);
  void visit(Site S);
  void visitCall(Site S, const Bdd &Fresh);
  void addSummary(bp::ProcId P, const Bdd &More);

  const Variables &Vars;
  Transfer &Relations;
  BddSpace &Space;
  std::vector<std::vector<Site>> Callers;
  std::vector<std::vector<Node>> Nodes;
  std::vector<Proc> Procs;
  std::vector<bp::ProcId> ByRank;
  std::vector<std::vector<bp::NodeId>> NodeByRank;
  std::set<Ticket> Queue; ///< ranks of procedures and nodes
  ReachStats Numbers;
};

} // namespace predabs::bebop

#endif
