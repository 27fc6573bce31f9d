// What patterns finds for loops must, together with newton, end what newton
// alone would go on with for ever.

#include "Spurious.h"

#include "predicates/ir/Loops.h"

#include <gmock/gmock.h>

using namespace predabs;
using testing::AllOf;
using testing::Contains;
using testing::Not;

namespace {

/// One source after the other.
class Both : public Discovery {
public:
  explicit Both(const DiscoveryInput &In)
      : Newton(createNewton(In)), Patterns(createPatterns(In)) {}
  std::string_view name() const override { return "both"; }
  std::vector<Candidate> find(const SpuriousPath &S) override {
    std::vector<Candidate> Found = Newton->find(S);
    for (const Candidate &C : Patterns->find(S))
      Found.push_back(C);
    return Found;
  }
  uint64_t units() const override {
    return Newton->units() + Patterns->units();
  }

private:
  std::unique_ptr<Discovery> Newton, Patterns;
};

struct PatternsTest : SpuriousTest {
  PatternsTest() : SpuriousTest(createPatterns) {}

  unsigned rounds() {
    Both Sources(S->input());
    return S->rounds(Sources, 5);
  }
};

/// The function \p Head that has the variables \p Vars, executes \p First, and
/// \p Body while \p Condition holds, and fails if then \p Bad holds.
std::string failingAfterLoop(const std::string &Head,
                             const std::vector<std::string> &Vars,
                             const std::vector<std::string> &First,
                             const std::string &Condition,
                             const std::vector<std::string> &Body,
                             const std::string &Bad) {
  std::string Text = "func " + Head + " -> void {\n";
  for (const std::string &V : Vars)
    Text += "  var " + V + "\n";
  Text += "entry:\n";
  for (const std::string &S : First)
    Text += "  " + S + "\n";
  Text += "  goto loop\nloop:\n  goto more, done\nmore:\n";
  Text += "  assume " + Condition + "\n";
  for (const std::string &S : Body)
    Text += "  " + S + "\n";
  return Text + "  goto loop\ndone:\n  assume !(" + Condition + ")\n  assume " +
         Bad + "\n  call @fail()\n  return\n}";
}

} // namespace

