// The goals of a search and its budget.

#include "checkers/cegar/Rounds.h"
#include "checkers/obligations/Obligations.h"
#include "test/support/Prepared.h"

#include <gmock/gmock.h>

using namespace predabs;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

struct Begun {
  Begun()
      : M(parsedModule(failing("f", "", "  %y = %x\n", "%y == 9"))),
        F(*M->findFunction("f")),
        W(*M, World::Open, nullptr, failureFunctions(*M, Opts), Opts),
        S(W, {&F, Beginning::OfCall}, {findObligations(*M, Opts)[0].At},
          100'000, Look::Thorough) {}

  const ir::Expr *isNine() {
    ir::Context &C = M->Ctx;
    const ir::Expr *Y = C.var(F.Vars[1].get());
    return C.binary(ir::Op::Eq, Y, C.intConst(Y->type(), 9));
  }

  Options Opts;
  std::unique_ptr<ir::Module> M;
  const ir::Function &F;
  Workspace W;
  GoalSearch S;
};

TEST(GoalSearch, GoalsAreOpenUntilDecided) {
  Begun B;
  EXPECT_THAT(B.S.openGoals(), ElementsAre(0));
  B.S.Rounds = 2;
  B.S.Predicates.add(&B.F, B.isNine());
  B.S.decide(0, Finding::proved());
  EXPECT_THAT(B.S.openGoals(), IsEmpty());
  EXPECT_EQ(B.S.finding(0).Basis.Rounds, 2u);
  EXPECT_THAT(B.S.finding(0).Basis.Predicates, ElementsAre("f: y==9"));
}

TEST(GoalSearch, SaysWhyItEnds) {
  Begun B;
  B.S.giveUp(0, "it is hard");
  EXPECT_EQ(B.S.finding(0).Why, "it is hard");
  EXPECT_FALSE(B.S.finding(0).IsSpent);
  B.S.Rounds = 1;
  B.S.Predicates.add(&B.F, B.isNine());
  B.S.runOut(0);
  EXPECT_TRUE(B.S.finding(0).IsSpent);
  EXPECT_EQ(B.S.finding(0).Why,
            "the budget is spent after 1 round, with 'f: y==9'");
}

TEST(GoalSearch, WorkIsCounted) {
  Begun B;
  EXPECT_EQ(B.S.unitsLeft(), 100'000u);
  B.S.addUnits(1000);
  EXPECT_EQ(B.S.unitsSpent(), 1000u);
  B.S.addUnits(1'000'000);
  EXPECT_EQ(B.S.unitsLeft(), 0u);
}

TEST(Rounds, ThePredicatesDecide) {
  Begun B;
  Rounds R(B.S, B.S.A);
  EXPECT_EQ(R.next()->answer(0), bebop::Reachability::Reachable);
  const ir::Expr *X = B.M->Ctx.var(B.F.Vars[0].get());
  B.S.Predicates.add(&B.F, B.isNine());
  B.S.Predicates.add(
      &B.F, B.M->Ctx.binary(ir::Op::Eq, X, B.M->Ctx.intConst(X->type(), 9)));
  std::unique_ptr<Round> Second = R.next();
  EXPECT_EQ(Second->answer(0), bebop::Reachability::Reachable);
  EXPECT_TRUE(Second->firstPath(0));
  EXPECT_EQ(B.S.Rounds, 2u);
}

TEST(Rounds, PrecisionHasAnEnd) {
  Begun B;
  Rounds R(B.S, B.S.A);
  EXPECT_TRUE(R.becomeMorePrecise());
  EXPECT_TRUE(R.becomeMorePrecise());
  EXPECT_FALSE(R.becomeMorePrecise());
}

} // namespace
