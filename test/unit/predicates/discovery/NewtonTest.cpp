// What newton finds must exclude the path that it was given: after its
// predicates are added the Boolean program does not have that path any more.

#include "Spurious.h"

#include <gmock/gmock.h>

using namespace predabs;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

namespace {

struct NewtonTest : SpuriousTest {
  NewtonTest() : SpuriousTest(createNewton) {}
};

} // namespace

TEST_F(NewtonTest, CarriesConditionsBackwards) {
  load(R"(
func @f(%a: i32) -> void {
  var %x: i32
  var %y: i32
entry:
  %x = %a
  %y = %x + 1
  assume %y > 5
  assume %a < 3
  call @fail()
  return
})");
  EXPECT_THAT(candidates(),
              ElementsAre("f: a < 3", "f: y > 5", "f: x > 4", "f: a > 4"));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(NewtonTest, LooksBehindTheLoop) {
  load(R"(
func @f(%a: i32) -> void {
  var %i: i32
  var %x: i32
entry:
  %i = 0
  goto head
head:
  goto body, done
body:
  assume %i < 10
  %i = %i + 1
  goto head
done:
  assume %i >= 10
  %x = %a
  assume %x != %a
  call @fail()
  return
})");
  EXPECT_THAT(candidates(), ElementsAre("f: x == a"));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(NewtonTest, SpeaksOfTheFieldsOfWhatIsPassedAndReturned) {
  load(R"(
record pair size 8 align 4 {
  a: i32 at bit 0
  b: i32 at bit 32
}
func @swapped(%p: pair) -> pair internal {
  var %r: pair
entry:
  %r.a = %p.b
  %r.b = %p.a
  %p.a = 0
  return %r
}
func @f(%x: pair) -> void {
  var %y: pair
entry:
  %y = call @swapped(%x)
  assume %y.b != %x.a
  call @fail()
  return
})");
  EXPECT_THAT(candidates(), Contains("swapped: r.b == 'p.a"));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(NewtonTest, SaysWhatIsStoredThroughAParameter) {
  load(R"(
func @set(%p: i32*, %v: i32) -> void internal {
entry:
  *%p = %v
  return
}
func @f(%c: i32) -> void {
  var %x: i32
  var %y: i32
  var %q: i32*
entry:
  %q = %c != 0 ? &%x : &%y
  call @set(%q, 5)
  assume %x != 5
  assume %y != 5
  call @fail()
  return
})");
  EXPECT_THAT(candidates(), Contains("set: *p == v"));
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, CorrelatesBranches) {
  load(R"(
func @f(%b: i32) -> void {
  var %n: i32
entry:
  %n = 0
  goto then, else
then:
  assume %b != 0
  %n = %n + 1
  goto join
else:
  assume %b == 0
  goto join
join:
  goto then2, else2
then2:
  assume %b != 0
  %n = %n - 1
  goto check
else2:
  assume %b == 0
  goto check
check:
  assume %n != 0
  call @fail()
  return
})");
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, FollowsPointers) {
  load(R"(
func @f(%c: i32) -> void {
  var %x: i32
  var %y: i32
  var %p: i32*
entry:
  %x = 1
  %y = 2
  goto first, second
first:
  assume %c > 0
  %p = &%x
  goto store
second:
  assume !(%c > 0)
  %p = &%y
  goto store
store:
  *%p = 5
  assume %c > 0
  assume %x != 5
  call @fail()
  return
})");
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, Swaps) {
  load(R"(
func @swap(%p: i32*, %q: i32*) -> void internal {
  var %t: i32
entry:
  %t = *%p
  *%p = *%q
  *%q = %t
  return
}
func @f(%a: i32, %b: i32) -> void {
  var %x: i32
  var %y: i32
entry:
  %x = %a
  %y = %b
  call @swap(&%x, &%y)
  assume !(%x == %b && %y == %a)
  call @fail()
  return
})");
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, LearnsFromAResult) {
  load(R"(
func @inc(%x: i32) -> i32 internal {
entry:
  %x = %x + 1
  return %x
}
func @f(%a: i32) -> void {
  var %y: i32
entry:
  %y = call @inc(%a)
  assume !(%y > %a)
  call @fail()
  return
})");
  EXPECT_THAT(candidates(), Contains("inc: x <= 'x"));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(NewtonTest, SplitsWhatMixesCallerAndCallee) {
  load(R"(
func @inc(%x: i32) -> i32 internal {
entry:
  %x = %x + 1
  return %x
}
func @f(%a: i32, %b: i32) -> void {
  var %y: i32
entry:
  assume %a == %b
  %y = call @inc(%a)
  assume !(%y > %b)
  call @fail()
  return
})");
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, FollowsGlobals) {
  load(R"(
global $g: i32 internal
func @count() -> void internal {
entry:
  $g = $g + 1
  return
}
func @f(%a: i32) -> void {
entry:
  $g = %a
  call @count()
  call @count()
  assume $g != %a + 2
  call @fail()
  return
})");
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, FollowsNestedCalls) {
  load(R"(
func @inc(%x: i32) -> i32 internal {
entry:
  return %x + 1
}
func @twice(%x: i32) -> i32 internal {
  var %y: i32
entry:
  %y = call @inc(%x)
  %x = call @inc(%y)
  return %x
}
func @f(%a: i32) -> void {
  var %y: i32
entry:
  %y = call @twice(%a)
  assume %y != %a + 2
  call @fail()
  return
})");
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, FollowsRecursion) {
  load(R"(
func @sum(%n: i32) -> i32 internal {
  var %r: i32
entry:
  goto zero, more
zero:
  assume %n <= 0
  return 0
more:
  assume %n > 0
  %r = call @sum(%n - 1)
  return %r + 1
}
func @f() -> void {
  var %y: i32
entry:
  %y = call @sum(1)
  assume %y != 1
  call @fail()
  return
})");
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, FailsInACallee) {
  load(R"(
func @check(%ok: i32) -> void internal {
entry:
  goto bad, good
bad:
  assume %ok == 0
  call @fail()
  return
good:
  assume %ok != 0
  return
}
func @f(%a: i32) -> void {
entry:
  call @check(cast<i32>(%a == %a + 0))
  assume %a > 2
  call @check(cast<i32>(%a > 1))
  return
})");
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, ForgetsWhatIsUnknown) {
  load(R"(
func @f(%a: i32) -> void {
  var %x: i32
entry:
  assume %a < 3
  %x = call @input()
  assume %x > %a
  assume %x < 2
  assume %a > 1
  call @fail()
  return
})");
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, FollowsFunctionPointers) {
  load(R"(
func @one() -> i32 internal {
entry:
  return 1
}
func @two() -> i32 internal {
entry:
  return 2
}
func @f(%c: i32) -> void {
  var %p: (fn() -> i32)*
  var %r: i32
entry:
  %p = %c != 0 ? @one : @two
  %r = call *%p()
  assume %c != 0
  assume %r != 1
  call @fail()
  return
})");
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, KeepsWhatAnAliasRestsOn) {
  load(R"(
func @f() -> void {
  var %x: i32
  var %y: i32
  var %p: i32*
  var %q: i32**
entry:
  %y = 0
  %p = &%y
  %p = &%x
  %q = &%p
  **%q = 4
  assume %x != 4
  call @fail()
  return
})");
  EXPECT_THAT(candidates(),
              ElementsAre("f: x == 4", "f: *q == &x", "f: p == &x"));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(NewtonTest, DividesByWhatIsKnown) {
  load(R"(
func @f(%x: i32) -> void {
  var %y: i32
  var %q: i32
entry:
  %y = -1
  %q = %x / %y
  assume %q == -2147483648
  call @fail()
  return
})");
  EXPECT_THAT(candidates(), Contains("f: y == -1"));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(NewtonTest, UsesWhatAPlaceHoldsWhereAValueIsUnknown) {
  load(R"(
func @f() -> void {
  var %z: i32
  var %x: i32
  var %y: i32
entry:
  %z = 7
  %x = call @input()
  %y = %z + %x
  assume %y == 3
  assume %x == 2
  call @fail()
  return
})");
  EXPECT_THAT(candidates(), Contains("f: z == 1"));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(NewtonTest, LearnsWhatMemoryBecomes) {
  load(R"(
func @inc(%p: i32*) -> void internal {
entry:
  *%p = *%p + 1
  return
}
func @f(%a: i32) -> void {
  var %x: i32
entry:
  %x = %a
  call @inc(&%x)
  call @inc(&%x)
  assume %x != %a + 2
  call @fail()
  return
})");
  EXPECT_THAT(candidates(), Contains("inc: *p == '*p + 1"));
  EXPECT_NE(rounds(), 0u);
}

TEST_F(NewtonTest, IsQuickOnLongPaths) {
  std::string Body = "func @f(%n: i32) -> void {\n  var %i: i32\n"
                     "  var %other: i32\nentry:\n  %i = 0\n";
  for (unsigned I = 0; I < 3000; ++I)
    Body += "  %other = %other + 1\n";
  Body += "  assume %i != 0\n  call @fail()\n  return\n}";
  load(Body);
  EXPECT_THAT(candidates(), ElementsAre("f: i == 0"));
  EXPECT_LT(D->units(), 200'000u);
}

TEST_F(NewtonTest, KnowsAParameterThatIsReturned) {
  load(R"(
func @self(%p: i32*) -> i32* internal {
entry:
  return %p
}
func @f() -> void {
  var %a: i32
  var %q: i32*
entry:
  %a = 1
  %q = call @self(&%a)
  *%q = 2
  assume %a != 2
  call @fail()
  return
})");
  EXPECT_THAT(candidates(), Contains("self: p == 'p"));
  EXPECT_EQ(rounds(), 2u);
}
