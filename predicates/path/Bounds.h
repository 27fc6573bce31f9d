// Leaves out what a path requires twice. A loop that runs a thousand times
// requires 0 < n, 1 < n, ... , 999 < n, of which the last one says all.

#ifndef PREDABS_PREDICATES_PATH_BOUNDS_H
#define PREDABS_PREDICATES_PATH_BOUNDS_H

#include "predicates/prover/BitTerms.h"

namespace predabs::path {

/// Positions in \p Terms, of one bit each, of some that imply all of them.
std::vector<uint32_t> withoutWeaker(const prover::BitTerms &T,
                                    std::span<const prover::BitTerm> Terms);

} // namespace predabs::path

#endif
