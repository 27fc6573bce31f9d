// Contracts for a person to read, in the language of predicates
// (docs/predicates.md): `if '*p > 0: *'p == '*p - 1, return == '*p`.

#ifndef PREDABS_CHECKERS_CONTRACTS_CONTRACTTEXT_H
#define PREDABS_CHECKERS_CONTRACTS_CONTRACTTEXT_H

#include "checkers/contracts/Contract.h"
#include "checkers/contracts/Modified.h"
#include "predicates/language/Predicate.h"

namespace predabs {

/// A line for each path on which \p F, whose paths are \p Paths, returns
/// something or changes something. \p Names must live as long as its module.
std::vector<std::string> promisesOf(PredicateSet &Names, const ir::Function &F,
                                    const PathTree &Paths);

/// What it may change, ascending: `*'p`, `count`.
std::vector<std::string> placesIn(PredicateSet &Names, const ir::Function &F,
                                  const Modified &Changed);

} // namespace predabs

#endif
