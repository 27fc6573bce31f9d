// Which programs have one execution: small modules, one for each rule.

#include "checkers/runs/Determinism.h"
#include "checkers/obligations/Obligations.h"
#include "checkers/program/Start.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

/// Whether nothing in the program from @main may differ between executions with
/// the same inputs.
bool isDetermined(const std::string &Globals, const std::string &Vars,
                  const std::string &Body) {
  ir::ParsedModule P = ir::parseModule(
      "func @reach_error() -> void noreturn\n" + Globals +
      "func @main() -> i32 {\n" + Vars + "entry:\n" + Body + "  return 0\n}\n");
  EXPECT_TRUE(P) << P.Error.str();
  EXPECT_EQ(ir::verify(*P.Parsed).value_or(""), "");
  Options Opts;
  const ir::Function &Start =
      addStart(*P.Parsed, *P.Parsed->findFunction("main"));
  Workspace W(*P.Parsed, World::Closed, &Start,
              failureFunctions(*P.Parsed, Opts), Opts);
  return isDetermined(W, Start, OpenValues::Inputs);
}

// SOUND: where an object lies is another matter in each execution.
TEST(Determinism, InitialValuesHaveNoNumbersOfAddresses) {
  std::string Object = "global $x: i32 internal\n";
  EXPECT_TRUE(isDetermined(Object + "global $p: i32* internal {\n"
                                    "  at bit 0 = &$x\n}\n",
                           "", "  $x = 1\n"));
  EXPECT_FALSE(isDetermined(Object + "global $n: i64 internal {\n"
                                     "  at bit 0 = cast<i64>(&$x)\n}\n",
                            "", "  $x = 1\n"));
}

TEST(Determinism, AUnionDoesNotShowTheNumberOfAnAddress) {
  std::string Unions = "record u union size 8 align 8 {\n"
                       "  p: i32* at bit 0\n  q: u8* at bit 0\n"
                       "  n: i64 at bit 0\n  m: u32 at bit 0\n}\n";
  std::string Vars = "  var %v: u\n  var %x: i32\n  var %n: i64\n";
  EXPECT_TRUE(isDetermined(Unions, Vars, "  %v.p = &%x\n  *%v.p = 1\n"));
  EXPECT_TRUE(isDetermined(Unions, Vars, "  %v.n = 1:i64\n  %n = %v.n\n"));
  EXPECT_TRUE(isDetermined(Unions, Vars,
                           "  %v.n = 1:i64\n  %v.m = 2:u32\n  %n = %v.n\n"));
  EXPECT_FALSE(isDetermined(Unions, Vars, "  %v.p = &%x\n  %n = %v.n\n"));
  EXPECT_FALSE(isDetermined(Unions, Vars, "  %n = %v.n\n  %v.p = &%x\n"));
  EXPECT_FALSE(isDetermined(Unions + "global $v: u internal {\n"
                                     "  at bit 0 = &$x\n}\n"
                                     "global $x: i32 internal\n",
                            Vars, "  %n = $v.n\n"));
}

} // namespace
