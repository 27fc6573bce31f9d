// Makes what a path requires simpler before a solver sees it, without losing
// track of where it comes from. A loop that runs a thousand times requires
// 0 < n, 1 < n, ... , 999 < n, of which the last one says all. And where x == 5
// is required, x is 5 everywhere.

#ifndef PREDABS_PREDICATES_PATH_FACTS_H
#define PREDABS_PREDICATES_PATH_FACTS_H

#include "predicates/prover/BitTerms.h"

namespace predabs::path {

/// A term that follows from some of those given, by position, ascending.
struct Fact {
  prover::BitTerm Term;
  std::vector<uint32_t> From;
};

/// Terms that can be true together if and only if Facts can.
struct Facts {
  /// One that is false is the only one.
  std::vector<Fact> Left;
  /// The values that symbols must have.
  prover::BitTerms::Values Known;
};

Facts simplify(prover::BitTerms &T, std::span<const prover::BitTerm> Terms);

/// Positions in \p Terms, of one bit each, of some that imply all of them.
std::vector<uint32_t> withoutWeaker(const prover::BitTerms &T,
                                    std::span<const prover::BitTerm> Terms);

} // namespace predabs::path

#endif
