// Terms over bit-vectors: what folding makes of them means the same, to
// evaluation and to the solver.

#include "predicates/prover/BitSolver.h"

#include <gtest/gtest.h>

#include <random>

using namespace predabs;
using namespace predabs::prover;

namespace {

/// The same random term of symbols and of their values.
class Pair {
public:
  explicit Pair(uint64_t Seed) : Random(Seed) {
    for (unsigned W : {1u, 1u, 8u, 8u, 32u, 32u, 64u, 128u}) {
      BitTerm S = T.symbol(W);
      UInt128 V = ir::truncateTo(value(), W);
      Symbols.push_back(S);
      Given[S.Id] = V;
      Leaves.push_back({S, T.number(W, V)});
    }
  }

  struct Both {
    BitTerm Open, Known;
  };

  Both make(unsigned Width, unsigned Depth) {
    if (Depth == 0 || Random() % 12 == 0)
      return leaf(Width);
    switch (Random() % (Width == 1 ? 9 : 7)) {
    case 0:
      return unary(Random() % 2 ? BitOp::BitNot : BitOp::Neg, Width, Depth);
    case 1: {
      Both C = make(1, Depth - 1), A = make(Width, Depth - 1),
           B = make(Width, Depth - 1);
      return {T.ite(C.Open, A.Open, B.Open), T.ite(C.Known, A.Known, B.Known)};
    }
    case 2:
      return extract(Width, Depth);
    case 3:
      if (Width > 1)
        return concat(Width, Depth);
      return binary(BitOp::Xor, 1, Depth);
    case 4:
      if (Width > 1)
        return extend(Width, Depth);
      return binary(BitOp::And, 1, Depth);
    case 7:
    case 8:
      return compare(Depth);
    default:
      return binary(Arithmetic[Random() % std::size(Arithmetic)], Width, Depth);
    }
  }

  UInt128 evaluate(BitTerm Of) {
    BitTerm Root[] = {Of};
    return *T.evaluate(Root, Given)[0];
  }

  BitTerms T;
  std::vector<BitTerm> Symbols;
  BitTerms::Values Given;
  std::mt19937_64 Random;

private:
  static constexpr BitOp Arithmetic[] = {
      BitOp::And,         BitOp::Or,         BitOp::Xor,
      BitOp::Add,         BitOp::Add,        BitOp::Sub,
      BitOp::Sub,         BitOp::Mul,        BitOp::UnsignedDiv,
      BitOp::UnsignedRem, BitOp::SignedDiv,  BitOp::SignedRem,
      BitOp::ShiftLeft,   BitOp::ShiftRight, BitOp::ShiftRightSigned};

  UInt128 value() {
    return Random() % 2 ? UInt128(Random() % 5) - 2
                        : UInt128(Random()) << 64 | Random();
  }

  Both leaf(unsigned Width) {
    std::vector<Both> Fitting;
    for (const Both &L : Leaves)
      if (T.width(L.Open) == Width)
        Fitting.push_back(L);
    if (Fitting.empty() || Random() % 3 == 0) {
      BitTerm C = T.number(Width, value());
      return {C, C};
    }
    return Fitting[Random() % Fitting.size()];
  }

  Both unary(BitOp O, unsigned Width, unsigned Depth) {
    Both A = make(Width, Depth - 1);
    return {T.make(O, A.Open), T.make(O, A.Known)};
  }
  Both binary(BitOp O, unsigned Width, unsigned Depth) {
    Both A = make(Width, Depth - 1), B = make(Width, Depth - 1);
    if (Random() % 8 == 0)
      B = A;
    return {T.make(O, A.Open, B.Open), T.make(O, A.Known, B.Known)};
  }
  Both compare(unsigned Depth) {
    const BitOp Ops[] = {BitOp::Equal, BitOp::Equal, BitOp::UnsignedLess,
                         BitOp::SignedLess, BitOp::UnsignedMulFits};
    const unsigned Widths[] = {1, 8, 32, 64, 128};
    return binary(Ops[Random() % 5], Widths[Random() % 5], Depth);
  }
  Both extract(unsigned Width, unsigned Depth) {
    unsigned More = unsigned(Random() % (129 - Width));
    unsigned Low = More ? unsigned(Random() % (More + 1)) : 0;
    Both A = make(Width + More, Depth - 1);
    return {T.extract(A.Open, Low, Width), T.extract(A.Known, Low, Width)};
  }
  Both concat(unsigned Width, unsigned Depth) {
    unsigned High = 1 + unsigned(Random() % (Width - 1));
    Both A = make(High, Depth - 1), B = make(Width - High, Depth - 1);
    return {T.concat(A.Open, B.Open), T.concat(A.Known, B.Known)};
  }
  Both extend(unsigned Width, unsigned Depth) {
    Both A = make(1 + unsigned(Random() % Width), Depth - 1);
    if (Random() % 2)
      return {T.zeroExtend(A.Open, Width), T.zeroExtend(A.Known, Width)};
    return {T.signExtend(A.Open, Width), T.signExtend(A.Known, Width)};
  }

