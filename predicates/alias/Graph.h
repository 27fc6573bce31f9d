// The constraints between values, and their least solution.
//
// A node stands for the values that something may have over the whole run: a
// part of an object (a cell), or an expression. Each has a set of labels, the
// addresses among these values. Between nodes there are
//
//   edges      x = y, x = &y->f: the addresses in y, moved, are in x
//   accesses   *p: the values are those of the cells that p points to
//
// Values flow along edges (directed, as in Das' one-level flow). A pointer
// with a few targets gets edges to or from their cells; the cells behind one
// with many become one node, so that the number of edges stays linear in the
// program, and so does, nearly, the time. Cycles of edges become one node too.
//
// Others are part of the game without being listed: the label Outside in a
// set stands for all objects that others own or know. What flows to others,
// or is stored in what they know, becomes known to them; what they know may
// hold Outside.
//
// If all this should still take too much work, direction and offsets are given
// up: the rest is solved by unifying (Steensgaard).

#ifndef PREDABS_PREDICATES_ALIAS_GRAPH_H
#define PREDABS_PREDICATES_ALIAS_GRAPH_H

#include "predicates/alias/LabelSet.h"
#include "predicates/alias/Memory.h"

#include <deque>
#include <queue>

namespace predabs::alias {

using NodeId = uint32_t;

enum class Access : uint8_t { Load, Store };

/// Who is told what the solution finds.
class GraphClient {
public:
  virtual ~GraphClient() = default;
  /// What each of \p Calls calls may be any of \p Targets.
  virtual void called(const std::vector<uint32_t> &Calls,
                      const LabelSet &Targets) = 0;
  /// Others know the address of the function \p F.
  virtual void known(const ir::Function &F) = 0;
};

class Graph {
public:
  /// \p MaxTargets of a pointer are told apart; after \p MaxWork steps the
  /// rest is unified.
  Graph(Memory &Mem, GraphClient &Client, uint32_t MaxTargets, uint64_t MaxWork)
      : Mem(Mem), Client(Client), MaxTargets(MaxTargets), MaxWork(MaxWork) {}

  NodeId addNode();
  void addLabel(NodeId N, Label L);
  void addEdge(NodeId From, NodeId To, const Motion &M = {});
  /// The number of \p M, for keys.
  uint32_t motionId(const Motion &M);
  /// Makes \p A and \p B one.
  void unify(NodeId A, NodeId B) { join(A, B); }
  /// Call number \p Call calls what \p N points to.
  void addCall(NodeId N, uint32_t Call);
  /// Others get the values in \p N.
  void publish(NodeId N);

  /// The values in \p Size bytes at \p L, which is no function and not
  /// Outside.
  NodeId cell(Label L, uint64_t Size);
  /// The values that are read or written through \p Pointer.
  NodeId access(NodeId Pointer, uint64_t Size, Access Kind);

  /// Others know the address of \p O.
  void expose(ObjectId O);
  /// Others put values into \p O, or read them, without knowing its address.
  void fill(ObjectId O);
  void publishContents(ObjectId O);

  void solve();

  // After solve.

  /// Whether no address comes to \p N.
  bool isEmpty(NodeId N) const { return Nodes[find(N)].All.empty(); }
  bool isExposed(ObjectId O) const {
    return O < States.size() && States[O].IsExposed;
  }
  /// Adds what \p Size bytes at \p L may hold.
  void contents(Label L, uint64_t Size, LabelSet &Result) const;
  uint64_t work() const { return Work; }

private:
  static constexpr NodeId None = UINT32_MAX;
  struct Edge {
    NodeId To;
    uint32_t Motion; ///< in Motions; 0: Stay
    auto operator<=>(const Edge &) const = default;
  };
  struct Opening {
    uint64_t Size;
    Access Kind;
    NodeId Value;
    uint32_t Links = 0;
    bool Unified = false;
  };
  struct Node {
    LabelSet All, Done; ///< Done: what has been passed on
    std::vector<Edge> Out;
    std::vector<Opening> Openings;
    std::vector<uint32_t> Calls;
    /// Coarse: all that is reached through it, if anything is.
    NodeId Target = None;
    uint32_t Position = 0; ///< in the order of processing
    bool IsPending = false;
    bool IsPublished = false;
  };
  struct Cell {
    Range At;
    NodeId Value;
  };
  /// What becomes of an object.
  struct State {
    std::vector<Cell> Cells; ///< ascending, apart
    bool IsExposed = false;
    bool IsFilled = false;    ///< others put values in
    bool IsPublished = false; ///< others read the values
    bool IsOneCell = false;
  };

  NodeId find(NodeId N) const;
  State &state(ObjectId O);
  void markPending(NodeId N);
  void pass(const LabelSet &Labels, const Edge &E);
  const Moved &moved(Label L, uint32_t Motion);
  void dropCovered(Node &D, LabelSet &New);
  NodeId target(NodeId N);
  void process(NodeId N);
  void follow(NodeId N, size_t Opening, Label L);
  void followCoarsely(NodeId N, Label L);
  void unifyTargets(NodeId N, size_t Opening);
  NodeId cellAt(ObjectId O, Range At, const NodeId *Known = nullptr);
  void initialise(ObjectId O, NodeId Cell);
  void mergeCells(ObjectId O);
  void refold(ObjectId O);
  void join(NodeId A, NodeId B) { Joins.push_back({A, B}); }
  void runDue();
  void merge(NodeId Kept, NodeId Gone);
  void mergeOpenings(Node &Kept, Node &Gone);
  void tidyEdges();
  void sortAndCollapse();
  void becomeCoarse();
  Label coarse(Label L);

  Memory &Mem;
  GraphClient &Client;
  uint32_t MaxTargets;
  uint64_t MaxWork;
  uint64_t Work = 0;
  bool Coarse = false;
  NodeId OutsideContents = None;
  std::deque<Node> Nodes;
  mutable std::vector<NodeId> Parent;
  std::vector<State> States;
  std::vector<Motion> Motions = {Motion()};
  std::unordered_map<Motion, uint32_t, MotionHash> MotionIds = {{Motion(), 0}};
  /// What labels become, by motion and label.
  std::unordered_map<uint64_t, Moved> Moves;
  /// Nodes to be made one, and nodes whose values others get: what is due
  /// before the next node is processed.
  std::vector<std::pair<NodeId, NodeId>> Joins;
  std::vector<NodeId> Publications;
  /// Positions of pending nodes, smallest first.
  std::priority_queue<std::pair<uint32_t, NodeId>,
                      std::vector<std::pair<uint32_t, NodeId>>, std::greater<>>
      Pending;
  uint32_t NextPosition = 0;
  size_t NewEdges = 0, AllEdges = 0;
};

} // namespace predabs::alias

#endif
