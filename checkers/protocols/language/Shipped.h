// The protocols that come with the tool: the text files in shipped/, which the
// build puts into the binary. A new one needs its file and nothing else.

#ifndef PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_SHIPPED_H
#define PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_SHIPPED_H

#include "checkers/protocols/language/Parse.h"

namespace predabs {

struct ShippedFile {
  std::string_view Name;
  std::string_view Text;
};

/// The files, by name.
const std::vector<ShippedFile> &shippedProtocolFiles();

/// All protocols of these files, file by file. That they have no errors is
/// tested.
const std::vector<Protocol> &shippedProtocols();

} // namespace predabs

#endif
