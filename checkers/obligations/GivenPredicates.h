// The predicates that the user gives: every search begins with them.

#ifndef PREDABS_CHECKERS_OBLIGATIONS_GIVENPREDICATES_H
#define PREDABS_CHECKERS_OBLIGATIONS_GIVENPREDICATES_H

#include "checkers/options/Options.h"
#include "predicates/language/Predicate.h"

namespace predabs {

/// Adds those of the file Options::Predicates, if there is one; what is wrong
/// with them for the module of \p Into, in one line.
std::optional<std::string> addGivenPredicates(PredicateSet &Into,
                                              const Options &Opts);

} // namespace predabs

#endif
