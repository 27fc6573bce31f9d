// From conditions on numbers back to predicates: the comparisons in a condition
// as expressions that a person would write. `v0 - v1 <= -1` over i and n is
// `i < n`, `v0 + -2 * v1 <= 0` and `-v0 + 2 * v1 <= 0` together are `x == 2 *
// y`.

#ifndef PREDABS_PREDICATES_DISCOVERY_HORNATOMS_H
#define PREDABS_PREDICATES_DISCOVERY_HORNATOMS_H

#include "predicates/ir/Context.h"
#include "predicates/prover/Horn.h"

namespace predabs::horn {

/// The comparisons in \p Condition, whose variable i is \p Meaning[i]; in the
/// order of their occurrence, each once. What cannot be said is left out.
std::vector<const ir::Expr *>
atomsOf(const prover::HornSystem &S, prover::HornTerm Condition,
        const std::vector<const ir::Expr *> &Meaning, ir::Context &Ctx);

/// The comparisons (and other bools) that the condition \p E is made of, in
/// order, each once, written in the same way.
std::vector<const ir::Expr *> atomsOf(const ir::Expr *E, ir::Context &Ctx);

} // namespace predabs::horn

#endif
