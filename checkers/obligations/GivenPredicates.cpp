#include "checkers/obligations/GivenPredicates.h"

#include "predicates/language/ParsePredicates.h"

namespace predabs {

std::optional<std::string> addGivenPredicates(PredicateSet &Into,
                                              const Options &Opts) {
  const NamedFile &File = Opts.Predicates;
  if (!File.isNamed())
    return std::nullopt;
  const FileBytes &Text = File.content();
  if (!Text.Bytes)
    return cannotRead(File.name(), Text.Why);
  ModuleNames Names(Into.module());
  std::vector<PredicateError> Errors =
      parsePredicates(*Text.Bytes, File.name(), Names, Into);
  if (Errors.empty())
    return std::nullopt;
  return Errors.front().str();
}

} // namespace predabs
