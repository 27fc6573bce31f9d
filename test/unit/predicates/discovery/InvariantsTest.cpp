// Predicates from Horn clauses of programs with loops and calls.

#include "HornPaths.h"

#include "predicates/discovery/Solve.h"

#include <gmock/gmock.h>

#include <cstdint>

using namespace predabs;
using testing::AnyOf;
using testing::Contains;
using testing::IsEmpty;
using testing::Not;

namespace {

std::vector<std::string> invariants(Walked &W, DiscoveryLimits L = {}) {
  return W.find(*createInvariants({*W.Known, *W.A, L}));
}

const std::string Count = R"(
func @main(%n: i32) -> i32 {
  var %i: i32
entry:
  assume %n >= 0
  %i = 0
  goto loop
loop:
  goto body, out
body:
  assume %i < %n
  %i = %i + 1
  goto loop
out:
  assume !(%i < %n)
)" + failIf("%i != %n");

TEST(Invariants, BoundACounter) {
  Walked W(Count, {"body", "out", "bad"});
  EXPECT_THAT(invariants(W), Contains(AnyOf("main: i <= n", "main: n < i")));
}

TEST(Invariants, LookAtTheProgramIfThePathHasNoLoop) {
  // Without an iteration the path says only that 0 is not n.
  Walked W(Count, {"out", "bad"});
  EXPECT_THAT(invariants(W), Not(IsEmpty()));
}

TEST(Invariants, AreNotFoundWhereTheFailureIsPossible) {
  std::string Wrong = Count;
  Wrong.replace(Wrong.find("assume %n >= 0"), 14, "assume %n < 9 ");
  Walked W(Wrong, {"body", "out", "bad"});
  EXPECT_THAT(invariants(W), IsEmpty());
}

TEST(Invariants, AreLimitedInWorkAndNumber) {
  Walked W(Count, {"body", "out", "bad"});
  DiscoveryLimits Little;
  Little.Units = 1000;
  EXPECT_THAT(invariants(W, Little), IsEmpty());
  DiscoveryLimits One;
  One.MaxCandidates = 1;
  EXPECT_EQ(invariants(W, One).size(), 1u);
}

TEST(Invariants, GiveUpWhereClausesTakeTooMuch) {
  Walked W(Count, {"body", "out", "bad"});
  ir::Context &Ctx = W.M->Ctx;
  horn::Cells C(*W.Known, *W.A);
  horn::Region R = horn::programOf(W.Way, *W.A, 3000);
  horn::Clauses All = horn::clausesOf(R, Ctx, C, horn::Cuts::Loops, 0);
  EXPECT_TRUE(All.AreComplete);
  EXPECT_GT(All.Steps, 20u);
  // Wherever it stops: what matters, or what follows from what.
  for (uint64_t Most : {uint64_t(3), All.Steps / 2, All.Steps - 5}) {
    horn::Cells New(*W.Known, *W.A); // it has not been asked before
    horn::Clauses Some = horn::clausesOf(R, Ctx, New, horn::Cuts::Loops, Most);
    EXPECT_FALSE(Some.AreComplete) << Most;
    EXPECT_GT(Some.Steps, Most);
  }
}

TEST(Invariants, RepeatThemselvesAndCount) {
  Walked A(Count, {"body", "out", "bad"}), B(Count, {"body", "out", "bad"});
  EXPECT_EQ(invariants(A), invariants(B));
  auto D = createInvariants({*A.Known, *A.A, {}});
  EXPECT_EQ(D->units(), 0u);
  A.find(*D);
  uint64_t Once = D->units();
  EXPECT_GT(Once, 0u);
  // Then the program, and then there is nothing else to look at.
  A.find(*D);
  uint64_t Twice = D->units();
  EXPECT_GT(Twice, Once);
  EXPECT_THAT(A.find(*D), IsEmpty());
  EXPECT_EQ(D->units(), Twice);
}

TEST(Invariants, RelateVariablesBetweenTheStatementsOfALoop) {
  Walked W(R"(
func @main(%n: i32) -> i32 {
  var %x: i32
  var %y: i32
entry:
  %x = %n
  %y = 0
  goto loop
loop:
  goto body, out
body:
  assume %x != 0
  %x = %x - 1
  %y = %y + 1
  goto loop
out:
  assume !(%x != 0)
)" + failIf("%y != %n"),
           {"body", "out", "bad"});
  std::vector<std::string> Found = invariants(W);
  EXPECT_THAT(Found, Contains("main: x + y == n"));
  // It holds again only after the second assignment.
  EXPECT_THAT(Found, Contains("main: x + y == n - 1"));
}

TEST(Invariants, SummariseFunctions) {
  Walked W(R"(
func @inc(%x: i32) -> i32 {
entry:
  %x = %x + 1
  return %x
}
func @main(%a: i32) -> i32 {
  var %b: i32
entry:
  %b = call @inc(%a)
)" + failIf("%b <= %a"),
           {"bad"});
  std::vector<std::string> Found = invariants(W);
  EXPECT_THAT(Found, Contains(testing::StartsWith("inc: ")));
  EXPECT_THAT(Found, Contains(testing::HasSubstr("'x")));
  EXPECT_THAT(Found, Contains("main: b <= a"));
}

TEST(Invariants, SummariseRecursion) {
  Walked W(R"(
func @up(%n: i32) -> i32 {
  var %r: i32
entry:
  goto zero, more
zero:
  assume %n <= 0
  return 0
more:
  assume !(%n <= 0)
  %r = call @up(%n - 1)
  return %r + 1
}
func @main(%a: i32) -> i32 {
  var %b: i32
entry:
  %b = call @up(%a)
)" + failIf("%b < 0"),
           {"more", "zero", "bad"});
  std::vector<std::string> Found = invariants(W);
  EXPECT_THAT(Found, Contains(AnyOf("up: return >= 0", "up: return < 0")));
  EXPECT_THAT(Found, Contains("main: b < 0"));
}

TEST(Invariants, FollowGlobalsThroughCalls) {
  Walked W(R"(
global $locked: i32
func @lock() -> void {
entry:
  $locked = 1
  return
}
func @main() -> i32 {
entry:
  call @lock()
)" + failIf("$locked != 1"),
           {"bad"});
  EXPECT_THAT(invariants(W), Contains("*: locked != 1"));
}

TEST(Invariants, FollowPointersIntoCalls) {
  Walked W(R"(
func @set(%p: i32*, %v: i32) -> void {
entry:
  *%p = %v
  return
}
func @main(%v: i32) -> i32 {
  var %x: i32
entry:
  call @set(&%x, %v)
)" + failIf("%x != %v"),
           {"bad"});
  std::vector<std::string> Found = invariants(W);
  EXPECT_THAT(Found, Contains("set: *p == v"));
  EXPECT_THAT(Found, Contains("main: x != v"));
}

TEST(Invariants, KnowWhatAnAssignmentThroughAPointerChanges) {
  Walked W(R"(
func @main(%c: i32) -> i32 {
  var %x: i32
  var %y: i32
  var %p: i32*
entry:
  %x = 0
  %y = 0
  goto one, two
one:
  assume %c == 0
  %p = &%x
  goto join
two:
  assume %c != 0
  %p = &%y
  goto join
join:
  *%p = 5
)" + failIf("%x + %y != 5"),
           {"one", "bad"});
  EXPECT_THAT(invariants(W), Not(IsEmpty()));
}

TEST(Invariants, DoNotCountAlong) {
  std::string Far = Count;
  size_t At = Far.find("assume %n >= 0");
  Far.replace(At, 14, "assume %n == 5000");
  Walked W(Far, {"body", "out", "bad"});
  DiscoveryLimits L;
  L.Units = 1'000'000;
  EXPECT_THAT(invariants(W, L),
              Contains(AnyOf("main: i <= n", "main: n < i")));
}

TEST(Invariants, RememberConditionsThatExcludeEachOther) {
  Walked W(R"(
func @sign(%n: i32) -> i32 {
entry:
  goto zero, other
zero:
  assume %n == 0
  return 0
other:
  assume %n != 0
  goto more, rest
more:
  assume %n > 0
  return 1
rest:
  assume !(%n > 0)
  goto less, none
less:
  assume %n < 0
  return 1
none:
  assume !(%n < 0)
  return 7
}
func @main(%a: i32) -> i32 {
  var %b: i32
entry:
  %b = call @sign(%a)
)" + failIf("%b > 1"),
           {"other", "rest", "less", "bad"});
  // The path itself has no cycle, so this is about the program.
  std::vector<std::string> Found = invariants(W);
  EXPECT_THAT(Found, Contains("sign: n > 0"));
  EXPECT_THAT(Found, Contains("sign: n < 0"));
}

TEST(Invariants, SayWhatIsKnownBetweenTwoCalls) {
  Walked W(R"(
func @inc(%x: i32) -> i32 {
entry:
  return %x + 1
}
func @main(%a: i32) -> i32 {
  var %b: i32
  var %c: i32
entry:
  %b = call @inc(%a)
  %c = call @inc(%b)
)" + failIf("%c != %a + 2"),
           {"bad"});
  EXPECT_THAT(invariants(W), Contains("main: b == a + 1"));
}

TEST(Invariants, SeeRemainders) {
  Walked W(R"(
func @main(%n: u32) -> i32 {
  var %x: u32
entry:
  %x = 0:u32
  goto loop
loop:
  goto body, out
body:
  assume %x < %n
  %x = %x + 2:u32
  goto loop
out:
  assume !(%x < %n)
)" + failIf("%x % 2:u32 != 0:u32"),
           {"body", "out", "bad"});
  EXPECT_THAT(invariants(W), Contains("main: x % 2 != 0"));
}

TEST(Invariants, ForgetWhatIsNotRead) {
  Walked W(R"(
func @main(%n: i32) -> i32 {
  var %i: i32
  var %s: i32
entry:
  %i = 0
  %s = 0
  goto loop
loop:
  goto body, out
body:
  assume %i < 10
  %i = %i + 1
  %s = %s + %n
  goto loop
out:
  assume !(%i < 10)
)" + failIf("%i != 10"),
           {"body", "out", "bad"});
  for (const std::string &P : invariants(W)) {
    EXPECT_THAT(P, testing::StartsWith("main: i"));
    EXPECT_THAT(P, Not(testing::HasSubstr(" n")));
  }
}

} // namespace
