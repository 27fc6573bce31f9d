// The checker of Boolean programs on small programs whose answers are known.

#include "checkers/bebop/Check.h"
#include "predicates/bdd/Formula.h"
#include "predicates/bp/Parse.h"

#include <cassert>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

using namespace predabs;
using namespace predabs::bebop;

namespace {

/// A program, its flow graphs and a finished check.
class Checked {
public:
  explicit Checked(std::string_view Text, CheckOptions Options = {})
      : Parsed(bp::parseProgram(Text)) {
    if (!Parsed) {
      ADD_FAILURE() << Parsed.Error.strWithLine();
      std::abort();
    }
    F = bp::buildFlow(*Parsed.Parsed);
    C.emplace(F, Options);
    C->run(bp::defaultEntries(F));
  }

  Answer label(std::string_view Name) {
    return C->answer(labels(F, Name)).at(0);
  }
  Answer assertion(unsigned Number = 0) {
    return C->answer(assertions(F)).at(Number);
  }
  bool reaches(std::string_view Name) {
    Answer A = label(Name);
    EXPECT_FALSE(A.IsWrong) << A.Why;
    EXPECT_EQ(A.Way.has_value(), A.Found == Reachability::Reachable);
    return A.Found == Reachability::Reachable;
  }
  bool mayFail(unsigned Number = 0) {
    Answer A = assertion(Number);
    EXPECT_FALSE(A.IsWrong) << A.Why;
    return A.Found == Reachability::Reachable;
  }
  Site site(std::string_view Label) { return labels(F, Label).at(0).Where; }
  std::string invariant(std::string_view Label) {
    return C->invariantText(site(Label));
  }
  std::string relation(std::string_view Name) {
    return C->relationText(F.Prog->findProcedure(Name)->Index);
  }
  Bdd now(std::string_view Proc, std::string_view Name) {
    const bp::Variable *V = F.Prog->findProcedure(Proc)->findVariable(Name);
    return C->variables().space().var(C->variables().now(V));
  }
  Check &check() { return *C; }
  const bp::Flow &flow() const { return F; }

private:
  bp::ParsedProgram Parsed;
  bp::Flow F;
  std::optional<Check> C;
};

CheckOptions withRelations() {
  CheckOptions O;
  O.Kept = Entries::OfAll;
  return O;
}

} // namespace

// Figure 1(b) of "Automatic Predicate Abstraction of C Programs".
TEST(Bebop, FindsTheInvariantOfPartition) {
  Checked P(R"(
void partition() {
  bool {curr==NULL}, {prev==NULL};
  bool {curr->val>v}, {prev->val>v};
  {curr==NULL} = unknown();
  {curr->val>v} = unknown();
  {prev==NULL} = true;
  {prev->val>v} = unknown();
  skip;
  while(*) {
    assume(!{curr==NULL});
    skip;
    if (*) {
      assume({curr->val>v});
      if (*) {
        assume(!{prev==NULL});
        skip;
      }
      if (*) {
        skip;
      }
      skip;
L:    skip;
    } else {
      assume(!{curr->val>v});
      {prev==NULL} = {curr==NULL};
      {prev->val>v} = {curr->val>v};
    }
    {curr==NULL} = unknown();
    {curr->val>v} = unknown();
  }
  assume({curr==NULL});
}
)");
  auto Var = [&](std::string_view Name) { return P.now("partition", Name); };
  Bdd Expected = !Var("{curr==NULL}") & Var("{curr->val>v}") &
                 (!Var("{prev->val>v}") | Var("{prev==NULL}"));
  EXPECT_EQ(P.check().invariant(P.site("L")), Expected);
  EXPECT_EQ(P.invariant("L"), "!{curr==NULL} & {curr->val>v} & "
                              "({prev==NULL} | !{prev->val>v})");
}

// Figure 1 of "Bebop: A Symbolic Model Checker for Boolean Programs".
TEST(Bebop, FollowsRecursionBySummaries) {
  Checked P(R"(
decl g;
void main() {
  decl h;
  h := !g;
  A(g, h);
  skip;
  A(g, h);
  skip;
  if (g) { R: skip; } else { S: skip; }
}
void A(a1, a2) {
  if (a1) { A(a2, a1); skip; } else { g := a2; }
}
)",
            withRelations());
  EXPECT_TRUE(P.reaches("R"));
  EXPECT_FALSE(P.reaches("S"));
  EXPECT_EQ(P.invariant("R"), "g & !h");
  EXPECT_EQ(P.label("R").Way->length(), 20u);
  // From g = 0 the second call recurs without end.
  EXPECT_EQ(P.relation("main"), "'g & g");
}

