// libFuzzer: any text gives a module or an error. What the verifier lets
// through can be put into a file that calls it, which is then as good as
// before, and can be extracted, printed and run for a while.

#include "predicates/interpreter/Interpreter.h"
#include "predicates/ir/Link.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"
#include "test/support/CompareModules.h"

#include <cstdlib>

using namespace predabs::ir;

static constexpr const char *Caller = R"(module "use.c"
target pointer-bytes 8 little-endian
record pair size 16 align 8 {
  low: i32 at bit 0
  next: pair* at bit 64
}
global $count: i32
func @need(%n: i32) -> i32
func @main() -> i32 {
  var %x: i32
entry:
  %x = call @need($count)
  return %x
}
)";

static void require(bool IsSo) {
  if (!IsSo)
    std::abort();
}

static void requireGood(const Module &M) {
  require(!verify(M));
  ParsedModule Again = parseModule(print(M));
  require(Again && !firstDifference(M, *Again.Parsed));
}

static void runForAWhile(const Module &M) {
  ListedInputs Inputs({5, 0, 1}, {0, 1, 2});
  RunOptions O;
  O.MaxSteps = 2000;
  O.MaxDepth = 100;
  O.MaxBlock = 1 << 20;
  O.Inputs = &Inputs;
  run(M, O);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ParsedModule Read = parseModule({reinterpret_cast<const char *>(Data), Size});
  if (!Read || verify(*Read.Parsed))
    return 0;
  ParsedModule Into = parseModule(Caller);
  Linked L = link(*Into.Parsed, *Read.Parsed, "a");
  requireGood(*Into.Parsed);
  if (L.Conflict.empty())
    runForAWhile(*Into.Parsed);
  for (const auto &F : Read.Parsed->Functions) {
    requireGood(*extract(*Read.Parsed, *F));
    codeText(*Read.Parsed, *F, nullptr);
  }
  return 0;
}
