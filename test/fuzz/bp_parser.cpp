// libFuzzer: any bytes give a program or an error, and a program that is read
// is a good one that prints back to itself and has flow graphs.

#include "predicates/bp/Flow.h"
#include "predicates/bp/Parse.h"
#include "predicates/bp/Print.h"
#include "test/support/ComparePrograms.h"

#include <cstdlib>

using namespace predabs::bp;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ParsedProgram R = parseProgram({reinterpret_cast<const char *>(Data), Size});
  if (!R) {
    if (R.Error.strWithLine().empty() || R.Error.At.Line == 0)
      std::abort();
    return 0;
  }
  ParsedProgram Again = parseProgram(print(*R.Parsed));
  if (verify(*R.Parsed) || !Again || difference(*R.Parsed, *Again.Parsed))
    std::abort();
  Flow F = buildFlow(*R.Parsed);
  defaultEntries(F);
  return 0;
}
