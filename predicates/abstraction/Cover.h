// Boolean functions of predicates as disjunctions of cubes.

#ifndef PREDABS_PREDICATES_ABSTRACTION_COVER_H
#define PREDABS_PREDICATES_ABSTRACTION_COVER_H

#include "predicates/prover/Prover.h"

namespace predabs {

/// A conjunction of literals, ascending by Term, which is a position in some
/// list of predicates.
using Cube = std::vector<Literal>;
/// A disjunction of cubes, shortest first, then in order; none contains
/// another. Empty: false; with an empty cube in it: true.
using Cover = std::vector<Cube>;

inline Cover trueCover() { return {Cube()}; }
inline bool isTrue(const Cover &C) { return C.size() == 1 && C[0].empty(); }

/// Whether all literals of \p Part are in \p Whole.
bool contains(const Cube &Whole, const Cube &Part);
/// Whether \p Whole contains a cube of \p C.
bool containsAny(const Cube &Whole, const Cover &C);

/// Drops cubes that contain others and sorts the rest.
Cover normalised(Cover C);
Cover conjunction(const Cover &A, const Cover &B);
Cover disjunction(const Cover &A, const Cover &B);

/// Whether \p C is true whatever the predicates are. The answer is no also
/// where it would take too long to find.
bool isTautology(const Cover &C);
/// Whether \p A and \p B exclude each other and leave nothing over; no where
/// it would take too long to find.
bool areComplements(const Cover &A, const Cover &B);

} // namespace predabs

#endif
