// A predicate means what the same expression means in the program: the parser
// of predicates makes the term that the lowering makes of a condition.

#include "plugin/source/Annotations.h"
#include "plugin/source/SourceNames.h"
#include "predicates/ir/Print.h"
#include "test/support/RandomExpressions.h"

#include "test/support/Docs.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

constexpr const char *Prelude = R"(
#define NULL ((void *)0)
struct node { int val; struct node *next; };
union pair { int x; unsigned y; };
struct box {
  unsigned low : 3, word : 32;
  union { int x; unsigned y; };
  int items[4];
  unsigned long long wide : 40;
};
typedef struct node *list;
typedef struct { short first, second; } couple;
enum { RED = 7, BLACK = -1 };
enum color { GREEN, BLUE } paint;
int g, grid[2][3];
struct node *gp;
couple both;
int callee(int a);
)";

constexpr const char *Parameters =
    "(int x, int y, char c, unsigned u, long l, _Bool b, unsigned char h, "
    "unsigned long ul, int *q, void *v, double d, float fl, struct node *p, "
    "struct node **pp, struct box s, struct box *bp, int (*fp)(int), "
    "enum color e, const short *cs)";

/// A function for each condition, f0, f1, ...
std::string program(const std::vector<std::string> &Conditions) {
  std::string Text = Prelude;
  for (size_t I = 0; I < Conditions.size(); ++I)
    Text += "_Bool f" + std::to_string(I) + Parameters +
            " { static int count; return " + Conditions[I] + "; }\n";
  return Text;
}

/// What \p F, which does nothing else, returns.
const ir::Expr *returned(const ir::Function &F) {
  return F.Blocks[0].Stmts.back().Value;
}

void expectSameTerms(const std::vector<std::string> &Conditions,
                     const std::vector<std::string> &Args) {
  std::unique_ptr<clang::ASTUnit> Unit =
      clang::tooling::buildASTFromCodeWithArgs(program(Conditions), Args,
                                               "t.c");
  ASSERT_TRUE(Unit && !Unit->getDiagnostics().hasErrorOccurred());
  Lowering L(Unit->getASTContext(), {});
  SourceNames Names(L);
  PredicateSet Set(L.module());
  for (size_t I = 0; I < Conditions.size(); ++I) {
    const ir::Function *F = L.module().findFunction("f" + std::to_string(I));
    ASSERT_TRUE(F);
    for (const PredicateError &E :
         parsePredicateList(Conditions[I], "p", 1, 1, F, Names, Set))
      ADD_FAILURE() << Conditions[I] << ": " << E.str();
    const ir::Expr *Lowered = returned(*F);
    // A condition that is constant is no predicate.
    if (Lowered->isConstant()) {
      EXPECT_TRUE(Set.of(*F).empty()) << Conditions[I];
      continue;
    }
    ASSERT_EQ(Set.of(*F).size(), 1u) << Conditions[I];
    EXPECT_EQ(Set.of(*F)[0].Term, Lowered)
        << Conditions[I] << "\n gives   " << ir::print(Set.of(*F)[0].Term)
        << "\n lowered " << ir::print(Lowered);
  }
}

const std::vector<std::string> Quiet = {"-w", "-std=gnu17"};

} // namespace

