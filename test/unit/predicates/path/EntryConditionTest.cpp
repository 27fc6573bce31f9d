// For which callers a path is taken, in words.

#include "predicates/ir/Parse.h"
#include "predicates/language/Predicate.h"
#include "predicates/path/Feasibility.h"
#include "test/support/RecordPath.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace predabs;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

/// The condition, in C, for the path through the statements \p Body of a
/// function with the parameters \p Parameters.
std::vector<std::string> conditionOf(const std::string &Parameters,
                                     const std::string &Body) {
  std::string Text = R"(
record list size 24 align 8 {
  n: i32 at bit 0
  next: list* at bit 64
  len: u32 at bit 128
}
global $g: i32
func @fail() -> void
func @ask() -> i32
func @f()" + Parameters +
                     ") -> void {\n" + Body + "  call @fail()\n  stop\n}\n";
  ir::ParsedModule M = ir::parseModule(Text);
  EXPECT_TRUE(M) << M.Error.str();
  if (!M)
    return {};
  EXPECT_EQ(ir::verify(*M.Parsed).value_or(""), "");
  Aliases A(*M.Parsed);
  Path P = pathThrough(*M.Parsed->findFunction("f"), {});
  Feasibility F = PathChecker(*M.Parsed, A).check(P, Beginning::OfCall);
  EXPECT_EQ(F.Possible, Answer::Yes) << F.Why;
  EXPECT_TRUE(replay(*M.Parsed, P, Beginning::OfCall, F.How).Fails);
  std::vector<std::string> Result;
  for (const ir::Expr *E : F.Condition)
    Result.push_back(cText(E));
  return Result;
}

TEST(EntryCondition, NamesWhatPointersLeadTo) {
  EXPECT_THAT(conditionOf("%p: i32*", "entry:\n  assume *%p < 1\n"),
              ElementsAre("*p < 1"));
  EXPECT_THAT(conditionOf("%s: list*", R"(
  var %t: list*
entry:
  %t = (*%s).next
  assume !((*%t).n == 4)
)"),
              ElementsAre("s->next->n != 4"));
}

TEST(EntryCondition, NamesElementsByTheirIndex) {
  EXPECT_THAT(
      conditionOf("%a: i32*, %i: i64", "entry:\n  assume *(%a +p %i) < 1\n"),
      ElementsAre("a[i] < 1"));
}

TEST(EntryCondition, LeavesOutWhatHasToHoldAnyway) {
  EXPECT_THAT(conditionOf("%s: list*", R"(
entry:
  assume %s != null<list*>
  assume (*%s).n < 1
)"),
              ElementsAre("s->n < 1"));
  EXPECT_THAT(conditionOf("%n: i32", R"(
entry:
  assume %n > 3
  assume %n > 5
)"),
              ElementsAre("n > 5"));
}

TEST(EntryCondition, JoinsBounds) {
  EXPECT_THAT(conditionOf("%n: i32", R"(
entry:
  assume %n > 3
  assume !(4 < %n)
)"),
              ElementsAre("n == 4"));
}

TEST(EntryCondition, SaysWhichObjectIsMeantWhereOneChanged) {
  EXPECT_THAT(conditionOf("%s: list*, %t: list*", R"(
entry:
  (*%s).n = 5
  assume (*%t).n < 1
)"),
              UnorderedElementsAre("t != s", "t->n < 1"));
  // As large as that it is in both.
  EXPECT_THAT(conditionOf("%s: list*, %t: list*", R"(
entry:
  assume (*%s).n < 1
  assume (*%t).n < 1
)"),
              UnorderedElementsAre("s->n < 1", "t->n < 1"));
}

TEST(EntryCondition, SaysPointersThatAreTheSame) {
  EXPECT_THAT(conditionOf("%s: list*", "entry:\n  assume (*%s).next == %s\n"),
              ElementsAre("s->next == s"));
}

// What was written since is no part of the entry.
TEST(EntryCondition, NamesOnlyWhatIsStillAsItWas) {
  EXPECT_THAT(conditionOf("%s: list*, %x: i32", R"(
entry:
  (*%s).n = %x
  assume (*%s).n < 1
)"),
              ElementsAre("x < 1"));
  EXPECT_THAT(conditionOf("%p: i32*", R"(
  var %x: i32
entry:
  %x = call @ask()
  $g = %x
  assume $g < 1
)"),
              IsEmpty());
}

TEST(EntryCondition, SaysNothingWithoutWords) {
  EXPECT_THAT(conditionOf("%s: list*", R"(
  var %x: i32
entry:
  %x = call @ask()
  assume (*%s).n < %x
)"),
              IsEmpty());
}

} // namespace
