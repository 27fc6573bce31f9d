// Looks for predicates in what keeps a region from its goal: a solution of its
// Horn clauses, taken apart into comparisons.

#ifndef PREDABS_PREDICATES_DISCOVERY_SOLVE_H
#define PREDABS_PREDICATES_DISCOVERY_SOLVE_H

#include "predicates/discovery/Clauses.h"
#include "predicates/discovery/Discovery.h"

namespace predabs::horn {

struct Solved {
  /// Whether the goal is out of reach, in unbounded integers.
  Answer Excluded = Answer::Unknown;
  /// Of Yes.
  std::vector<Candidate> Found;
  uint64_t Units = 0;
};

/// \p Units limits the work; 0: no limit.
Solved solve(const Region &R, PredicateSet &Known, Cells &C, Cuts Where,
             uint64_t Units);

} // namespace predabs::horn

#endif
