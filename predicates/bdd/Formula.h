// Sets of states as formulas that people read.
//
//   !{curr==NULL} & {curr->val>v} & (!{prev->val>v} | {prev==NULL})
//
// First come the literals that hold in all states, then pairs of variables
// that are always equal or always different, then the rest as an irredundant
// sum of products or product of sums, whichever has fewer literals. A rest
// that needs too many products is written as a chain of conditions.

#ifndef PREDABS_PREDICATES_BDD_FORMULA_H
#define PREDABS_PREDICATES_BDD_FORMULA_H

#include "predicates/bdd/Bdd.h"

#include <string>

namespace predabs {

/// How variables are written, in the order in which they are. A name is an
/// operand that needs no parentheses.
using BddNames = std::vector<std::pair<BddVar, std::string>>;

/// In the notation of Boolean programs, `true` and `false` included; `?` for
/// an invalid set, `...` where even the conditions are too long. Of the names
/// from \p FirstOutput on, those that the others determine are written as
/// functions of them, as in `(x == ('a & 'b))`.
std::string formulaText(const Bdd &Set, const BddNames &Names,
                        std::size_t FirstOutput = SIZE_MAX);

} // namespace predabs

#endif
