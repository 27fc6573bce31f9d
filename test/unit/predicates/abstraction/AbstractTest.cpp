// The text of Boolean programs for small functions.

#include "predicates/abstraction/Abstract.h"
#include "predicates/bp/Print.h"
#include "predicates/ir/Parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace predabs;
using testing::HasSubstr;

namespace {

/// The function @f in \p Text over \p Predicates.
std::string abstraction(const std::string &Text,
                        const std::vector<std::string> &Predicates,
                        Precision How) {
  ir::ParsedModule P = ir::parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str();
  ir::Module &M = *P.Parsed;
  const ir::Function &F = *M.findFunction("f");
  PredicateSet Set(M);
  for (const std::string &Predicate : Predicates)
    Set.add(&F, ir::parseExpr(M, &F, Predicate).Parsed);
  Aliases A(M);
  std::unique_ptr<Prover> Z = createZ3Prover(M.Ctx);
  AbstractionOptions O;
  O.Functions = {&F};
  O.How = How;
  return bp::print(abstractModule(Set, A, *Z, O).Program);
}

// The relation is between what a statement changes and what that depends on:
// each variable more doubles the states.
TEST(Abstract, WhatAStatementLeavesAloneIsNotInItsRelation) {
  std::string Text =
      abstraction("func @f(%x: i32, %y: i32) -> void {\n"
                  "entry:\n  %x = 2 * %x\n  return\n}\n",
                  {"%x > 1", "%x < 4", "%x == 4", "%y == 3"}, Precision::Exact);
  EXPECT_THAT(Text, HasSubstr("{x>1}, {x<4}, {x==4} := *, *, * constrain "));
}

} // namespace
