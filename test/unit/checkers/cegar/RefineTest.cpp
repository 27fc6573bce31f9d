// Which predicates a path that cannot happen brings.

#include "checkers/cegar/Refine.h"
#include "predicates/ir/Parse.h"
#include "test/support/RecordPath.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace predabs;
using testing::IsEmpty;
using testing::Not;

namespace {

const char *const Text = R"(func @fail() -> void noreturn
func @twice(%x: i32) -> i32 internal {
  var %r: i32
entry:
  %r = %x * 2
  return %r
}
func @f(%n: i32) -> void {
  var %y: i32
entry:
  assume %n == 3
  %y = call @twice(%n)
  assume %y == 7
  call @fail()
  stop
}
)";

struct Refined {
  explicit Refined(bool IsContracted)
      : Parsed(ir::parseModule(Text)), M(*Parsed.Parsed),
        F(*M.findFunction("f")), Twice(*M.findFunction("twice")),
        W(M, World::Closed, nullptr, {M.findFunction("fail")}, Opts), P(M),
        Refine(W, W.A, P, Look::Quick) {
    if (IsContracted)
      W.Contracted = {&Twice};
  }
  Refinement::Outcome exclude() {
    Path Way = pathThrough(F, {});
    std::vector<uint32_t> Core;
    for (uint32_t I = 0; I < Way.Steps.size(); ++I)
      if (!Way.Steps[I].isBlockEnd() &&
          Way.Steps[I].statement().Kind == ir::StmtKind::Assume)
        Core.push_back(I);
    return Refine.exclude(Way, Core);
  }

  Options Opts;
  ir::ParsedModule Parsed;
  ir::Module &M;
  const ir::Function &F, &Twice;
  Workspace W;
  PredicateSet P;
  Refinement Refine;
};

TEST(Refine, AsksTheFunctionsOnThePath) {
  Refined R(/*IsContracted=*/false);
  EXPECT_EQ(R.exclude(), Refinement::Outcome::Added);
  EXPECT_THAT(R.P.of(R.F), Not(IsEmpty()));
  EXPECT_THAT(R.P.of(R.Twice), Not(IsEmpty()));
}

// What it promises is known; more comes when nothing else is new.
TEST(Refine, AsksAFunctionWithAContractLast) {
  Refined R(/*IsContracted=*/true);
  EXPECT_EQ(R.exclude(), Refinement::Outcome::Added);
  EXPECT_THAT(R.P.of(R.F), Not(IsEmpty()));
  EXPECT_THAT(R.P.of(R.Twice), IsEmpty());
  EXPECT_EQ(R.exclude(), Refinement::Outcome::Added);
  EXPECT_THAT(R.P.of(R.Twice), Not(IsEmpty()));
}

} // namespace
