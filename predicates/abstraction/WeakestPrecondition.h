// Weakest preconditions over places, by Morris' general axiom of assignment
// (c2bp.txt 4.2; polymorphic paper 5.2): what a term must be before `l = e` so
// that it is what it is afterwards. A place l' in the term that may be l
// becomes `&l == &l' ? e : l'`; one that cannot be stays; one that is the same
// becomes e; one that may overlap l only in part becomes a new variable that
// nobody knows anything about. So WP(*p = 3, x > 5), if p may point to x, is
//
//   (p == &x ? 3 : x) > 5
//
// which is the disjunction over the alias scenarios of the papers, without
// their 2^k copies of the term.

#ifndef PREDABS_PREDICATES_ABSTRACTION_WEAKESTPRECONDITION_H
#define PREDABS_PREDICATES_ABSTRACTION_WEAKESTPRECONDITION_H

#include "predicates/alias/Aliases.h"
#include "predicates/language/Predicate.h"

namespace predabs {

class WeakestPrecondition {
public:
  WeakestPrecondition(PredicateSet &P, const Aliases &A) : P(P), A(A) {}

  /// \p Term before `Dest = Value`. Null \p Value: any value.
  const ir::Expr *ofAssign(const ir::Expr *Dest, const ir::Expr *Value,
                           const ir::Expr *Term);
  /// \p Term before the assignment, assumption or havoc \p S. Of an
  /// assumption the term itself: that it holds is not in the result.
  const ir::Expr *of(const ir::Stmt &S, const ir::Expr *Term);

private:
  PredicateSet &P;
  const Aliases &A;
};

/// \p Term with each place \p From[i] replaced by \p To[i], all at once.
const ir::Expr *substitute(ir::Context &Ctx, const ir::Expr *Term,
                           const std::vector<const ir::Variable *> &From,
                           const std::vector<const ir::Expr *> &To);

/// Something that is equal wherever \p Term is defined, and defined there:
/// `x + 1 < 5` becomes `x < 4`, `p == p` true.
const ir::Expr *simplify(ir::Context &Ctx, const ir::Expr *Term);

} // namespace predabs

#endif
