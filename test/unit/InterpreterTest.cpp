// Runs small modules: control, calls, memory, and what C leaves open.

#include "predicates/ir/Interpreter.h"
#include "ModuleBuilder.h"

#include <gtest/gtest.h>

using namespace predabs::ir;
using Outcome = RunResult::Outcome;

namespace {

/// An `int main(void)` that is being written.
struct Program : ModuleBuilder {
  explicit Program(Target T = Target()) : ModuleBuilder(T) {}

  Function *printf() {
    Function *P = M.findFunction("printf");
    return P ? P : declare("printf", I32);
  }
  void print(const std::string &Format, std::vector<const Expr *> Args) {
    Args.insert(Args.begin(), text(Format));
    call(nullptr, printf(), Args);
  }
  RunResult run(InputSource *Inputs = nullptr) {
    RunOptions O;
    O.Inputs = Inputs;
    return predabs::ir::run(M, O);
  }
};

TEST(Interpreter, ReturnsTheExitStatus) {
  Program P;
  P.begin("main", P.I32);
  P.ret(P.num(42));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Exited);
  EXPECT_EQ(R.ExitStatus, 42);
  EXPECT_EQ(R.Steps, 1u);
}

TEST(Interpreter, CountsInALoopAndPrints) {
  Program P;
  P.begin("main", P.I32);
  const Expr *I = P.local("i", P.I32), *S = P.local("s", P.I32);
  P.assign(I, P.num(0));
  P.assign(S, P.num(0));
  BlockId Head = P.block("head");
  P.go({Head});
  P.at(Head);
  auto [Body, End] = P.branch(P.bin(Op::Lt, I, P.num(10)));
  P.at(Body);
  P.assign(S, P.add(S, I));
  P.assign(I, P.add(I, P.num(1)));
  P.go({Head});
  P.at(End);
  P.print("%d\n", {S});
  P.ret(P.num(0));
  RunResult R = P.run();
  EXPECT_EQ(R.How, Outcome::Exited) << R.Why;
  EXPECT_EQ(R.Output, "45\n");
}

} // namespace
