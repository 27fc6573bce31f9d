// How comparisons of sums are written.

#include "predicates/discovery/Sums.h"
#include "predicates/language/Predicate.h"
#include "test/support/ModuleBuilder.h"

#include <gtest/gtest.h>

using namespace predabs;
using namespace predabs::horn;
using ir::Expr;
using ir::Op;
using Kind = LinearAtom::Kind;

namespace {

struct Sums : ir::ModuleBuilder, testing::Test {
  Sums() { begin("f", I32); }

  const Expr *X = nullptr, *Y = nullptr, *U = nullptr, *B = nullptr,
             *P = nullptr, *Q = nullptr, *L = nullptr, *C8 = nullptr;
  void SetUp() override {
    X = local("x", I32);
    Y = local("y", I32);
    U = local("u", U32);
    B = local("b", C.boolType());
    P = local("p", C.pointerType(I32));
    Q = local("q", C.pointerType(I32));
    L = local("l", I64);
    C8 = local("c", U8);
  }

  static LinearAtom
  atom(Kind What, std::vector<std::pair<const Expr *, int>> Terms, int K) {
    LinearAtom A = {What, {}};
    for (auto [E, F] : Terms)
      A.Sum.add(E, F);
    A.Sum.Constant = K;
    return A;
  }
  std::string atMostZero(std::vector<std::pair<const Expr *, int>> Terms,
                         int K) {
    return text(How.write(atom(Kind::AtMostZero, std::move(Terms), K)));
  }
  std::string zero(std::vector<std::pair<const Expr *, int>> Terms, int K) {
    return text(How.write(atom(Kind::Zero, std::move(Terms), K)));
  }
  /// A comparison written anew.
  std::string again(const Expr *E) {
    std::optional<LinearAtom> A = How.atomOf(E);
    return A ? text(How.write(*A)) : "no";
  }
  static std::string text(const Expr *E) { return E ? cText(E) : "-"; }

  Spelling How{C};
};

TEST_F(Sums, StandWhereTheyReadWell) {
  EXPECT_EQ(atMostZero({{X, 1}, {Y, -1}}, 0), "x <= y");
  EXPECT_EQ(atMostZero({{X, 1}, {Y, -1}}, 1), "x < y");
  EXPECT_EQ(atMostZero({{X, 1}, {Y, -1}}, -3), "x <= y + 3");
  EXPECT_EQ(atMostZero({{X, 1}, {Y, -1}}, 3), "x <= y - 3");
  EXPECT_EQ(zero({{X, 1}, {Y, -2}}, 0), "x == 2 * y");
  EXPECT_EQ(atMostZero({{X, -1}, {Y, -1}}, 4), "x + y >= 4");
  EXPECT_EQ(atMostZero({{X, 1}}, 1), "x < 0");
  EXPECT_EQ(atMostZero({{X, -1}}, 1), "x > 0");
  EXPECT_EQ(zero({{X, -1}}, 7), "x == 7");
}

TEST_F(Sums, AreDividedByWhatIsCommon) {
  EXPECT_EQ(atMostZero({{X, 2}, {Y, -2}}, -3), "x <= y + 1");
  EXPECT_EQ(atMostZero({{X, 3}}, 1), "x < 0");
  EXPECT_EQ(zero({{X, 2}, {Y, 4}}, -1), "-");
  EXPECT_EQ(zero({{X, -3}, {Y, 6}}, 0), "x == 2 * y");
}

TEST_F(Sums, AreNotWrittenWhereTheyAlwaysHold) {
  EXPECT_EQ(atMostZero({{U, -1}}, 0), "-");
  EXPECT_EQ(atMostZero({{U, 1}}, 1), "-");
  EXPECT_EQ(atMostZero({{C8, 1}}, -255), "-");
  EXPECT_EQ(atMostZero({{C8, 1}}, -254), "c <= 254");
  EXPECT_EQ(atMostZero({}, 1), "-");
}

TEST_F(Sums, FindATypeForAllTerms) {
  EXPECT_EQ(atMostZero({{U, 1}, {X, -1}}, 0), "(long long)u <= x");
  EXPECT_EQ(atMostZero({{L, 1}, {X, -1}}, 0), "l <= x");
  EXPECT_EQ(atMostZero({{C8, 1}, {X, -1}}, 0), "c <= x");
  EXPECT_EQ(zero({{B, 1}}, -1), "b");
  EXPECT_EQ(atMostZero({{B, 1}}, 0), "b");
}

TEST_F(Sums, CompareAddressesByElements) {
  EXPECT_EQ(zero({{P, 1}, {Q, -1}}, 0), "p == q");
  EXPECT_EQ(zero({{P, 1}, {Q, -1}}, 8), "p + 2 == q");
  EXPECT_EQ(zero({{P, 1}, {Q, -1}, {X, 4}}, 0), "p + x == q");
  EXPECT_EQ(zero({{P, 1}, {Q, -1}, {X, 3}}, 0), "-");
  EXPECT_EQ(zero({{P, 1}}, 0), "p == NULL");
  EXPECT_EQ(atMostZero({{P, -1}}, 1), "p == NULL");
  EXPECT_EQ(atMostZero({{P, 1}, {Q, -1}}, 1), "p < q");
}

TEST_F(Sums, KeepTheWordsOfTheProgram) {
  How.learn(bin(Op::Lt, X, num(10)));
  EXPECT_EQ(atMostZero({{X, 1}}, -9), "x < 10");
  EXPECT_EQ(atMostZero({{X, -1}}, 10), "x < 10");
  EXPECT_EQ(atMostZero({{X, 1}}, -10), "x <= 10");
}

TEST_F(Sums, AreTakenApart) {
  const Expr *Sum = add(add(X, num(1)), bin(Op::Mul, num(2), Y));
  EXPECT_EQ(again(bin(Op::Lt, Sum, add(X, num(5)))), "y <= 1");
  EXPECT_EQ(again(bin(Op::Ge, bin(Op::Sub, X, Y), num(0))), "y <= x");
  EXPECT_EQ(again(bin(Op::Eq, C.cast(I64, X), L)), "x == l");
  EXPECT_EQ(again(X), "no");
  EXPECT_EQ(again(bin(Op::Eq, P, Q)), "no");
}

TEST_F(Sums, KnowRemainders) {
  auto Mod = [&](const Expr *E, int K) {
    return bin(Op::Rem, E, num(E->type(), K));
  };
  const Expr *Zero = num(U32, 0);
  const Expr *Three = bin(Op::Mul, num(U32, 3), U);
  // 3u + 1 is 0 modulo 4 where u is 1.
  EXPECT_EQ(again(bin(Op::Eq, Mod(add(Three, num(U32, 1)), 4), Zero)),
            "u % 4 == 1");
  EXPECT_EQ(again(bin(Op::Le, Mod(add(U, num(U32, 4)), 4), Zero)),
            "u % 4 == 0");
  EXPECT_EQ(again(bin(Op::Gt, Mod(add(U, num(U32, 1)), 2), Zero)),
            "u % 2 == 0");
  EXPECT_EQ(again(bin(Op::Eq, Mod(U, 5), num(U32, 3))), "u % 5 == 3");
  EXPECT_EQ(again(bin(Op::Eq, Mod(num(7), 4), num(3))), "-");
}

} // namespace
