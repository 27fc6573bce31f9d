// Says in the intermediate language what terms over bit-vectors mean, where
// all their symbols are parts of the state in which a path begins.

#ifndef PREDABS_PREDICATES_PATH_CONDITIONS_H
#define PREDABS_PREDICATES_PATH_CONDITIONS_H

#include "predicates/path/Execution.h"

namespace predabs::path {

/// The conditions \p Terms, of one bit each, as expressions; none if one of
/// them has no name in it, or if that would be long.
std::vector<const Expr *>
sayConditions(ir::Context &Ctx, const BitTerms &T,
              const std::vector<BitTerm> &Terms,
              const std::vector<EntrySymbol> &Symbols);

} // namespace predabs::path

#endif
