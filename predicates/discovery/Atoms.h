// Takes conditions apart into what a predicate can be: comparisons and Boolean
// places. The condition
//
//   x > 0 && !((p == &x ? 3 : x) > y)
//
// has the atoms x > 0, p == &x, y >= 3 and x <= y. This is the
// massaging of syntactic-abstraction.txt, section 3.2.

#ifndef PREDABS_PREDICATES_DISCOVERY_ATOMS_H
#define PREDABS_PREDICATES_DISCOVERY_ATOMS_H

#include "predicates/ir/Module.h"

#include <vector>

namespace predabs {

/// The atoms of \p Condition, simplified, each once, in the order of the text;
/// none that is constant. Equations stand for their negations.
std::vector<const ir::Expr *> atomsOf(ir::Context &Ctx,
                                      const ir::Expr *Condition);

/// What holds if \p Condition does, simplified: its parts if it is a
/// conjunction, or the negation of a disjunction.
std::vector<const ir::Expr *> conjunctsOf(ir::Context &Ctx,
                                          const ir::Expr *Condition);

/// Different terms in \p E.
size_t sizeOf(const ir::Expr *E);

} // namespace predabs

#endif
