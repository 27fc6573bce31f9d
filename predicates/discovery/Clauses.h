// A region as Horn clauses. Where paths meet there is a relation between the
// values that the procedure was entered with and those that the cells that
// matter have there; what is executed between two such points is one clause. A
// procedure that returns to somebody has one more, for its exit:
//
//   int dec(int n) { while (n > 0) n--; return n; }
//
//   0 <= v0 or not            ==> loop(v0, v0)           // 'n, n
//   loop(v0, v1), v1 > 0      ==> loop(v0, v1 - 1)
//   loop(v0, v1), !(v1 > 0)   ==> exit(v0, v1)           // 'n, return
//
// A procedure on the way to the goal has a relation for its entry too: what it
// is called with. The others are entered with anything.

#ifndef PREDABS_PREDICATES_DISCOVERY_CLAUSES_H
#define PREDABS_PREDICATES_DISCOVERY_CLAUSES_H

#include "predicates/discovery/Encoding.h"
#include "predicates/discovery/LiveCells.h"

namespace predabs::horn {

/// What an argument of a relation is.
struct Argument {
  enum class Moment : uint8_t {
    Entry,  ///< the cell, when the procedure was entered
    Now,    ///< the cell
    Result, ///< what is returned; no cell
  };
  Moment When = Moment::Now;
  const ir::Expr *Cell = nullptr;
};

/// Where a relation holds.
struct RelationInfo {
  uint32_t Proc = 0;
  /// Or the number of points: at the exit.
  uint32_t Point = 0;
  std::vector<Argument> Args;
};

/// Where relations are.
enum class Cuts : uint8_t {
  Loops,  ///< at the heads of loops, and where many paths meet
  Joins,  ///< where paths meet
  Blocks, ///< at each point
};

/// What is executed before a relation is reached, from the one before.
struct Trail {
  static constexpr uint32_t Goal = UINT32_MAX;
  uint32_t Relation = 0; ///< or Goal
  const ir::Function *Func = nullptr;
  std::vector<const ir::Stmt *> Stmts;
  /// Calls among them, as positions, with the relation at the callee's exit.
  std::vector<std::pair<size_t, uint32_t>> Returned;
  /// The call that leads to the entry of the relation's procedure, or null.
  const ir::Stmt *Call = nullptr;
};

struct Clauses {
  prover::HornSystem System;
  std::vector<RelationInfo> Relations; ///< by relation
  /// One for each clause. The conditions of the clause end with those that the
  /// trail assumes, in their order.
  std::vector<Trail> Trails;
  /// What they took, in units that are comparable to the solver's.
  uint64_t Steps = 0;
  /// All of them are there: there were steps enough.
  bool AreComplete = false;
};

/// Gives up after \p MaxSteps; 0: no limit.
Clauses clausesOf(const Region &R, ir::Context &Ctx, Cells &C, Cuts Where,
                  uint64_t MaxSteps);

} // namespace predabs::horn

#endif
