#include "checkers/obligations/GivenPredicates.h"

#include "predicates/language/ParsePredicates.h"

namespace predabs {

GivenPredicates::GivenPredicates(const Options &Opts) : Name(Opts.Predicates) {
  if (!Name.empty())
    Text = readOptionFile(Name);
}

std::optional<std::string> GivenPredicates::addTo(PredicateSet &Into) const {
  if (Name.empty())
    return std::nullopt;
  if (!Text.Bytes)
    return cannotRead(Name, Text.Why);
  ModuleNames Names(Into.module());
  std::vector<PredicateError> Errors =
      parsePredicates(*Text.Bytes, Name, Names, Into);
  if (Errors.empty())
    return std::nullopt;
  return Errors.front().str();
}

} // namespace predabs
