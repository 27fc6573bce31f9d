// Predicates from the Horn clauses of one path.

#include "HornPaths.h"

#include <gmock/gmock.h>

using namespace predabs;
using testing::Contains;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

namespace {

std::vector<std::string> interpolants(Walked &W, DiscoveryLimits L = {}) {
  return W.find(*createInterpolants({*W.Known, *W.A, L}));
}

const std::string Lock = R"(
func @main(%c: i32) -> i32 {
  var %locked: i32
entry:
  %locked = 0
  goto take, skip
take:
  assume %c != 0
  %locked = 1
  goto middle
skip:
  assume !(%c != 0)
  goto middle
middle:
  goto release, keep
keep:
  assume !(%c != 0)
  return 0
release:
  assume %c != 0
)" + failIf("%locked != 1");

TEST(Interpolants, SayWhatTheHalvesShare) {
  Walked W(Lock, {"skip", "release", "bad"});
  EXPECT_THAT(interpolants(W), Contains("main: c != 0"));
  Walked V(Lock, {"take", "release", "bad"});
  EXPECT_THAT(interpolants(V), Contains("main: locked != 1"));
}

TEST(Interpolants, AreNotThereOnAPathThatHappens) {
  Walked W(R"(
func @main(%c: i32) -> i32 {
entry:
)" + failIf("%c == 3"),
           {"bad"});
  EXPECT_THAT(interpolants(W), IsEmpty());
}

const std::string Nested = R"(
global $count: i32
func @add(%n: i32) -> i32 {
entry:
  $count = $count + %n
  return %n
}
func @twice(%m: i32) -> i32 {
  var %r: i32
entry:
  %r = call @add(%m)
  %r = call @add(%r)
  return %r
}
func @main(%a: i32) -> i32 {
  var %b: i32
entry:
  assume %a >= 0
  $count = 0
  %b = call @twice(%a)
)" + failIf("$count < 0");

TEST(Interpolants, NestAsCallsDo) {
  Walked W(Nested, {"bad"});
  std::vector<std::string> Found = interpolants(W);
  EXPECT_THAT(Found, Contains("*: count < 0"));
  EXPECT_THAT(Found, Contains(StartsWith("add: ")));
  EXPECT_THAT(Found, Contains(StartsWith("twice: ")));
}

TEST(Interpolants, RepeatThemselvesWithinTheirLimits) {
  Walked A(Nested, {"bad"}), B(Nested, {"bad"});
  EXPECT_EQ(interpolants(A), interpolants(B));
  DiscoveryLimits L;
  L.MaxCandidates = 2;
  EXPECT_EQ(interpolants(A, L).size(), 2u);
  L.Units = 1000;
  EXPECT_THAT(interpolants(A, L), IsEmpty());
}

TEST(Interpolants, BelongToTheStepsOfALoop) {
  Walked W(R"(
func @main() -> i32 {
  var %i: i32
entry:
  %i = 0
  goto loop
loop:
  goto body, out
body:
  assume %i < 2
  %i = %i + 1
  goto loop
out:
  assume !(%i < 2)
)" + failIf("%i != 2"),
           {"body", "body", "out", "bad"});
  std::vector<std::string> Found = interpolants(W);
  EXPECT_THAT(Found, Not(IsEmpty()));
  for (const std::string &P : Found)
    EXPECT_THAT(P, StartsWith("main: i "));
}

} // namespace