TEST(Bebop, ReturnsToTheCallItCameFrom) {
  Checked P(R"(
decl g;
void flip() { g := !g; }
void main() {
  g := 0;
  flip();
  assert(g);
  flip();
  assert(!g);
  flip();
  assert(!g);
}
)");
  EXPECT_FALSE(P.mayFail(0));
  EXPECT_FALSE(P.mayFail(1));
  EXPECT_TRUE(P.mayFail(2));
}

TEST(Bebop, KeepsTheLocalsOfCallersApart) {
  Checked P(R"(
void main() { f(0); }
void f(a) {
  decl x;
  x := a;
  if (*) { f(!a); a := !a; }
  assert(x == a | x != a);
  assert(x == a);
}
)");
  EXPECT_FALSE(P.mayFail(0));
  EXPECT_TRUE(P.mayFail(1));
}

TEST(Bebop, FollowsMutualRecursion) {
  Checked P(R"(
decl depth;
bool even(n1, n0) {
  decl r;
  if (!n1 & !n0) { return 1; }
  r := odd(n1 & n0, !n0);
  return r;
}
bool odd(n1, n0) {
  decl r;
  if (!n1 & !n0) { return 0; }
  r := even(n1 & n0, !n0);
  return r;
}
void main() {
  decl a, b, r;
  r := even(a, b);
  assert(r == !b);
  assert(!r);
}
)");
  EXPECT_FALSE(P.mayFail(0));
  EXPECT_TRUE(P.mayFail(1));
}

TEST(Bebop, KnowsTheRelationOfAnOpenProcedure) {
  Checked P(R"(
decl lock, other;
bool acquire(try) {
  if (try & lock) { return 0; }
  assume(!lock);
  lock := 1;
  return 1;
}
)",
            withRelations());
  EXPECT_EQ(P.relation("acquire"),
            "lock & (!'lock | try) & (result == !'lock)");
}

TEST(Bebop, EnforcesAndConstrains) {
  Checked P(R"(
void main() {
  decl x, y;
  enforce !(x & y);
  x, y := *, *;
  if (x & y) { BOTH: skip; }
  x := 1;
  if (y) { NEVER: skip; }
  x, y := *, * constrain ('x ^ 'y) & (x => 'y);
  L: skip;
}
)");
  EXPECT_FALSE(P.reaches("BOTH"));
  EXPECT_FALSE(P.reaches("NEVER"));
  EXPECT_EQ(P.invariant("L"), "!x & y");
}

TEST(Bebop, ChoosesAsThePaperSays) {
  Checked P(R"(
void main() {
  decl p, n, x, y;
  x := choose(p, n);
  L: y := choose(x, !x);
  M: skip;
}
)");
  EXPECT_EQ(P.invariant("L"), "(p | !n | !x) & (!p | x)");
  EXPECT_NE(P.invariant("M").find("(x == y)"), std::string::npos);
}

TEST(Bebop, WritesOverGlobalsThatTheCalleeChanged) {
  Checked P(R"(
decl g;
bool f() { g := 1; return 0; }
void main() {
  g := f();
  assert(!g);
}
)");
  EXPECT_FALSE(P.mayFail());
}

TEST(Bebop, ResultsWithoutValuesAreArbitrary) {
  Checked P(R"(
bool f() { return; }
void main() {
  decl x;
  x := f();
  if (x) { YES: skip; } else { NO: skip; }
}
)");
  EXPECT_TRUE(P.reaches("YES"));
  EXPECT_TRUE(P.reaches("NO"));
}

TEST(Bebop, ExploresOncePerSetOfEntryStates) {
  Checked P(R"(
decl g;
void f(a) { g := g ^ a; }
void main() { g := 0; f(0); f(0); f(0); f(0); L: skip; }
)");
  const ReachStats &S = P.check().reach().stats();
  EXPECT_EQ(S.Explorations, 2u);
  EXPECT_EQ(S.Reuses, 3u);
  EXPECT_EQ(P.invariant("L"), "!g");
}

TEST(Bebop, NodeLimitGivesUnknown) {
  // The order of x against the order of y: small in no order of variables.
  std::string Vars, Test = "1";
  for (int I = 0; I < 16; ++I) {
    Vars += (I ? ", x" : "x") + std::to_string(I) + ", y" + std::to_string(I);
    Test += " & (x" + std::to_string(I) + " | y" + std::to_string(I * 7 % 16) +
            " | y" + std::to_string(I * 5 % 16) + ")";
  }
  std::string Text = "decl " + Vars + "; void main() { assume(" + Test +
                     "); assert(x0); L: skip; }";
  CheckOptions Options;
  Options.MaxNodes = 150;
  Checked P(Text, Options);
  EXPECT_FALSE(P.check().isComplete());
  EXPECT_EQ(P.assertion().Found, Reachability::Unknown);
  EXPECT_EQ(P.assertion().Why, "BDD nodes");
  EXPECT_FALSE(P.assertion().Way);
  EXPECT_EQ(P.label("L").Found, Reachability::Unknown);
  EXPECT_EQ(P.invariant("L"), "?");
  Checked Enough(Text);
  EXPECT_TRUE(Enough.mayFail());
}

TEST(Bebop, EveryNodeLimitIsSurvived) {
  for (unsigned Limit = 0; Limit < 400; ++Limit) {
    CheckOptions Options;
    Options.MaxNodes = Limit;
    Options.ReorderFrom = 60;
    Checked P(R"(
decl a, b, c, d;
bool f(x, y) { a, b := b ^ x, a & y; if (*) { c := f(c, d); } return a == b; }
void main() { d := f(a, b); d := f(c, d); assert(a | b | c | d); }
)",
              Options);
    Answer A = P.assertion();
    ASSERT_FALSE(A.IsWrong) << A.Why;
    if (A.Found == Reachability::Reachable && !A.Way) {
      EXPECT_EQ(A.Why, "BDD nodes");
    }
    ASSERT_NE(A.Found, Reachability::Unreachable);
  }
}

