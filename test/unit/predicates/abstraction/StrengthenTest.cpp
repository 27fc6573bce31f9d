// F_V and its relatives (predicates/abstraction/Strengthen.h), on Z3.

#include "predicates/abstraction/Strengthen.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

#include <random>

using namespace predabs;
using namespace predabs::ir;

namespace {

const char *Text = R"(module "m"
target pointer-bytes 8 little-endian strict-aliasing

func @f(%x: i32, %y: i32, %z: i32, %u: u32, %p: i32*, %q: i32*) -> void {
entry:
  return
}
)";

/// `02 & !1`-like text of covers: positions, `!` for negated ones.
std::string text(const Cover &C) {
  std::string Out;
  for (const Cube &Part : C) {
    Out += Out.empty() ? "" : " | ";
    std::string Inner;
    for (Literal L : Part)
      Inner += (Inner.empty() ? "" : "&") + std::string(L.Value ? "" : "!") +
               std::to_string(L.Term);
    Out += Inner.empty() ? "true" : Inner;
  }
  return Out.empty() ? "false" : Out;
}

class Strengthening : public ::testing::Test {
protected:
  Strengthening()
      : Parsed(parseModule(Text)), M(*Parsed.Parsed), F(*M.findFunction("f")),
        Alias(M), Z3(createZ3Prover(M.Ctx)) {}

  const Expr *expr(const std::string &S) {
    ParsedExpr E = parseExpr(M, &F, S);
    EXPECT_TRUE(E) << S << ": " << E.Error.str();
    return E.Parsed;
  }
  Knowledge knowledge(const std::vector<std::string> &V) {
    Knowledge K;
    for (const std::string &S : V)
      K.V.push_back(expr(S));
    return K;
  }
  /// F(Goal) / F(!Goal).
  std::string strengthen(const std::vector<std::string> &V,
                         const std::string &Goal, StrengthenOptions O = {}) {
    Strengthener S(M.Ctx, Alias, *Z3, O);
    Strengthened R = S.strengthen(knowledge(V), {expr(Goal)})[0];
    return text(R.Pos) + " / " + text(R.Neg);
  }
  uint64_t asked() const { return Z3->statistics().Asked; }

  ParsedModule Parsed;
  Module &M;
  const Function &F;
  Aliases Alias;
  std::unique_ptr<Prover> Z3;
};

TEST_F(Strengthening, ExampleOfThePapers) {
  EXPECT_EQ(strengthen({"%x < 5", "%x == 2"}, "%x < 4"), "1 / !0");
  EXPECT_EQ(strengthen({"%x < 5", "%x == 2"}, "%x + 1 == 2"), "false / !0 | 1");
  EXPECT_EQ(strengthen({"*%p <= 0", "%x == 0"}, "*%p + %x <= 0"), "0&1 / !0&1");
}

TEST_F(Strengthening, PredicatesAreFoundWithoutTheProver) {
  EXPECT_EQ(strengthen({"%x < 5", "%y > %z"}, "%x < 5"), "0 / !0");
  EXPECT_EQ(strengthen({"%x < 5", "%y > %z"}, "%z >= %y"), "!1 / 1");
  EXPECT_EQ(strengthen({"%x < 5", "%y > %z"}, "%x < 5 && !(%y > %z)"),
            "0&!1 / !0 | 1");
  EXPECT_EQ(strengthen({"%x < 5"}, "%x + 1 < 6"), "0 / !0");
  EXPECT_EQ(asked(), 0u);
}

TEST_F(Strengthening, OnlyTheConeIsAskedAbout) {
  std::string Alone = strengthen({"%x < 5"}, "%x < 4");
  uint64_t Before = asked();
  EXPECT_EQ(strengthen({"%x < 5", "%y < 1", "%y < 2", "%z == %y"}, "%x < 4"),
            Alone);
  EXPECT_EQ(asked(), Before) << "the answers for the cone are known";
}

TEST_F(Strengthening, AliasesAreInTheCone) {
  EXPECT_EQ(strengthen({"%p == %q", "*%q > 3"}, "*%p > 2"), "0&1 / false");
}

TEST_F(Strengthening, LengthLimit) {
  std::vector<std::string> V = {"%x == 0", "%y == 0", "%z == 0"};
  StrengthenOptions O;
  O.How = Search::Cubes;
  EXPECT_EQ(strengthen(V, "%x + %y + %z == 0", O), "0&1&2 / "
                                                   "!0&1&2 | 0&!1&2 | 0&1&!2");
  O.MaxCube = 2;
  EXPECT_EQ(strengthen(V, "%x + %y + %z == 0", O), "false / false");
}

TEST_F(Strengthening, DistributionOverOrMayLose) {
  std::vector<std::string> V = {"%x >= 0"};
  // Every int is below 5 or above 3, but neither half follows.
  StrengthenOptions O;
  EXPECT_EQ(strengthen(V, "%x < 5 || %x > 3", O), "true / false");
  O.Distribute = Distribution::OverAndAndOr;
  EXPECT_EQ(strengthen(V, "%x < 5 || %x > 3", O), "!0 / false");
}

