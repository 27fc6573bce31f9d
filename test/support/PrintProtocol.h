// Writes a protocol as text that the parser reads back to the
// same value: so the tests see that it was understood.

#ifndef PREDABS_TEST_SUPPORT_PRINTPROTOCOL_H
#define PREDABS_TEST_SUPPORT_PRINTPROTOCOL_H

#include "checkers/protocols/language/Protocol.h"

namespace predabs {

/// Parameters that a way tests are called `argument1`, `argument2`, ....
std::string printProtocol(const Protocol &P);

} // namespace predabs

#endif
