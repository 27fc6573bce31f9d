// libFuzzer: any bytes give protocols or errors with places, and a protocol
// that is read can be printed and read again.

#include "checkers/protocols/language/Parse.h"
#include "test/support/PrintProtocol.h"

#include <cstdlib>

using namespace predabs;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ParsedProtocols Read =
      parseProtocols({reinterpret_cast<const char *>(Data), Size}, "f");
  for (const ProtocolError &E : Read.Errors)
    if (E.Line == 0 || E.Column == 0 || E.Message.empty())
      std::abort();
  for (const Protocol &P : Read.All) {
    ParsedProtocols Again = parseProtocols(printProtocol(P), "f");
    if (!Again.Errors.empty() || Again.All.size() != 1 || Again.All[0] != P)
      std::abort();
  }
  return 0;
}
