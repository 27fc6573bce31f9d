// The closure under weakest preconditions, and the Bakery of
// syntactic-abstraction.txt that it was made for.

#include "Spurious.h"

#include "predicates/discovery/Closure.h"

#include <gmock/gmock.h>

using namespace predabs;
using testing::AllOf;
using testing::Contains;
using testing::UnorderedElementsAre;

namespace {

/// `assume Guard; Effect` as one of the things that may happen next.
std::string action(const std::string &Name, const std::string &Guard,
                   const std::string &Effect) {
  return Name + ":\n  assume " + Guard + "\n" + Effect + "  goto check\n";
}

/// Two processes that draw a number one larger than \p More than the other's;
/// st is 0 outside, 1 waiting, 2 inside.
std::string bakery(const std::string &More) {
  return R"(
func @f() -> void {
  var %st1: i32
  var %st2: i32
  var %y1: i32
  var %y2: i32
entry:
  %st1 = 0
  %st2 = 0
  %y1 = 0
  %y2 = 0
  goto loop
loop:
  goto wait1, enter1, release1, wait2, enter2, release2
)" + action("wait1", "%st1 == 0", "  %st1 = 1\n  %y1 = %y2" + More + "\n") +
         action("enter1", "%st1 == 1 && (%y2 == 0 || %y1 <= %y2)",
                "  %st1 = 2\n") +
         action("release1", "%st1 == 2", "  %st1 = 0\n  %y1 = 0\n") +
         action("wait2", "%st2 == 0", "  %st2 = 1\n  %y2 = %y1" + More + "\n") +
         action("enter2", "%st2 == 1 && (%y1 == 0 || %y2 < %y1)",
                "  %st2 = 2\n") +
         action("release2", "%st2 == 2", "  %st2 = 0\n  %y2 = 0\n") + R"(
check:
  goto both, fine
both:
  assume %st1 == 2 && %st2 == 2
  call @fail()
  stop
fine:
  assume !(%st1 == 2 && %st2 == 2)
  goto loop
})";
}

} // namespace

TEST(Closure, ProvesTheBakery) {
  SpuriousPaths S(bakery(" + 1"));
  Closure C(S.input());
  std::optional<Path> Way = S.way();
  ASSERT_TRUE(Way);
  std::vector<Candidate> Found = S.find(C, *Way);
  EXPECT_THAT(S.texts(Found),
              UnorderedElementsAre("f: st1 == 0", "f: st1 == 1", "f: st1 == 2",
                                   "f: st2 == 0", "f: st2 == 1", "f: st2 == 2",
                                   "f: y1 == 0", "f: y2 == 0", "f: y1 <= y2",
                                   "f: y1 >= 0", "f: y2 >= 0"));
  for (const Candidate &X : Found)
    S.known().add(X.Scope, X.Term);
  EXPECT_FALSE(S.way());
  EXPECT_FALSE(C.isClosed());
  EXPECT_TRUE(S.find(C, *Way).empty());
  EXPECT_TRUE(C.isClosed());
  EXPECT_TRUE(C.isExact());
  EXPECT_EQ(C.rounds(), 2u);
}

TEST(Closure, DoesNotProveABrokenBakery) {
  SpuriousPaths S(bakery(""));
  Closure C(S.input());
  std::optional<Path> Way = S.way();
  ASSERT_TRUE(Way);
  for (unsigned I = 0; I < Closure::MaxRounds; ++I)
    for (const Candidate &X : S.find(C, *Way))
      S.known().add(X.Scope, X.Term);
  EXPECT_TRUE(C.isExact());
  EXPECT_TRUE(S.way());
}

TEST(Closure, GoesThroughCalls) {
  SpuriousPaths S(R"(
global $mode: i32 internal
func @turn(%to: i32) -> i32 internal {
  var %old: i32
entry:
  %old = $mode
  $mode = %to
  return %old
}
func @f(%a: i32) -> void {
  var %x: i32
entry:
  %x = call @turn(%a)
  assume $mode == 3
  assume %x == 4
  call @fail()
  return
})");
  Closure C(S.input());
  EXPECT_THAT(S.candidates(C),
              AllOf(Contains("mode == 3"), Contains("f: x == 4"),
                    Contains("turn: old == 4"), Contains("turn: to == 3")));
  EXPECT_THAT(S.candidates(C),
              AllOf(Contains("mode == 4"), Contains("f: a == 3")));
  EXPECT_THAT(S.candidates(C), UnorderedElementsAre("turn: to == 4"));
  EXPECT_THAT(S.candidates(C), UnorderedElementsAre("f: a == 4"));
  EXPECT_TRUE(S.candidates(C).empty());
  EXPECT_TRUE(C.isClosed());
}

TEST(Closure, StopsWhereItWouldNotEnd) {
  SpuriousPaths S(R"(
func @f(%n: i32) -> void {
  var %i: i32
entry:
  %i = 0
  goto loop
loop:
  goto more, done
more:
  assume %i != %n
  %i = %i + 1
  goto loop
done:
  assume %i == %n
  assume %n < 0
  call @fail()
  return
})");
  Closure C(S.input());
  std::optional<Path> Way = S.way();
  for (unsigned I = 0; I < 2 * Closure::MaxRounds; ++I)
    S.find(C, *Way);
  EXPECT_EQ(C.rounds(), Closure::MaxRounds);
  EXPECT_FALSE(C.isClosed());
  EXPECT_FALSE(C.isExact());
}

TEST(Closure, KnowsWhenItIsNotExact) {
  SpuriousPaths S(R"(
func @f(%n: i32) -> void {
  var %i: i32
entry:
  %i = call @input()
  assume %i < %n
  assume %n < 0
  call @fail()
  return
})");
  Closure C(S.input());
  while (!S.candidates(C).empty())
    continue;
  EXPECT_TRUE(C.isClosed());
  EXPECT_FALSE(C.isExact());
}
