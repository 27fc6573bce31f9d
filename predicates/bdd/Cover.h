// Irredundant sums of products of BDDs (Minato's and Morreale's algorithm).

#ifndef PREDABS_PREDICATES_BDD_COVER_H
#define PREDABS_PREDICATES_BDD_COVER_H

#include "predicates/bdd/Bdd.h"

namespace predabs {

/// A disjunction of conjunctions of literals.
using BddCover = std::vector<BddLiterals>;

/// A cover of some set between \p Lower and \p Upper in which no cube and no
/// literal can be left out; the least ones first by variable. Nothing if it
/// has more than \p MaxCubes, or if the space is exhausted.
std::optional<BddCover> irredundantCover(const Bdd &Lower, const Bdd &Upper,
                                         std::size_t MaxCubes);

} // namespace predabs

#endif