TEST_F(PatternsTest, CountsUp) {
  load(failingAfterLoop("@f(%n: i32)", {"%i: i32"},
                        {"assume %n >= 0", "%i = 0"}, "%i < %n",
                        {"%i = %i + 1"}, "%i != %n"));
  EXPECT_THAT(candidates(), AllOf(Contains("f: i <= n"), Contains("f: i >= 0"),
                                  Not(Contains("f: i == n"))));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(PatternsTest, CountsDownAndUp) {
  load(failingAfterLoop("@f(%n: i32)", {"%i: i32", "%j: i32"},
                        {"assume %n >= 0", "%i = %n", "%j = 0"}, "%i != 0",
                        {"%i = %i - 1", "%j = %j + 1"}, "%j != %n"));
  EXPECT_THAT(candidates(),
              AllOf(Contains("f: i >= 0"), Contains("f: i + j == n"),
                    Contains("f: i + j + 1 == n"), Contains("f: i <= n")));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(PatternsTest, RelatesCountersOfDifferentSteps) {
  load(failingAfterLoop("@f(%n: i32)", {"%i: i32", "%s: i32"},
                        {"assume %n >= 1", "%i = 1", "%s = 0"}, "%i <= %n",
                        {"%s = %s + 3", "%i = %i + 1"}, "%s != 3 * %n"));
  EXPECT_THAT(candidates(),
              AllOf(Contains("f: i <= n + 1"), Contains("f: s + 3 == 3 * i"),
                    Contains("f: s == 3 * i")));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(PatternsTest, StepsByTwo) {
  load(failingAfterLoop(
      "@f()", {"%x: i32", "%u: u32"}, {"%x = 0", "%u = 1:u32"}, "%x < 99",
      {"%x = %x + 2", "%u = %u + 2:u32"}, "%x != 100 || %u % 2:u32 != 1:u32"));
  EXPECT_THAT(candidates(),
              AllOf(Contains("f: x <= 100"), Contains("f: x % 2 == 0"),
                    Contains("f: u % 2 == 1")));
  EXPECT_NE(rounds(), 0u);
}

TEST_F(PatternsTest, LooksIntoNests) {
  load(R"(
func @f(%n: i32, %m: i32) -> void {
  var %i: i32
  var %j: i32
entry:
  assume %n >= 0
  assume %m >= 0
  %i = 0
  goto outer
outer:
  goto row, done
row:
  assume %i < %n
  %j = 0
  goto inner
inner:
  goto cell, next
cell:
  assume %j < %m
  %j = %j + 1
  goto inner
next:
  assume !(%j < %m)
  goto bad, good
bad:
  assume %j != %m
  call @fail()
  return
good:
  assume %j == %m
  %i = %i + 1
  goto outer
done:
  assume !(%i < %n)
  assume %i != %n
  call @fail()
  return
})");
  std::vector<LoopBlocks> Loops = loopsOf(S->entry());
  ASSERT_EQ(Loops.size(), 2u);
  EXPECT_EQ(S->entry().Blocks[Loops[0].Head].Name, "outer");
  EXPECT_EQ(S->entry().Blocks[Loops[1].Head].Name, "inner");
  EXPECT_EQ(Loops[1].Depth, 1u);
  EXPECT_EQ(Loops[1].Blocks.size(), 2u);
  EXPECT_TRUE(Loops[0].passesAlways(S->entry(), Loops[1].Head));
  EXPECT_NE(rounds(), 0u);
}

TEST_F(PatternsTest, BoundsUnsignedCounters) {
  load(failingAfterLoop("@f(%n: u32)", {"%i: u32"}, {"%i = 0:u32"}, "%i < %n",
                        {"%i = %i + 1:u32"}, "%i != %n"));
  EXPECT_THAT(candidates(), Contains("f: i <= n"));
  EXPECT_EQ(rounds(), 2u);
}

TEST_F(PatternsTest, LeavesConditionalStepsAlone) {
  load(R"(
func @f(%n: i32) -> void {
  var %i: i32
  var %e: i32
  var %c: i32
entry:
  %i = 0
  %e = 0
  goto loop
loop:
  goto more, done
more:
  assume %i < %n
  %c = call @input()
  goto yes, no
yes:
  assume %c != 0
  %e = %e + 1
  goto next
no:
  assume %c == 0
  goto next
next:
  %i = %i + 1
  goto loop
done:
  assume !(%i < %n)
  assume %e > %i
  call @fail()
  return
})");
  EXPECT_THAT(candidates(), Not(Contains("f: i == e")));
  EXPECT_NE(rounds(), 0u);
}

TEST_F(PatternsTest, ContinuesWhereAnEarlierLoopLeftOff) {
  load(R"(
func @f(%n: i32) -> void {
  var %i: i32
  var %j: i32
  var %k: i32
entry:
  %i = 0
  %k = 0
  goto up
up:
  goto more, turn
more:
  assume %i < %n
  %i = %i + 1
  %k = %k + 1
  goto up
turn:
  assume !(%i < %n)
  %j = 0
  goto down
down:
  goto less, done
less:
  assume %j < %n
  goto bad, good
bad:
  assume %k <= 0
  call @fail()
  return
good:
  assume %k > 0
  %j = %j + 1
  %k = %k - 1
  goto down
done:
  assume !(%j < %n)
  return
})");
  EXPECT_THAT(candidates(),
              AllOf(Contains("f: k == i"), Contains("f: k + j == i"),
                    Not(Contains("f: k + j == 0"))));
  EXPECT_NE(rounds(), 0u);
}

TEST_F(PatternsTest, RelatesWhatBranchesAddTo) {
  load(R"(
func @f(%n: i32) -> void {
  var %i: i32
  var %a: i32
  var %b: i32
  var %c: i32
entry:
  assume %n >= 0
  %i = 0
  %a = 0
  %b = 0
  goto loop
loop:
  goto more, done
more:
  assume %i < %n
  %c = call @input()
  goto one, two
one:
  assume %c != 0
  %a = %a + 1
  %b = %b + 2
  goto next
two:
  assume %c == 0
  %a = %a + 2
  %b = %b + 1
  goto next
next:
  %i = %i + 1
  goto loop
done:
  assume !(%i < %n)
  assume %a + %b != 3 * %i
  call @fail()
  return
})");
  EXPECT_THAT(candidates(), Contains("f: a + b == 3 * i"));
  EXPECT_NE(rounds(), 0u);
}
