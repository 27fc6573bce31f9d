// Predicates that stand in the source, as
//
//   __attribute__((annotate("predabs: x == 'x, x == 'x + 1"))) int inc(int x);
//
// on a declaration or the definition of a function, or, for predicates of
// globals alone, on a global variable.

#ifndef PREDABS_PLUGIN_SOURCE_ANNOTATIONS_H
#define PREDABS_PLUGIN_SOURCE_ANNOTATIONS_H

#include "plugin/lower/Lowering.h"
#include "predicates/language/ParsePredicates.h"

namespace predabs {

struct Annotations {
  /// How many there are that say something about the module.
  size_t Count = 0;
  std::vector<PredicateError> Errors;
};

/// Adds the predicates of all annotations to \p Into, in the order in which
/// they stand in the source. What is said of functions without a body here is
/// left alone: it may stand in a header that everybody includes.
Annotations addAnnotations(Lowering &L, NameSource &Names, PredicateSet &Into);

} // namespace predabs

#endif
