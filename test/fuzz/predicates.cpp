// libFuzzer: any bytes give predicates or errors with places, and the text of
// a predicate that is read can be read again.

#include "predicates/ir/Parse.h"
#include "predicates/language/ParsePredicates.h"

#include <cstdlib>

using namespace predabs;

static constexpr const char *Text = R"(module "t.c"
target pointer-bytes 8 little-endian
file "t.c"
record node size 16 align 8 {
  val: i32 at bit 0
  next: node* at bit 64
}
record box size 32 align 8 {
  low: u32 at bit 0 width 3
  "anon.0": node at bit 64
  items: i32[2] at bit 192
}
global $g: i32
func @f(%x: i32, %p: node*, %c: i8, %u: u32, %l: i64) -> i32 {
  var %b: bool
  var %s: box
  var %v: void*
  var %d: f64
  var %fp: (fn(i32) -> i32)*
entry:
  return %x
}
)";

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ir::ParsedModule M = ir::parseModule(Text);
  ModuleNames Names(*M.Parsed);
  PredicateSet Set(*M.Parsed);
  for (const PredicateError &E : parsePredicates(
           {reinterpret_cast<const char *>(Data), Size}, "f", Names, Set))
    if (E.Line == 0 || E.Column == 0 || E.Message.empty())
      std::abort();
  const ir::Function *F = M.Parsed->findFunction("f");
  PredicateSet Again(*M.Parsed);
  for (const Predicate &P : Set.of(*F)) {
    bool IsCut = P.Text.find("...#") != P.Text.npos;
    auto Errors = parsePredicateList(P.Text, "f", 1, 1, F, Names, Again);
    if (!Errors.empty() && !IsCut &&
        !Errors[0].Message.ends_with("nested too deeply"))
      std::abort();
  }
  return 0;
}