  std::vector<Both> Leaves;
};

TEST(BitTerms, FoldToTheSame) {
  const unsigned Widths[] = {1, 8, 32, 64, 128};
  for (uint64_t Seed = 1; Seed <= 20'000 && !testing::Test::HasFailure();
       ++Seed) {
    Pair P(Seed);
    Pair::Both B = P.make(Widths[Seed % 5], 1 + unsigned(Seed % 6));
    ASSERT_TRUE(P.T.isConstant(B.Known));
    EXPECT_EQ(P.evaluate(B.Open), P.T.value(B.Known)) << "seed " << Seed;
    BitTerm Root[] = {B.Open};
    EXPECT_EQ(P.T.substitute(Root, P.Given)[0], B.Known) << "seed " << Seed;
  }
}

TEST(BitTerms, AreTheSameToTheSolver) {
  BitLibrary L;
  const unsigned Widths[] = {1, 8, 32, 64, 128};
  for (uint64_t Seed = 1; Seed <= 150 && !testing::Test::HasFailure(); ++Seed) {
    Pair P(Seed);
    Pair::Both B = P.make(Widths[Seed % 5], 1 + unsigned(Seed % 4));
    BitSolver S(L, P.T);
    for (BitTerm X : P.Symbols)
      S.require(P.T.equal(X, P.T.number(P.T.width(X), P.Given[X.Id])));
    BitTerm Same = P.T.equal(B.Open, B.Known);
    EXPECT_EQ(S.check(std::vector{Same}, 0), Answer::Yes) << "seed " << Seed;
    EXPECT_EQ(S.check(std::vector{P.T.negation(Same)}, 0), Answer::No)
        << "seed " << Seed;
  }
}

TEST(BitTerms, KnowHowLargeRemaindersAre) {
  BitTerms T;
  BitTerm X = T.symbol(32);
  auto Less = [&](BitOp How, BitOp O, SInt128 By, SInt128 Bound) {
    BitTerm R = T.make(O, X, T.number(32, UInt128(By)));
    return T.make(How, R, T.number(32, UInt128(Bound)));
  };
  auto Signed = BitOp::SignedLess, Unsigned = BitOp::UnsignedLess;
  for (SInt128 By : {5, -5}) {
    EXPECT_TRUE(T.isTrue(Less(Signed, BitOp::SignedRem, By, 5)));
    EXPECT_FALSE(T.isConstant(Less(Signed, BitOp::SignedRem, By, 4)));
    EXPECT_TRUE(T.isFalse(Less(Signed, BitOp::SignedRem, By, -4)));
    EXPECT_FALSE(T.isConstant(Less(Signed, BitOp::SignedRem, By, -3)));
    EXPECT_FALSE(T.isConstant(Less(Unsigned, BitOp::SignedRem, By, 5)));
  }
  EXPECT_TRUE(T.isTrue(Less(Unsigned, BitOp::UnsignedRem, 5, 5)));
  EXPECT_FALSE(T.isConstant(Less(Unsigned, BitOp::UnsignedRem, 5, 4)));
  EXPECT_FALSE(T.isConstant(Less(Unsigned, BitOp::UnsignedRem, -5, 4)));
  EXPECT_TRUE(T.isTrue(Less(Unsigned, BitOp::And, 7, 8)));
  EXPECT_FALSE(T.isConstant(Less(Unsigned, BitOp::And, -8, 8)));
}

TEST(BitTerms, DivideByPowersOfTwoWithoutADivider) {
  BitTerms T;
  BitTerm X = T.symbol(8);
  for (BitOp O : {BitOp::UnsignedDiv, BitOp::UnsignedRem, BitOp::SignedDiv,
                  BitOp::SignedRem})
    for (UInt128 By : {1, 2, 4, 8, 16, 32, 64, 128}) {
      BitTerm Open = T.make(O, X, T.number(8, By)), Root[] = {Open};
      bool IsSigned = O == BitOp::SignedDiv || O == BitOp::SignedRem;
      EXPECT_EQ(T.node(Open).What == O, IsSigned && By == 128);
      for (UInt128 V = 0; V < 256; ++V)
        EXPECT_EQ(*T.evaluate(Root, {{X.Id, V}})[0],
                  T.value(T.make(O, T.number(8, V), T.number(8, By))))
            << int(O) << ": " << int(V) << " and " << int(By);
    }
  // The range of a remainder is still known.
  BitTerm Rest = T.make(BitOp::UnsignedRem, X, T.number(8, 4));
  EXPECT_TRUE(T.isTrue(T.make(BitOp::UnsignedLess, Rest, T.number(8, 4))));
}

TEST(BitTerms, KeepFewConstantsApart) {
  BitTerms T;
  BitTerm C = T.symbol(1), D = T.symbol(1);
  BitTerm P =
      T.ite(C, T.number(32, 16), T.ite(D, T.number(32, 32), T.number(32, 0)));
  BitTerm Q = T.make(BitOp::Add, P, T.number(32, 4));
  EXPECT_EQ(T.leaves(Q), (std::vector<UInt128>{20, 36, 4}));
  EXPECT_EQ(T.equal(Q, T.number(32, 20)), C);
  EXPECT_EQ(T.equal(Q, T.number(32, 21)), BitTerms::no());
}

TEST(BitSolver, TellsWhatContradictsItself) {
  BitTerms T;
  BitLibrary L;
  BitSolver S(L, T);
  BitTerm X = T.symbol(8), Y = T.symbol(8);
  std::vector<BitTerm> Asked = {T.equal(Y, T.number(8, 1)),
                                T.make(BitOp::UnsignedLess, X, T.number(8, 4)),
                                T.negation(T.equal(Y, X)),
                                T.equal(X, T.number(8, 9))};
  EXPECT_EQ(S.check(Asked, 0), Answer::No);
  EXPECT_EQ(S.core(), (std::vector<uint32_t>{1, 3}));
  Asked.pop_back();
  ASSERT_EQ(S.check(Asked, 0), Answer::Yes);
  auto V = S.values(std::vector{X, Y});
  EXPECT_EQ(V.at(Y.Id), UInt128(1));
  EXPECT_NE(V.at(X.Id), UInt128(1));
  EXPECT_LT(V.at(X.Id), UInt128(4));
}

} // namespace
