// Which cells are live where in a region: those on which it depends whether the
// goal is reached. A cell is live at a point if a condition behind it reads it,
// or an assignment to a live cell does; so of
//
//   s = s + a[i]; i++; assume !(i < n); goal
//
// only i and n matter. At the exit of a procedure those cells of its interface
// matter that do behind one of its calls.
//
// The work is limited: a chain of pointers that all may meet has more cells
// than anybody wants to know of.

#ifndef PREDABS_PREDICATES_DISCOVERY_LIVECELLS_H
#define PREDABS_PREDICATES_DISCOVERY_LIVECELLS_H

#include "predicates/discovery/Cells.h"
#include "predicates/discovery/Region.h"

namespace predabs::horn {

class LiveCells {
public:
  /// Gives up after \p MaxSteps of \p C; 0: no limit.
  LiveCells(const Region &R, Cells &C, uint64_t MaxSteps);

  /// Otherwise nothing is to be asked.
  bool isComplete() const { return IsComplete; }

  /// At the beginning of a point.
  const CellSet &before(uint32_t Proc, uint32_t Point) const {
    return Live[Proc][Point];
  }
  /// Behind each statement of a point; the last one is what matters before its
  /// call, if it has one, and otherwise at its end.
  std::vector<CellSet> behindStatements(uint32_t Proc, uint32_t Point);
  /// Behind a point.
  CellSet behind(uint32_t Proc, uint32_t Point) const;

  /// Cells of the interface that matter at the return, ordered.
  const CellSet &atExit(uint32_t Proc) const { return Exits[Proc].Cells; }
  bool needsResult(uint32_t Proc) const { return Exits[Proc].Result; }
  /// Cells of the interface that matter at the entry.
  CellSet atEntry(uint32_t Proc) const;

  bool reachesGoal(uint32_t Proc) const { return Reaches[Proc]; }
  /// Whether it makes a difference what the call at \p P does.
  bool callMatters(const Point &P, const CellSet &Behind) const;

private:
  struct Exit {
    CellSet Cells;
    bool Result = false;
  };
  template <typename Fn> std::vector<bool> spread(Fn Has) const;
  void findEnds();
  void findReaders();
  void touchReaders(uint32_t Proc, uint32_t Point);
  void touchReturns(uint32_t Proc);
  bool sweep(uint64_t LastStep);
  void update(uint32_t Proc, uint32_t Point);
  CellSet beforeCall(const Point &P, const CellSet &Behind);
  void markLiveAtExit(uint32_t Callee, const ir::Expr *Cell);
  void markLiveResult(uint32_t Callee);

  /// A procedure and a point of it.
  using Position = std::pair<uint32_t, uint32_t>;

  const Region &R;
  Cells &C;
  std::vector<std::vector<CellSet>> Live; ///< by procedure and point
  std::vector<Exit> Exits;                ///< by procedure
  std::vector<bool> Reaches, MayEnd;
  std::vector<std::vector<bool>> ToDo; ///< by procedure and point
  /// The points that a point leads to directly look at it, by both; those that
  /// call a procedure look at its point 0.
  std::vector<std::vector<std::vector<Position>>> Readers;
  bool IsComplete = true;
};

} // namespace predabs::horn

#endif
