// Horn clauses and the engine that solves them.

#include "predicates/prover/HornParameters.h"

#include <gtest/gtest.h>

using namespace predabs;
using namespace predabs::prover;

namespace {

/// The value of \p T, a condition giving 0 or 1.
ir::SInt128 evaluate(const HornSystem &S, HornTerm T,
                     const std::vector<ir::SInt128> &Args) {
  const HornNode &N = S[T];
  auto At = [&](size_t I) { return evaluate(S, N.Operands[I], Args); };
  ir::SInt128 Sum = 0;
  switch (N.What) {
  case HornOp::Number:
    return N.Value;
  case HornOp::Variable:
    return Args[size_t(N.Value)];
  case HornOp::Add:
    for (size_t I = 0; I < N.Operands.size(); ++I)
      Sum += At(I);
    return Sum;
  case HornOp::Mul:
    return At(0) * At(1);
  case HornOp::Div:
  case HornOp::Mod: {
    ir::SInt128 A = At(0), B = At(1), Mod = ((A % B) + B) % B;
    return N.What == HornOp::Mod ? Mod : (A - Mod) / B;
  }
  case HornOp::Ite:
    return At(At(0) ? 1 : 2);
  case HornOp::True:
  case HornOp::False:
    return N.What == HornOp::True;
  case HornOp::Not:
    return !At(0);
  case HornOp::And:
  case HornOp::Or:
    for (size_t I = 0; I < N.Operands.size(); ++I)
      if (bool(At(I)) == (N.What == HornOp::Or))
        return N.What == HornOp::Or;
    return N.What == HornOp::And;
  case HornOp::Equal:
    return At(0) == At(1);
  case HornOp::LessEqual:
    return At(0) <= At(1);
  case HornOp::Other:
    break;
  }
  ADD_FAILURE() << "a term that nobody understands";
  return 0;
}

/// `for (i = 0; i < n; i++);` and then a failure if \p Fails.
struct CountingLoop : HornSystem {
  uint32_t L = relation(2);
  HornTerm I = variable(0), N = variable(1), Zero = number(0);

  explicit CountingLoop(HornTerm (*Fails)(CountingLoop &)) {
    add({{}, {lessEqual(Zero, N)}, HornAtom{L, {Zero, N}}});
    HornTerm Next = HornSystem::add(I, number(1));
    add({{{L, {I, N}}}, {less(I, N)}, HornAtom{L, {Next, N}}});
    add({{{L, {I, N}}}, {lessEqual(N, I), Fails(*this)}, std::nullopt});
  }
  using HornSystem::add;

