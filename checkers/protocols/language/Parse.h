// Reads protocol files; docs/protocols.md has the grammar, Protocol.h an
// example. Every bad text gives errors with their places in words, and what is
// found wrong in one event does not hide what is wrong in the next.

#ifndef PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_PARSE_H
#define PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_PARSE_H

#include "checkers/protocols/language/Protocol.h"
#include "predicates/text/Errors.h"

#include <string_view>

namespace predabs {

using ProtocolError = text::FileError;

struct ParsedProtocols {
  std::vector<Protocol> All;         ///< without those that have errors
  std::vector<ProtocolError> Errors; ///< in the order of the text
};

/// The protocols in \p Text, which errors call \p File.
ParsedProtocols parseProtocols(std::string_view Text, const std::string &File);

} // namespace predabs

#endif
