// The part of a program that clauses are made of: procedures of points, with
// the statements that are executed on the way from one point to the next.
// There are three kinds for a path:
//
//   the program   all that can be executed from the path's entry
//   the folded path   only the statements and branches that the path takes,
//                 each once: where the path runs through a loop three times
//                 there is a loop, where it enters a function twice there is
//                 one procedure
//   the unfolded path   a procedure for each entered call, without a branch
//
// All end in one goal: the point before the statement that fails.

#ifndef PREDABS_PREDICATES_DISCOVERY_REGION_H
#define PREDABS_PREDICATES_DISCOVERY_REGION_H

#include "predicates/alias/Aliases.h"
#include "predicates/path/Path.h"

namespace predabs::horn {

struct Point {
  /// Executed first, in order; calls among them are not looked into.
  std::vector<const ir::Stmt *> Stmts;
  /// Executed then, or null; enters one of Callees (indices of procedures).
  const ir::Stmt *Call = nullptr;
  std::vector<uint32_t> Callees;
  /// The call may also do something that is not in the region.
  bool CallsOthers = false;
  /// What comes next; none after a return, and where the program ends.
  std::vector<uint32_t> Succs;
  /// To be here is the failure.
  bool IsGoal = false;
  /// Where it comes from.
  ir::BlockId Block = 0;

  const ir::Stmt *returns() const {
    bool Is = !Stmts.empty() && Stmts.back()->Kind == ir::StmtKind::Return;
    return Is ? Stmts.back() : nullptr;
  }
};

struct Procedure {
  const ir::Function *Of = nullptr;
  std::vector<Point> Points; ///< [0] is the entry
};

struct Region {
  std::vector<Procedure> Procs; ///< [0] is where all begins

  size_t numPoints() const;
};

/// The same for regions with the same statements and branches.
std::vector<uint32_t> keyOf(const Region &R);

/// The program from the entry of \p P, up to \p MaxStmts statements: none if
/// there are more.
Region programOf(const Path &P, const Aliases &A, size_t MaxStmts);
Region foldedPath(const Path &P);
/// Whether there is a loop or a recursion in \p R.
bool hasCycle(const Region &R);
Region unfoldedPath(const Path &P);

} // namespace predabs::horn

#endif
