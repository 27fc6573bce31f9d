// Predicates that say what a function of another file returns, in terms of what
// it was given: `return == 'x + 1`. Its body is its contract, so they are
// easily had, and they serve all callers alike: what is to be asked about them
// is asked once, and not again for every number that some caller compares with
// (polymorphic-predicate-abstraction.txt, 4.4).

#ifndef PREDABS_CHECKERS_CEGAR_CONTRACTPREDICATES_H
#define PREDABS_CHECKERS_CEGAR_CONTRACTPREDICATES_H

#include "checkers/program/Workspace.h"

namespace predabs {

/// Adds those of functions in Workspace::Contracted that \p From may run.
void addContractPredicates(const Workspace &W, PredicateSet &P,
                           const ir::Function &From);

} // namespace predabs

#endif
