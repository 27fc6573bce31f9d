// What clauses speak of: *cells*, scalar parts of memory as the program writes
// them (`x`, `s.f`, `a[i]`, `p->next`, `*p`), taken for variables, and
// addresses (`&x`), taken for constants. What an assignment does to other cells
// than the one that it names is found by the weakest precondition: after
// `*p = 3` the cell x holds `p == &x ? 3 : x`, after `i = j` the cell a[i]
// holds what a[j] held.

#ifndef PREDABS_PREDICATES_DISCOVERY_CELLS_H
#define PREDABS_PREDICATES_DISCOVERY_CELLS_H

#include "predicates/abstraction/WeakestPrecondition.h"

#include <map>
#include <set>

namespace predabs::horn {

/// Expressions in the order of their making.
struct ById {
  bool operator()(const ir::Expr *A, const ir::Expr *B) const {
    return A->id() < B->id();
  }
};
using CellSet = std::set<const ir::Expr *, ById>;

/// An address as a sum in bytes.
struct Address {
  const ir::Expr *Base = nullptr; ///< a pointer, or `&x`
  ir::SInt128 Offset = 0;
  /// Subscripts with the sizes of what they count.
  std::vector<std::pair<const ir::Expr *, uint64_t>> Subscripts;
};
/// Of `&place`.
Address addressOf(ir::Context &Ctx, const ir::Expr *AddrOf);

/// What the value of \p E, no cell, is computed from.
std::vector<const ir::Expr *> operandsOf(ir::Context &Ctx, const ir::Expr *E);

class Cells {
public:
  Cells(PredicateSet &P, const Aliases &A)
      : Ctx(P.module().Ctx), A(A), Before(P, A) {}

  /// Whether \p E is a number whose contents are followed.
  static bool isCell(const ir::Expr *E);
  /// Adds the cells that \p Term is made of to \p To.
  void collect(const ir::Expr *Term, CellSet &To) const;

  /// What \p Cell holds after \p S, in terms of what held before it; logical
  /// variables in it are values that nobody knows. Calls are not looked into.
  const ir::Expr *after(const ir::Stmt &S, const ir::Expr *Cell);
  /// The same for any term; null if it cannot be said.
  const ir::Expr *before(const ir::Stmt &S, const ir::Expr *Term);
  /// Whether what the call \p S runs may change \p Cell, its result aside.
  bool mayChange(const ir::Stmt &S, const ir::Expr *Cell) const;
  const ir::Expr *unknown(const ir::Expr *Cell);

  /// Whether \p Cell means something at entry and exit of \p F: only globals
  /// and parameters are in it.
  static bool isOfInterface(const ir::Function &F, const ir::Expr *Cell);
  /// The cell \p Cell of \p Callee's interface, in the caller.
  const ir::Expr *inCaller(const ir::Stmt &Call, const ir::Function &Callee,
                           const ir::Expr *Cell);
  /// The cell \p Cell of the caller, in the interface of \p Callee; null if it
  /// has no name there.
  const ir::Expr *inCallee(const ir::Stmt &Call, const ir::Function &Callee,
                           const ir::Expr *Cell);

  /// What was done so far, in units that are comparable to the solver's.
  uint64_t steps() const { return Steps; }

private:
  const ir::Expr *find(const ir::Stmt &S, const ir::Expr *Cell);

  ir::Context &Ctx;
  const Aliases &A;
  WeakestPrecondition Before;
  mutable uint64_t Steps = 0;
  /// What was found; nothing depends on the order.
  std::map<std::pair<const ir::Stmt *, const ir::Expr *>, const ir::Expr *>
      After;
};

} // namespace predabs::horn

#endif
