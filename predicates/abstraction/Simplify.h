// Simplifies conditions, so that more of them are found among the predicates
// without asking the prover.

#ifndef PREDABS_PREDICATES_ABSTRACTION_SIMPLIFY_H
#define PREDABS_PREDICATES_ABSTRACTION_SIMPLIFY_H

#include "predicates/ir/Context.h"

namespace predabs {

/// Something that has the value of \p Term wherever that is defined:
/// `x + 1 < 5` becomes `x < 4`, `&x == p ? 3 : x` under `> 5` becomes
/// `!(&x == p) && x > 5`, `p == p` true. What it gives may be defined in more
/// states, so a goal may be simplified, a predicate that is known must not.
const ir::Expr *simplify(ir::Context &Ctx, const ir::Expr *Term);

/// The opposite of the condition \p Term; comparisons are turned around, but
/// those of floats: `x < 5` gives `x >= 5`.
const ir::Expr *negation(ir::Context &Ctx, const ir::Expr *Term);

/// \p Term as one of two opposites, and whether it is that one: `x >= 5` is
/// the opposite of `x < 5`, `5 > x` is `x < 5`. Equal conditions that differ
/// only in this way get the same.
struct Normal {
  const ir::Expr *Term;
  bool IsPositive;
};
Normal normalForm(ir::Context &Ctx, const ir::Expr *Term);

} // namespace predabs

#endif