  bool holds(HornTerm T, int AtI, int AtN) const {
    return evaluate(*this, T, {AtI, AtN}) != 0;
  }
};

TEST(Horn, FindsAnInvariant) {
  CountingLoop S([](CountingLoop &S) { return S.notOf(S.equal(S.I, S.N)); });
  HornSolution Found = solve(S, 0);
  ASSERT_EQ(Found.Exists, Answer::Yes);
  HornTerm L = Found.Relations[S.L];
  for (int N = 0; N < 5; ++N) {
    EXPECT_TRUE(S.holds(L, 0, N));
    for (int I = -3; I < 8; ++I) {
      // Inductive, and enough.
      if (S.holds(L, I, N) && I < N) {
        EXPECT_TRUE(S.holds(L, I + 1, N));
      }
      EXPECT_FALSE(S.holds(L, I, N) && I >= N && I != N);
    }
  }
}

TEST(Horn, SaysNoIfThereIsNone) {
  CountingLoop S([](CountingLoop &S) { return S.equal(S.I, S.number(3)); });
  EXPECT_EQ(solve(S, 0).Exists, Answer::No);
}

TEST(Horn, StopsAtItsLimitAndCountsTheSameEachTime) {
  auto Fails = [](CountingLoop &S) { return S.notOf(S.equal(S.I, S.N)); };
  CountingLoop A(Fails), B(Fails), C(Fails);
  HornSolution Stopped = solve(A, 1000);
  EXPECT_EQ(Stopped.Exists, Answer::Unknown);
  HornSolution First = solve(B, 0), Second = solve(C, 0);
  EXPECT_GT(First.Units, 0u);
  EXPECT_EQ(First.Units, Second.Units);
  EXPECT_EQ(First.Relations, Second.Relations);
}

TEST(Horn, LargeNumbersCanBeParameters) {
  // i counts to 1000 from 0, by \p Step, and must not pass it.
  auto Count = [](HornSystem &S, int Step) {
    uint32_t L = S.relation(1);
    HornTerm I = S.variable(0), N = S.number(1000);
    S.add({{}, {}, HornAtom{L, {S.number(0)}}});
    HornTerm Next = S.add(I, S.number(Step));
    S.add({{{L, {I}}}, {S.less(I, N)}, HornAtom{L, {Next}}});
    S.add({{{L, {I}}}, {S.less(N, I)}, std::nullopt});
  };
  HornSystem One;
  Count(One, 1);
  HornSolution Found = solveForAll(One, 0);
  ASSERT_EQ(Found.Exists, Answer::Yes);
  for (int I = 0; I <= 1000; ++I)
    EXPECT_TRUE(evaluate(One, Found.Relations[0], {I}));
  EXPECT_FALSE(evaluate(One, Found.Relations[0], {1001}));
  // For other numbers than 1000 this is wrong.
  HornSystem Two;
  Count(Two, 2);
  EXPECT_EQ(solveForAll(Two, 0).Exists, Answer::Unknown);
}

TEST(Horn, SmallNumbersAreNoParameters) {
  HornSystem S;
  uint32_t R = S.relation(1);
  S.add({{}, {}, HornAtom{R, {S.number(3)}}});
  S.add({{{R, {S.variable(0)}}},
         {S.equal(S.variable(0), S.number(4))},
         std::nullopt});
  EXPECT_EQ(solveForAll(S, 0).Exists, Answer::Unknown);
  EXPECT_EQ(solve(S, 0).Exists, Answer::Yes);
}

TEST(Horn, ParametersThatAreNearStayNear) {
  // From 99 one step leads to 100, not to 101; factors are no parameters.
  HornSystem S;
  uint32_t R = S.relation(2);
  HornTerm X = S.variable(0), Y = S.variable(1);
  S.add({{}, {S.equal(Y, S.mul(50, X))}, HornAtom{R, {S.number(99), Y}}});
  S.add({{{R, {X, Y}}},
         {S.equal(S.add(X, S.number(1)), S.number(101))},
         std::nullopt});
  EXPECT_EQ(solveForAll(S, 0).Exists, Answer::Yes);
}

TEST(Horn, CallsAreRelationsOnTheLeft) {
  // f(n) = n <= 0 ? 0 : f(n - 1) + 1, and f(x) < 0 is a failure.
  HornSystem S;
  uint32_t F = S.relation(2);
  HornTerm N = S.variable(0), R = S.variable(1), Zero = S.number(0);
  S.add({{}, {S.lessEqual(N, Zero)}, HornAtom{F, {N, Zero}}});
  S.add({{{F, {S.sub(N, S.number(1)), R}}},
         {S.less(Zero, N)},
         HornAtom{F, {N, S.add(R, S.number(1))}}});
  S.add({{{F, {N, R}}}, {S.less(R, Zero)}, std::nullopt});
  HornSolution Found = solve(S, 0);
  ASSERT_EQ(Found.Exists, Answer::Yes);
  for (int I = 0; I < 4; ++I)
    EXPECT_TRUE(evaluate(S, Found.Relations[F], {I, I}));
  EXPECT_FALSE(evaluate(S, Found.Relations[F], {2, -1}));
}

TEST(Horn, RelationsThatNobodyNeedsHoldOrNot) {
  HornSystem S;
  uint32_t Unused = S.relation(1), Used = S.relation(0);
  S.add({{}, {}, HornAtom{Unused, {S.variable(0)}}});
  S.add({{{Used, {}}}, {}, std::nullopt});
  HornSolution Found = solve(S, 0);
  ASSERT_EQ(Found.Exists, Answer::Yes);
  EXPECT_TRUE(evaluate(S, Found.Relations[Unused], {5}));
  EXPECT_FALSE(evaluate(S, Found.Relations[Used], {}));
}

TEST(Horn, ComputesWhatHasNoVariables) {
  HornSystem S;
  EXPECT_EQ(S.add(S.number(2), S.number(3)), S.number(5));
  EXPECT_EQ(S.make(HornOp::Div, {S.number(-7), S.number(2)}), S.number(-4));
  EXPECT_EQ(S.make(HornOp::Mod, {S.number(-7), S.number(2)}), S.number(1));
  EXPECT_EQ(S.less(S.number(2), S.number(2)), S.boolean(false));
  HornTerm X = S.variable(0);
  EXPECT_EQ(S.sub(X, S.number(0)), X);
  EXPECT_EQ(S.make(HornOp::And, {S.boolean(true), S.equal(X, X)}),
            S.boolean(true));
  EXPECT_EQ(S.ite(S.boolean(false), S.number(1), X), X);
}

TEST(Horn, LargeNumbersStayWhatTheyAre) {
  HornSystem S;
  uint32_t R = S.relation(1);
  ir::SInt128 Big = ir::SInt128(1) << 100;
  S.add({{}, {}, HornAtom{R, {S.number(-Big)}}});
  S.add({{{R, {S.variable(0)}}},
         {S.less(S.variable(0), S.number(-Big))},
         std::nullopt});
  HornSolution Found = solve(S, 0);
  ASSERT_EQ(Found.Exists, Answer::Yes);
  EXPECT_TRUE(evaluate(S, Found.Relations[R], {-Big}));
  EXPECT_FALSE(evaluate(S, Found.Relations[R], {-Big - 1}));
}

} // namespace
