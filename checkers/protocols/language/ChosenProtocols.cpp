#include "checkers/protocols/language/ChosenProtocols.h"

#include "checkers/protocols/language/Shipped.h"

#include <algorithm>

using namespace predabs;

namespace {

bool isEnabled(const Options &Opts, std::string_view Check) {
  return std::find(Opts.Checks.begin(), Opts.Checks.end(), Check) !=
         Opts.Checks.end();
}

/// Whether `checks=` can name \p Check.
bool isKnownCheck(std::string_view Check) {
  Options Unused;
  return !setOption(Unused, "checks", Check, Scope::Both);
}

/// The protocols of \p File, or what is wrong with it.
ChosenProtocols readProtocols(const NamedFile &File) {
  const FileBytes &Text = File.content();
  if (!Text.Bytes)
    return {{}, cannotRead(File.name(), Text.Why)};
  ParsedProtocols Read = parseProtocols(*Text.Bytes, File.name());
  if (!Read.Errors.empty())
    return {{}, Read.Errors.front().str()};
  if (Read.All.empty())
    return {{}, "there are no protocols in " + File.name()};
  return {std::move(Read.All), std::nullopt};
}

bool isNamed(const std::vector<Protocol> &Among, const std::string &Name) {
  return std::any_of(Among.begin(), Among.end(),
                     [&](const Protocol &P) { return P.Name == Name; });
}

} // namespace

ChosenProtocols predabs::chooseProtocols(const Options &Opts) {
  ChosenProtocols Result, Own;
  if (Opts.Protocols.isNamed())
    Own = readProtocols(Opts.Protocols);
  Result.Wrong = Own.Wrong;
  for (const Protocol &P : shippedProtocols())
    if (isEnabled(Opts, P.Check) && !isNamed(Own.All, P.Name))
      Result.All.push_back(P);
  for (Protocol &P : Own.All)
    if (isEnabled(Opts, P.Check) || !isKnownCheck(P.Check))
      Result.All.push_back(std::move(P));
  return Result;
}
