// Verdicts on small modules, from where they are judged, and that they repeat.

#include "checkers/engine/Engine.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

std::unique_ptr<ir::Module> parsed(const std::string &Text) {
  ir::ParsedModule P = ir::parseModule(
      Text + "func @reach_error() -> void noreturn\nfunc @input() -> i32\n");
  EXPECT_TRUE(P) << P.Error.str();
  return std::move(P.Parsed);
}

Report checked(const std::string &Text, const std::string &Option = "") {
  std::unique_ptr<ir::Module> M = parsed(Text);
  Options O;
  if (!Option.empty()) {
    EXPECT_EQ(parseOption(O, Option, Scope::Driver).value_or(""), "");
  }
  return check(*M, O);
}

std::string verdicts(const std::string &Text, const std::string &Option = "") {
  std::string Out;
  Report R = checked(Text, Option);
  for (const Decision &D : R.Decisions)
    Out += std::string(Out.empty() ? "" : " ") + verdictText(D.Answer);
  EXPECT_EQ(R.Numbers.Engine.Disagreements, 0u);
  return Out;
}

/// A function that fails if \p Condition holds of the parameter x.
std::string failing(const std::string &Name, const std::string &Attributes,
                    const std::string &Before, const std::string &Condition) {
  return "func @" + Name + "(%x: i32) -> void" + Attributes +
         " {\n  var %y: i32\nentry:\n" + Before +
         "  goto then, else\nthen:\n  assume " + Condition +
         "\n  call @reach_error()\n  stop\nelse:\n  assume !(" + Condition +
         ")\n  return\n}\n";
}

TEST(Engine, DecidesByEntryValues) {
  EXPECT_EQ(verdicts(failing("f", "", "", "%x > 5")), "latent");
  EXPECT_EQ(verdicts(failing("f", "", "  %y = %x\n", "%x != %y")), "proved");
  std::string Given = failing("f", "", "  %y = call @input()\n", "%y == 7");
  EXPECT_EQ(verdicts(Given), "latent");
  EXPECT_EQ(verdicts(Given, "inputs=input"), "violated");
}

TEST(Engine, KnownCallersDecide) {
  std::string Callee = failing("f", " internal", "", "%x > 5");
  auto Main = [](const std::string &Value) {
    return "func @main() -> i32 {\nentry:\n  call @f(" + Value +
           ")\n  return 0\n}\n";
  };
  EXPECT_EQ(verdicts(Callee + Main("5")), "proved");
  EXPECT_EQ(verdicts(Callee + Main("6")), "violated");
  // Others may call it too, if they can name it.
  std::string Visible = failing("f", "", "", "%x > 5");
  EXPECT_EQ(verdicts(Visible + Main("5")), "latent");
  EXPECT_EQ(verdicts(Visible + Main("5"), "entry=main"), "proved");
  EXPECT_EQ(verdicts(Visible + Main("6")), "violated");
}

TEST(Engine, GlobalsStartWithTheirValues) {
  std::string Text = "global $g: i32 {\n  at bit 0 = 4\n}\n" +
                     failing("f", " internal", "", "$g != %x") +
                     "func @main() -> i32 {\nentry:\n  call @f(4)\n"
                     "  return 0\n}\n";
  EXPECT_EQ(verdicts(Text), "proved");
  EXPECT_EQ(verdicts(Text, "entry=f"), "violated");
}

TEST(Engine, WhatIsNotReachedFromTheEntryIsProved) {
  EXPECT_EQ(verdicts(failing("f", "", "", "%x > 5") +
                         "func @main() -> i32 {\nentry:\n  return 0\n}\n",
                     "entry=main"),
            "proved");
}

/// i = 0; while (i != n) i++; fails if i > n, with n >= 0.
const char *const Loop = R"(func @f(%n: i32) -> void {
  var %i: i32
entry:
  %i = 0
  goto in, out
out:
  assume !(%n >= 0)
  return
in:
  assume %n >= 0
  goto head
head:
  goto body, after
body:
  assume %i < %n
  %i = %i + 1
  goto head
after:
  assume !(%i < %n)
  goto bad, good
bad:
  assume %i > %n
  call @reach_error()
  stop
good:
  assume !(%i > %n)
  return
}
)";

TEST(Engine, FindsInvariantsAndRepeats) {
  Report A = checked(Loop, "trace-refinement");
  Report B = checked(Loop, "trace-refinement");
  ASSERT_EQ(A.Decisions.size(), 1u);
  EXPECT_EQ(A.Decisions[0].Answer, Verdict::Proved) << A.Decisions[0].Why;
  EXPECT_EQ(encode(A), encode(B));
}

TEST(Engine, RunsPathsOnlyIfItMay) {
  std::string Text = failing("f", " internal", "  %y = %x * %x\n", "%y == 5") +
                     "func @__VERIFIER_nondet_uchar() -> u8\n"
                     "func @main() -> i32 {\n  var %c: u8\nentry:\n"
                     "  %c = call @__VERIFIER_nondet_uchar()\n"
                     "  call @f(cast<i32>(%c & 1:u8))\n  return 0\n}\n";
  Report R = checked(Text, "entry=main");
  ASSERT_EQ(R.Decisions.size(), 1u);
  EXPECT_EQ(R.Decisions[0].Answer, Verdict::Proved);
  EXPECT_EQ(R.Numbers.Engine.Rounds, 0u);
  Options O;
  O.Entry = "main";
  O.Paths = 0;
  R = check(*parsed(Text), O);
  EXPECT_GT(R.Numbers.Engine.Rounds, 0u);
}

TEST(Engine, SaysWhatRanOut) {
  Report R = checked(
      failing("f", "", "  %y = %x * %x\n", "%y * %x == 343 && %y != 49"),
      "budget=1");
  ASSERT_EQ(R.Decisions.size(), 1u);
  EXPECT_EQ(R.Decisions[0].Answer, Verdict::Unknown);
  EXPECT_NE(R.Decisions[0].Why, "");
}

} // namespace
