// Writes a protocol as text that Parse.h reads back to the same value.

#ifndef PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_PRINT_H
#define PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_PRINT_H

#include "checkers/protocols/language/Protocol.h"

namespace predabs {

/// Parameters that a way tests are called `argument1`, `argument2`, ....
std::string printProtocol(const Protocol &P);

} // namespace predabs

#endif
