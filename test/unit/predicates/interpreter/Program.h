// A module that a test writes and then runs.

#ifndef PREDABS_TEST_UNIT_PREDICATES_INTERPRETER_PROGRAM_H
#define PREDABS_TEST_UNIT_PREDICATES_INTERPRETER_PROGRAM_H

#include "predicates/interpreter/Interpreter.h"
#include "test/support/ModuleBuilder.h"

#include <gtest/gtest.h>

namespace predabs::ir {

struct Program : ModuleBuilder {
  explicit Program(Target T = Target()) : ModuleBuilder(T) {}

  /// The function of that name in the C library.
  Function *library(const std::string &Name, const Type *Result) {
    Function *F = M.findFunction(Name);
    return F ? F : declare(Name, Result);
  }
  void print(const std::string &Format, std::vector<const Expr *> Args) {
    Args.insert(Args.begin(), text(Format));
    call(nullptr, library("printf", I32), Args);
  }
  RunResult run(InputSource *Inputs = nullptr) {
    EXPECT_EQ(verify(M).value_or(""), "");
    return runUnverified(Inputs);
  }
  RunResult runUnverified(InputSource *Inputs = nullptr) {
    RunOptions O;
    O.Inputs = Inputs;
    return predabs::ir::run(M, O);
  }
};

} // namespace predabs::ir

#endif
