// Conditions in a common form, and what stays as it is.

#include "predicates/discovery/Linear.h"
#include "predicates/abstraction/Simplify.h"
#include "predicates/discovery/Atoms.h"
#include "predicates/discovery/Kernel.h"
#include "predicates/ir/Parse.h"
#include "predicates/language/Predicate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace predabs;
using namespace predabs::ir;
using testing::ElementsAre;

namespace {

class LinearTest : public ::testing::Test {
protected:
  LinearTest()
      : Parsed(parseModule("module \"m\"\n"
                           "target pointer-bytes 8 little-endian\n"
                           "func @f(%x: i32, %y: i32, %u: u32, %w: u32, "
                           "%p: i32*, %a: i32[9]*) -> void {\n"
                           "  var %z: i32\nentry:\n  %p = &%z\n  return\n}\n")),
        M(*Parsed.Parsed), F(*M.findFunction("f")) {}

  const Expr *term(const std::string &Text) {
    ParsedExpr E = parseExpr(M, &F, Text);
    EXPECT_TRUE(E) << Text << ": " << E.Error.str();
    return E.Parsed;
  }
  std::string tidy(const std::string &Text) {
    return cText(simplify(M.Ctx, linearisedAll(M.Ctx, term(Text))));
  }
  std::vector<std::string> atoms(const std::string &Text) {
    std::vector<std::string> Found;
    for (const Expr *E : atomsOf(M.Ctx, linearisedAll(M.Ctx, term(Text))))
      Found.push_back(cText(E));
    return Found;
  }

  ParsedModule Parsed;
  Module &M;
  const Function &F;
};

} // namespace

TEST_F(LinearTest, CollectsSums) {
  EXPECT_EQ(tidy("%x + 1 + 1 <= %y + 2"), "x <= y");
  EXPECT_EQ(tidy("%x + 1 <= %y"), "x < y");
  EXPECT_EQ(tidy("%x - %y == 3 - %y"), "x == 3");
  EXPECT_EQ(tidy("2 * %x - 4 * %y == 6"), "x == 2 * y + 3");
  EXPECT_EQ(tidy("%x * 2 == 5"), "2 * x == 5");
  EXPECT_EQ(tidy("%x + %y < %x + %y"), "0");
}

TEST_F(LinearTest, RoundsBounds) {
  for (int X = -4; X <= 4; ++X)
    for (int C = -5; C <= 5; ++C)
      for (const char *O : {"<", "<=", ">", ">="}) {
        std::string Bound = std::string(O) + " " + std::to_string(C);
        const Expr *Tidy = linearisedAll(M.Ctx, term("2 * %x " + Bound));
        const Expr *Value = M.Ctx.intConst(term("%x")->type(), UInt128(X));
        bool Is = O[0] == '<' ? (O[1] ? 2 * X <= C : 2 * X < C)
                              : (O[1] ? 2 * X >= C : 2 * X > C);
        // The variable stands alone on the left.
        ASSERT_EQ(Tidy->operand(0), term("%x")) << Bound;
        const Expr *Then = M.Ctx.binary(Tidy->op(), Value, Tidy->operand(1));
        EXPECT_TRUE(Then->isInt(Is)) << X << " " << Bound;
      }
}

TEST_F(LinearTest, LeavesOrderOfNumbersThatWrap) {
  EXPECT_EQ(tidy("%u + 1:u32 < %w + 1:u32"), "u + 1 < w + 1");
  EXPECT_EQ(tidy("%u + 1:u32 == %w + 1:u32"), "u == w");
  EXPECT_EQ(tidy("2:u32 * %u == 2:u32 * %w"), "2 * u == 2 * w");
  EXPECT_EQ(tidy("%u >= 0:u32"), "1");
  EXPECT_EQ(tidy("%u <= 0:u32"), "u == 0");
}

TEST_F(LinearTest, DropsWhatDivides) {
  EXPECT_EQ(tidy("(%x + 2) % 2 == 0"), "x % 2 == 0");
  EXPECT_EQ(tidy("(2 * %x + 4) % 2 == 0"), "1");
  EXPECT_EQ(tidy("(%u + 3:u32) % 3:u32 == 0:u32"), "(u + 3) % 3 == 0");
  EXPECT_EQ(tidy("(%u + 5:u32) % 4:u32 == 0:u32"), "(u + 1) % 4 == 0");
}

TEST_F(LinearTest, TakesProductsApart) {
  EXPECT_THAT(atoms("%x * %y <= 0"),
              ElementsAre("x > 0", "y > 0", "x < 0", "y < 0"));
  EXPECT_THAT(atoms("%x * %y == 0"), ElementsAre("x == 0", "y == 0"));
}

TEST_F(LinearTest, TakesChoicesApart) {
  EXPECT_THAT(atoms("%x > 0 && !((%p == &%z ? 3 : %x) > %y)"),
              ElementsAre("x > 0", "p == &z", "y >= 3", "x <= y"));
}

TEST_F(LinearTest, FindsWhatIsOrthogonal) {
  using Rows = std::vector<std::vector<SInt128>>;
  auto Check = [](const Rows &Given, size_t Width, size_t Count) {
    Rows Found = kernel(Given, Width);
    EXPECT_EQ(Found.size(), Count);
    for (const auto &V : Found)
      for (const auto &R : Given) {
        SInt128 Product = 0;
        for (size_t I = 0; I < Width; ++I)
          Product += V[I] * R[I];
        EXPECT_TRUE(Product == 0);
      }
    return Found;
  };
  Rows Found = Check({{1, 1, 2}, {1, 2, 1}}, 3, 1);
  EXPECT_TRUE((Found[0] == std::vector<SInt128>{-3, 1, 1}));
  Check({{1, 2}, {1, 3}}, 2, 0);
  Check({{0, 0, 0}}, 3, 3);
  Check({{2, 3, 5, 7}}, 4, 3);
  Check({{6, 4, 2}, {3, 2, 1}}, 3, 2);
}
