// The predicates that the user gives, read once: every search begins with them.

#ifndef PREDABS_CHECKERS_OBLIGATIONS_GIVENPREDICATES_H
#define PREDABS_CHECKERS_OBLIGATIONS_GIVENPREDICATES_H

#include "checkers/files/UserFiles.h"
#include "checkers/options/Options.h"
#include "predicates/language/Predicate.h"

namespace predabs {

class GivenPredicates {
public:
  /// Those of the file Options::Predicates, if there is one.
  explicit GivenPredicates(const Options &Opts);

  /// What is wrong with them for the module of \p Into, in one line; if nothing
  /// is they are added.
  std::optional<std::string> addTo(PredicateSet &Into) const;

private:
  std::string Name; ///< of the file, or empty
  FileBytes Text;
};

} // namespace predabs

#endif