TEST(PredicateLowering, SameTerms) {
  expectSameTerms({"x == 1",
                   "x",
                   "!x",
                   "p",
                   "!p",
                   "b",
                   "!b",
                   "d",
                   "fl < x",
                   "c == 'a'",
                   "c == '\\xff'",
                   "h == 200",
                   "c + h > u",
                   "l < u",
                   "ul > l",
                   "p == NULL",
                   "0 == p",
                   "NULL != p",
                   "p == (struct node *)v",
                   "v == p",
                   "p == v",
                   "v == NULL",
                   "q < v",
                   "p->val > x",
                   "p->next->val",
                   "(*pp)->val == pp[1]->val",
                   "s.low == 3",
                   "s.word > 3",
                   "bp->wide > x",
                   "s.x == bp->y",
                   "s.items[c] == q[c]",
                   "grid[1][x] == *grid[x]",
                   "q == s.items",
                   "q == grid[1]",
                   "q == *grid",
                   "q - s.items > 2",
                   "q + 1 == q - x",
                   "q - u == c + q",
                   "2[q] == x",
                   "&q[x] == &x",
                   "&s.items[2] == q",
                   "&*q == q",
                   "x & 1",
                   "x & 1 == y",
                   "~u == h << 3",
                   "c >> l",
                   "-c == +c",
                   "u << c",
                   "-2147483648 == x",
                   "x == 0x80000000",
                   "x == 4294967296",
                   "(u ? p : NULL) == p",
                   "(x ? p : v) == v",
                   "(x ? c : h) == 1",
                   "x ? y : l",
                   "c + l > 1",
                   "c && h",
                   "!c",
                   "c",
                   "c ? x : y",
                   "s.low || s.wide",
                   "!s.low",
                   "h < d",
                   "(char)x < l",
                   "(int)c < l",
                   "b < l",
                   "b ? c : l",
                   "x && p || b",
                   "(x && p) == b",
                   "(x == y) == 0",
                   "(x > 1) + 1 > 1",
                   "sizeof(int) == ul",
                   "sizeof s == ul",
                   "sizeof(struct node) > u",
                   "sizeof(couple) == ul",
                   "sizeof grid[0] == ul",
                   "sizeof(long double) > ul",
                   "(unsigned char)x == 3",
                   "(_Bool)x",
                   "(_Bool)x == b",
                   "(long)p % 8 == 0",
                   "(list)v == p",
                   "((list)v)->val",
                   "(char)x == c",
                   "(short)l > 3",
                   "(double)x > d",
                   "(int)d == x",
                   "(unsigned long)q > 5",
                   "(int (*)(int))v == fp",
                   "fp == callee",
                   "fp == &callee",
                   "fp",
                   "*fp == callee",
                   "both.first == both.second",
                   "x == RED",
                   "x == BLACK",
                   "e == BLUE",
                   "paint == GREEN",
                   "paint == e",
                   "e",
                   "e > x",
                   "count == 3",
                   "*cs > 3",
                   "cs[1] == *cs",
                   "gp->val == g",
                   "(q ? q : 0) == q",
                   "((char *)q)[3] == 1",
                   "*(int (*)[3])v == q",
                   "1.5 < d",
                   "fl == 1.5f",
                   "fl * 2 > d",
                   "x / y % 3",
                   "x ^ y | u",
                   "!(x > 1 && y)",
                   "!!x",
                   "(x ? 1 : 2) == y",
                   "(c ? s.low : s.word) == 1",
                   "(void *)p == v",
                   "g",
                   "both.first",
                   "-s.low < 0",
                   "~s.low == 1",
                   "s.low << 1 == 2",
                   "(x ? s.low : 1) > 0",
                   "bp->wide - 1 > 0"},
                  Quiet);
}

TEST(PredicateLowering, SameTermsOfRandomConditions) {
  RandomExpressions Random(1, Dialect::C);
  std::vector<std::string> Conditions;
  for (unsigned I = 0; I < 2'000; ++I)
    Conditions.push_back(Random.truth(1 + I % 5));
  expectSameTerms(Conditions, Quiet);
}

TEST(PredicateLowering, OtherTargets) {
  std::vector<std::string> Conditions = {"c == '\\xff'",
                                         "(char)x == c",
                                         "l == 5L",
                                         "sizeof(long) == ul",
                                         "l < 3000000000",
                                         "q - 1 == q",
                                         "sizeof(long double) == ul",
                                         "u < l",
                                         "x == 2147483648",
                                         "(long)x == l"};
  std::vector<std::string> Args = Quiet;
  Args.push_back("--target=armv7-linux-gnueabihf");
  expectSameTerms(Conditions, Args);
  Args.back() = "--target=x86_64-w64-mingw32";
  expectSameTerms(Conditions, Args);
}

/// The blocks of that language in docs/predicates.md, one after the other.
static std::string docsBlocks(const std::string &Language) {
  std::string Docs = predabs::test::readDocs("predicates.md");
  std::string Open = "```" + Language + "\n", Found;
  for (size_t At = 0; (At = Docs.find(Open, At)) != Docs.npos;) {
    At += Open.size();
    Found += Docs.substr(At, Docs.find("```", At) - At);
  }
  return Found;
}

TEST(PredicateDocs, TheExampleIsRead) {
  auto Unit = clang::tooling::buildASTFromCodeWithArgs(
      docsBlocks("c"), {"-Wall", "-Werror", "-std=c2x"}, "list.c");
  ASSERT_TRUE(Unit && !Unit->getDiagnostics().hasErrorOccurred());
  Lowering L(Unit->getASTContext(), {});
  SourceNames Names(L);
  PredicateSet Set(L.module());
  Annotations Found = addAnnotations(L, Names, Set);
  EXPECT_EQ(Found.Count, 2u);
  for (const PredicateError &E : Found.Errors)
    ADD_FAILURE() << E.str();
  EXPECT_EQ(Set.size(), 3u);
  for (const PredicateError &E :
       parsePredicates(docsBlocks("preds"), "list.preds", Names, Set))
    ADD_FAILURE() << E.str();
  EXPECT_EQ(Set.size(), 10u);
}
