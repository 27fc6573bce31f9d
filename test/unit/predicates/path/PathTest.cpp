// Paths: their text, and what is wrong with them.

#include "predicates/path/Path.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

std::unique_ptr<ir::Module> parsed(const std::string &Text) {
  ir::ParsedModule P = ir::parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str();
  return std::move(P.Parsed);
}

const char *const Twice = R"(
func @fail() -> void
func @twice(%n: i32) -> i32 {
entry:
  return 2 * %n
}
func @f(%x: i32) -> void {
  var %y: i32
entry:
  %y = call @twice(%x)
  goto then, else
then:
  assume %y == 3
  call @fail()
  stop
else:
  assume !(%y == 3)
  return
}
)";

struct PathTest : testing::Test {
  std::unique_ptr<ir::Module> M = parsed(Twice);
  const ir::Function *F = M->findFunction("f");
  const ir::Function *Callee = M->findFunction("twice");
  Path P{{{F, 0, 0, 0},
          {Callee, 0, 0, 1},
          {F, 0, 1, 0},
          {F, 1, 0, 0},
          {F, 1, 1, 0}}};

  std::string wrong() const { return verify(P).value_or("fine"); }
};

TEST_F(PathTest, Prints) {
  EXPECT_EQ(print(P), "0  f: %y = call @twice(%x)\n"
                      "1    twice: return 2 * %n\n"
                      "2  f: (end of entry)\n"
                      "3  f: assume %y == 3\n"
                      "4  f: call @fail()\n");
}

TEST_F(PathTest, EntersCalls) {
  EXPECT_TRUE(P.enters(0));
  EXPECT_FALSE(P.enters(1));
  EXPECT_FALSE(P.enters(4));
  EXPECT_EQ(P.entry().Name, "f");
}

TEST_F(PathTest, FollowsTheGraph) { EXPECT_EQ(wrong(), "fine"); }

TEST_F(PathTest, NeedsSteps) {
  P.Steps.clear();
  EXPECT_EQ(wrong(), "no steps");
}

TEST_F(PathTest, NeedsABeginning) {
  P.Steps.erase(P.Steps.begin());
  EXPECT_EQ(wrong(), "step 0 is not the beginning of a function");
}

TEST_F(PathTest, NeedsStepsThatExist) {
  P.Steps.back().Stmt = 3;
  EXPECT_EQ(wrong(), "step 4 does not exist");
  P.Steps.back() = {F, 7, 0, 0};
  EXPECT_EQ(wrong(), "step 4 does not exist");
}

TEST_F(PathTest, NeedsEachStatement) {
  P.Steps.erase(P.Steps.begin() + 3);
  EXPECT_EQ(wrong(), "step 3 is not where the step before leads");
}

TEST_F(PathTest, NeedsASuccessor) {
  P.Steps[3] = {F, 0, 0, 0};
  EXPECT_EQ(wrong(), "step 3 is in no successor of the block before");
}

TEST_F(PathTest, NeedsTheFunctionCalled) {
  P.Steps[1] = {F, 0, 0, 1};
  EXPECT_EQ(wrong(), "step 1 is in a function that is not called");
}

TEST_F(PathTest, ReturnsBehindTheCall) {
  P.Steps[2] = {F, 0, 0, 0};
  EXPECT_EQ(wrong(), "step 2 is not where the step before leads");
}

TEST_F(PathTest, GoesOnBehindACallThatIsNotEntered) {
  P.Steps.erase(P.Steps.begin() + 1);
  EXPECT_EQ(wrong(), "fine");
}

TEST_F(PathTest, EndsWithTheFirstFunction) {
  P.Steps = {{Callee, 0, 0, 0}, {F, 0, 1, 0}};
  EXPECT_EQ(wrong(), "step 1 comes after the return of the first function");
}

} // namespace
