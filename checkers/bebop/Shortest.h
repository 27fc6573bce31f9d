// Shortest traces to goals that Reach found reachable. The measure is that of
// Trace.h: the number of edges, those inside calls included.
//
// Path edges are computed once more, now in layers: layer k of a node holds
// the path edges whose shortest way from the procedure's entry takes k edges.
// All procedures start at layer 0 with all their entry states and advance
// together. A summary found at layer l takes a caller from layer k to layer
// k + l + 2, as the call and the return are edges too. In the same rhythm the
// entry states of procedures get the distance u from the start of the program.
// A goal in layer k of a procedure that is entered at distance u is reached
// after u + k edges, and the first such sum is the length of the shortest
// trace. Going backwards through the layers, one state at a time, gives it.

#ifndef PREDABS_CHECKERS_BEBOP_SHORTEST_H
#define PREDABS_CHECKERS_BEBOP_SHORTEST_H

#include "checkers/bebop/Reach.h"
#include "predicates/bp/Trace.h"

#include <map>

namespace predabs::bebop {

/// States at a node, over Now. At least one is reachable.
struct GoalStates {
  Site Where;
  Bdd States;
  bp::Goal What = bp::Goal::NodeReached;
};

class Shortest {
public:
  /// \p Found started with any state of \p Starts and is complete.
  Shortest(const Variables &Vars, Transfer &Relations, const Reach &Found,
           std::vector<bp::ProcId> Starts);

  /// A trace for each goal; none where the space is exhausted before.
  std::vector<std::optional<bp::Trace>>
  find(const std::vector<GoalStates> &Goals);

private:
  /// Sets by their distance.
  struct Layers {
    std::map<unsigned, Bdd> At;
    Bdd Seen;

    /// Null if there is nothing at \p Distance.
    const Bdd *find(unsigned Distance) const;
    /// Adds what is new of \p More; whether anything is.
    bool add(unsigned Distance, const Bdd &More);
  };
  struct Proc {
    std::vector<Layers> Nodes; ///< path edges by distance from the entry
    Layers Summary;            ///< by distance of the return from the entry
    Layers Entered;            ///< entry states by distance from the start
    bool LeadsToGoal = false;
    /// Edges into each node: the node they come from and its successor number.
    std::vector<std::vector<std::pair<bp::NodeId, unsigned>>> Preds;
  };
  /// A state in a path: values of all Now and Entry variables that count.
  struct Point {
    Site Where;
    unsigned Layer = 0;
    std::vector<bool> Values; ///< by BddVar
  };
  struct Call {
    Site Where;
    std::map<unsigned, Bdd> Seen; ///< Summary.At from here
  };
  /// Two layers that meet at a call: one of the call's node, and one of the
  /// callee's summary or of the caller's entry states.
  struct Meeting {
    size_t Call;
    unsigned Layer, Other;
  };
  using Calendar = std::map<unsigned, std::vector<Meeting>>;

  void markUseful(const std::vector<GoalStates> &Goals);
  void advance();
  void advanceNode(Site S, const Bdd &Edges, std::map<Site, Bdd> &Coming);
  void applySummaries();
  void enterCallees();
  void planMeetings();
  const Bdd &seen(Call &C, unsigned Length);
  const Bdd *layer(Site S, unsigned Distance) const;
  const bp::FlowNode &flowNode(Site S) const;

  std::optional<bp::Trace> traceTo(const GoalStates &Goal);
  std::optional<bp::Trace> walkBack(Point P, unsigned EnteredAt);
  bool stepBack(Point &P);
  bool stepBackIntoCallee(Point &P, std::vector<Point> &Outer);
  bool findReturn(Point &P, const Point &Before, const bp::FlowNode &CallNode,
                  const CallStep &Relation, unsigned Length);
  bool stepBackToCaller(Point &P, unsigned &EnteredAt);
  BddLiterals entryValues(const Point &P) const;
  BddLiterals globalValues(const Point &P) const;
  BddLiterals
  valuesAfter(const Point &P,
              const std::vector<const bp::Variable *> &Changed) const;
  std::vector<BddVar> pointVariables(bp::ProcId P) const;
  bp::TraceStep asStep(const Point &P) const;

  const Variables &Vars;
  Transfer &Relations;
  BddSpace &Space;
  std::vector<bp::ProcId> Starts;
  std::vector<std::vector<Site>> Callers;
  std::vector<Proc> Procs;
  std::vector<Call> Calls; ///< those reached, in order of their first layer
  std::map<Site, size_t> CallAt;
  std::vector<std::vector<size_t>> CallsIn; ///< by procedure
  std::map<Site, Bdd> Coming;   ///< candidates for the present layer
  Calendar Returns, Entrances;  ///< by the distance that results
  std::vector<size_t> NewCalls; ///< with something at the present distance
  std::set<bp::ProcId> NewSummaries, NewEntered; ///< likewise
  unsigned Now = 0;
  unsigned LastNews = 0; ///< the greatest distance with anything in it
};

} // namespace predabs::bebop

#endif