/// Each formula, read back by the checker, is the set it was made from.
TEST(Bebop, FormulasMeanTheirSets) {
  constexpr unsigned NumVars = 6;
  BddSpace Space(100'000);
  BddNames Names;
  for (BddVar V = Space.addBlock(NumVars); V < NumVars; ++V)
    Names.emplace_back(V, "v" + std::to_string(V));
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 400; ++Round) {
    Bdd Set = Space.constant(Round % 2);
    for (unsigned I = Random() % 12; I > 0; --I) {
      Bdd A = Space.literal(Random() % NumVars, Random() % 2);
      Bdd B = Space.literal(Random() % NumVars, Random() % 2);
      Bdd More = Random() % 3 ? A | B : A.iff(B);
      Set = Random() % 4 ? Set & More : Set | (More & A);
    }
    std::string Text =
        formulaText(Set, Names, Round % 3 ? SIZE_MAX : NumVars / 2);
    Checked P("decl v0, v1, v2, v3, v4, v5; void main() { assume(" + Text +
              "); L: skip; }");
    Bdd Read = P.check().invariant(P.site("L"));
    const Variables &Vars = P.check().variables();
    std::vector<bool> There(NumVars), Here(Vars.space().variableCount());
    for (unsigned Row = 0; Row < 1u << NumVars; ++Row) {
      for (unsigned V = 0; V < NumVars; ++V) {
        There[V] = Row >> V & 1;
        const auto &G = P.flow().Prog->Globals[V];
        Here[Vars.now(G.get())] = There[V];
      }
      ASSERT_EQ(Set.contains(There), Read.contains(Here)) << Text;
    }
  }
}

/// `x1, x2, ...` with \p Prefix.
static std::string listOf(const char *Prefix, unsigned Count) {
  std::string Text;
  for (unsigned I = 0; I < Count; ++I)
    Text += (I ? ", " : "") + (Prefix + std::to_string(I));
  return Text;
}

/// A program that copies which one of \p Count variables is true, to others.
static std::string copyOfOne(unsigned Count) {
  std::string Text = "void main() {\n decl " + listOf("x", Count) + ", " +
                     listOf("y", Count) + ";\n";
  for (std::string V : {"x", "y"})
    for (unsigned I = 0; I < Count; ++I)
      for (unsigned J = 0; J < I; ++J)
        Text += " enforce !" + V + std::to_string(I) + " | !" + V +
                std::to_string(J) + ";\n";
  return Text + " assume(x7);\n " + listOf("y", Count) +
         " := " + listOf("x", Count) + ";\n assert(y7 & !y8);\n}\n";
}

TEST(Bebop, CopiesExclusiveVariablesInSmallSets) {
  Checked C(copyOfOne(24));
  EXPECT_FALSE(C.mayFail());
  // 2^24 without knowing that they exclude each other.
  EXPECT_LT(C.check().variables().space().peakLiveNodes(), 5000u);
}

TEST(Bebop, StopsAfterSomeWork) {
  CheckOptions O;
  O.MaxWork = 100;
  Checked C(copyOfOne(24), O);
  EXPECT_FALSE(C.check().isComplete());
  EXPECT_EQ(C.assertion().Found, Reachability::Unknown);
}
