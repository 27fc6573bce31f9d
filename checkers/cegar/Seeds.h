// Predicates to begin with: the conditions that programmers wrote are often the
// ones that a proof needs, and taking them at once saves rounds. Taken are
// those that can have to do with the goals, nearest first: conditions that
// guard a goal, then those about the same places, then those that guard
// assignments to these places or are about what is assigned, and so on.

#ifndef PREDABS_CHECKERS_CEGAR_SEEDS_H
#define PREDABS_CHECKERS_CEGAR_SEEDS_H

#include "checkers/cegar/Refine.h"

namespace predabs {

/// A predicate over globals alone is everybody's, others are their function's.
const ir::Function *scopeOf(const ir::Expr *Term, const ir::Function &F);

/// At most about \p Wanted predicates of functions that \p From can run.
std::vector<Candidate> seeds(const Workspace &W, const ir::Function &From,
                             const std::vector<Goal> &Goals, size_t Wanted);

} // namespace predabs

#endif
