// The loop of refinement: what it decides, in how many rounds, and why it ends.

#include "checkers/cegar/Loop.h"
#include "checkers/obligations/Obligations.h"
#include "test/support/Prepared.h"

using namespace predabs;

namespace {

struct Searched {
  explicit Searched(const std::string &Text, uint64_t Units = 5'000'000,
                    Look How = Look::Thorough)
      : M(parsedModule(Text)), F(*M->findFunction("f")),
        W(*M, World::Open, nullptr, failureFunctions(*M, Opts), Opts) {
    std::vector<Goal> Goals;
    for (const FoundObligation &O : findObligations(*M, Opts))
      Goals.push_back(O.At);
    Found = Loop(W, {&F, Beginning::OfCall}, Goals, Units, {}, How).run();
    EXPECT_EQ(W.Numbers.Disagreements, 0u);
  }

  Options Opts;
  std::unique_ptr<ir::Module> M;
  const ir::Function &F;
  Workspace W;
  std::vector<Finding> Found;
};

/// Fails if 100 times nothing makes y negative: no run has that.
const std::string Unreached = failing("f", "", "  %y = %x & 7\n", "%y == 9");

TEST(Loop, ProvesAfterRefinement) {
  Searched S(Unreached);
  EXPECT_EQ(S.Found[0].Answer, Verdict::Proved) << S.Found[0].Why;
  EXPECT_GE(S.W.Numbers.Rounds, 2u);
  EXPECT_GE(S.W.Numbers.Infeasible, 1u);
  EXPECT_FALSE(S.Found[0].Basis.Predicates.empty());
}

TEST(Loop, APathThatIsTakenIsAnAnswer) {
  Searched S(failing("f", "", "  %y = %x * 2\n", "%y == 10"));
  EXPECT_EQ(S.Found[0].Answer, Verdict::Latent) << S.Found[0].Why;
  EXPECT_TRUE(S.Found[0].Run.Fails);
  EXPECT_FALSE(S.Found[0].Way.Steps.empty());
}

TEST(Loop, WhateverIsPassed) {
  Searched S(failing("f", "", "  %y = %x & 7\n", "%y >= 0"));
  EXPECT_EQ(S.Found[0].Answer, Verdict::Violated) << S.Found[0].Why;
}

TEST(Loop, EndsWithItsBudget) {
  Searched S(Unreached, /*Units=*/1);
  EXPECT_EQ(S.Found[0].Answer, Verdict::Unknown);
  EXPECT_TRUE(S.Found[0].IsSpent);
  EXPECT_NE(S.Found[0].Why.find("the budget is spent"), std::string::npos);
}

// A glance is a few runs and no abstraction.
TEST(Loop, AGlanceAbstractsNothing) {
  Searched S(Unreached, 5'000'000, Look::Glance);
  EXPECT_EQ(S.W.Numbers.Rounds, 0u);
  EXPECT_EQ(S.Found[0].Answer, Verdict::Unknown);
}

// Two goals of one search are decided apart.
TEST(Loop, GoalsAreDecidedApart) {
  std::string Text = R"(func @f(%x: i32) -> void {
  var %y: i32
entry:
  %y = %x & 7
  goto a, b, out
a:
  assume %y == 9
  call @reach_error()
  stop
b:
  assume %y == 3
  call @reach_error()
  stop
out:
  return
}
)";
  Searched S(Text);
  EXPECT_EQ(S.Found[0].Answer, Verdict::Proved) << S.Found[0].Why;
  EXPECT_EQ(S.Found[1].Answer, Verdict::Latent) << S.Found[1].Why;
}

} // namespace
