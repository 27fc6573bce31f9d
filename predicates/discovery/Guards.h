// Which conditions of the program a solution of its clauses rests on. On the
// way
//
//   assume n != 0; assume !(n > 0); assume !(n < 0); return
//
// all three exclude each other, and so a proof must remember the first two; of
// `assume i < n; i = i + 1` to a place where i <= n it must not.

#ifndef PREDABS_PREDICATES_DISCOVERY_GUARDS_H
#define PREDABS_PREDICATES_DISCOVERY_GUARDS_H

#include "predicates/discovery/Clauses.h"

namespace predabs::horn {

/// For each trail of \p Made the positions of the assumptions in it that are
/// needed for the conditions \p Solution of the relations, ascending; all of
/// them where that is not known. Adds its work to \p Units.
std::vector<std::vector<size_t>>
neededGuards(const Clauses &Made, const std::vector<prover::HornTerm> &Solution,
             uint64_t &Units);

} // namespace predabs::horn

#endif
