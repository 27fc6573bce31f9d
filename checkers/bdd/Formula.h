// Sets of states as formulas that people read.
//
//   !{curr==NULL} & {curr->val>v} & (!{prev->val>v} | {prev==NULL})
//
// First come the literals that hold in all states, then pairs of variables
// that are always equal or always different, then the rest as an irredundant
// sum of products or product of sums, whichever has fewer literals. A rest
// that needs too many products is written as a chain of conditions.

#ifndef PREDABS_CHECKERS_BDD_FORMULA_H
#define PREDABS_CHECKERS_BDD_FORMULA_H

#include "checkers/bdd/Bdd.h"

#include <functional>
#include <string>

namespace predabs {

/// How a variable is written; it is an operand that needs no parentheses.
using BddNames = std::function<std::string(BddVar)>;

/// In the notation of Boolean programs, `true` and `false` included; `?` for
/// an invalid set, `...` where even the conditions are too long.
std::string formulaText(const Bdd &Set, const BddNames &NameOf);

} // namespace predabs

#endif