TEST_F(Strengthening, WhatIsEvaluatedIsDefined) {
  Strengthener S(M.Ctx, Alias, *Z3, {});
  Knowledge K = knowledge({"%x > %y"});
  std::vector<const Expr *> Goal = {expr("%x + 1 > %y")};
  EXPECT_EQ(text(S.strengthen(K, Goal)[0].Pos), "0");
  // Unsigned addition wraps.
  K = knowledge({"%u > 3:u32"});
  Goal = {expr("%u + 1:u32 > 3:u32")};
  EXPECT_EQ(text(S.strengthen(K, Goal)[0].Pos), "false");
  // A place that decides whether there is a value is not free.
  K = knowledge({});
  K.Where.Evaluated = {expr("10 / %y")};
  Goal = {expr("%y != 0")};
  EXPECT_EQ(text(S.strengthen(K, Goal)[0].Pos), "true");
  K.Where.Evaluated = {expr("*%p")};
  Goal = {expr("%p != null<i32*>")};
  EXPECT_EQ(text(S.strengthen(K, Goal)[0].Pos), "true");
}

TEST_F(Strengthening, Contradictions) {
  Strengthener S(M.Ctx, Alias, *Z3, {});
  EXPECT_EQ(text(S.contradictions(
                knowledge({"%x == 1", "%x == 2", "%y == 1", "%x > 0"}).V)),
            "0&1 | 0&!3 | 1&!3");
}

TEST_F(Strengthening, Relation) {
  Strengthener S(M.Ctx, Alias, *Z3, {});
  // x = y: afterwards x == 0 is what y == 0 was.
  std::optional<Cover> R =
      S.relation(knowledge({"%y == 0"}), {expr("%y == 0")});
  ASSERT_TRUE(R);
  EXPECT_EQ(text(*R), "!0&!1 | 0&1");
}

/// Both searches give the same function where a state can be.
TEST_F(Strengthening, SearchesAgree) {
  std::mt19937 Random(7);
  auto Pick = [&](std::initializer_list<const char *> From) {
    return std::string(From.begin()[Random() % From.size()]);
  };
  auto Atom = [&] {
    std::string A = Pick({"%x", "%y", "%z", "*%p", "*%q", "%x + %y", "%y + 1"});
    std::string B = Pick({"%x", "%y", "*%q", "0", "1", "3"});
    return A + Pick({" == ", " < ", " <= "}) + B;
  };
  for (int Round = 0; Round < 60; ++Round) {
    Knowledge K;
    for (size_t N = 1 + Random() % 4, I = 0; I < N; ++I)
      K.V.push_back(expr(Random() % 6 ? Atom() : "%p == %q"));
    const Expr *Goal = expr(Random() % 3 ? Atom() : Atom() + " && " + Atom());
    StrengthenOptions O;
    O.MaxCube = 0;
    O.How = Search::Cubes;
    Strengthener ByCubes(M.Ctx, Alias, *Z3, O);
    O.How = Search::Models;
    Strengthener ByModels(M.Ctx, Alias, *Z3, O);
    Strengthened A = ByCubes.strengthen(K, {Goal})[0];
    Strengthened B = ByModels.strengthen(K, {Goal})[0];
    Cover Never = ByCubes.contradictions(K.V);
    for (uint32_t Bits = 0; Bits < 1u << K.V.size(); ++Bits) {
      Cube State;
      for (uint32_t I = 0; I < K.V.size(); ++I)
        State.push_back({I, (Bits >> I & 1) != 0});
      if (containsAny(State, Never))
        continue;
      EXPECT_EQ(containsAny(State, A.Pos), containsAny(State, B.Pos));
      EXPECT_EQ(containsAny(State, A.Neg), containsAny(State, B.Neg));
    }
  }
}

} // namespace

TEST(Cover, KnowsWhatIsTrueEverywhere) {
  Literal A{0}, B{1}, C{2};
  EXPECT_FALSE(isTautology({}));
  EXPECT_TRUE(isTautology(trueCover()));
  EXPECT_TRUE(isTautology({{A}, {!A}}));
  EXPECT_FALSE(isTautology({{A}, {!B}}));
  EXPECT_TRUE(isTautology({{A}, {!B}, {!A, B}}));
  EXPECT_TRUE(isTautology(
      {{A, B}, {!A, C}, {!B, !C}, {A, !C}, {!A, B, !C}, {A, !B}, {!A, !B, C}}));
  EXPECT_FALSE(isTautology({{A, B}, {!A, C}, {!B, !C}, {A, !B}}));
}

TEST(Cover, KnowsComplements) {
  Literal A{0}, B{1};
  EXPECT_TRUE(areComplements({{A}}, {{!A}}));
  EXPECT_FALSE(areComplements({{A}}, {{!B}}));
  EXPECT_FALSE(areComplements({{A}}, {{!A, B}}));
  EXPECT_FALSE(areComplements({{A}, {B}}, {{!A}}));
  EXPECT_TRUE(areComplements({{A, B}, {!A, !B}}, {{A, !B}, {!A, B}}));
  EXPECT_TRUE(areComplements(trueCover(), {}));
}
