// The protocols of one run: the shipped ones and those of the user's file.

#ifndef PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_CHOSENPROTOCOLS_H
#define PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_CHOSENPROTOCOLS_H

#include "checkers/options/Options.h"
#include "checkers/protocols/language/Protocol.h"

namespace predabs {

struct ChosenProtocols {
  /// What Options::Checks asks for. Of the file Options::Protocols also all
  /// with a check that only the file knows: who gives it asks for them. One
  /// with the name of a shipped protocol takes its place.
  std::vector<Protocol> All;
  /// What is wrong with the file, in one line; then nothing of it is in All.
  std::optional<std::string> Wrong;
};
ChosenProtocols chooseProtocols(const Options &Opts);

} // namespace predabs

#endif
