// The simulation that judges abstractions, on abstractions written by hand:
// right ones pass, and each way of being wrong is noticed.

#include "test/support/Simulation.h"
#include "predicates/bp/Parse.h"
#include "predicates/ir/Parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace predabs;
using testing::HasSubstr;

namespace {

/// A module with its abstraction. In the text of the Boolean program a label
/// `begin_block_N` marks the begin of a statement and `entry_of` the function's
/// begin; what has no such label is inside of a statement.
struct Example {
  std::unique_ptr<ir::Module> M;
  Abstraction A;
  std::deque<ir::Variable> Logical;
  std::map<const ir::Function *, std::vector<const ir::Variable *>> Constants;

  Example(const std::string &Ir, const std::string &Bp) {
    ir::ParsedModule Module = ir::parseModule(Ir);
    EXPECT_TRUE(Module) << Module.Error.str();
    M = std::move(Module.Parsed);
    EXPECT_EQ(ir::verify(*M).value_or(""), "");
    bp::ParsedProgram Program = bp::parseProgram(Bp);
    EXPECT_TRUE(Program) << Program.Error.strWithLine();
    A.Program = std::move(*Program.Parsed);
    A.Origins.emplace_back();
    for (const auto &F : M->Functions) {
      bp::Procedure *P = A.Program.findProcedure(F->Name);
      A.Procedures.push_back(P);
      if (P)
        mark(*F, P->Body);
    }
  }

  /// The variable \p Name of \p F (empty: a global) stands for \p Term.
  void means(const std::string &F, const std::string &Name,
             const std::string &Term) {
    ir::ParsedExpr E = ir::parseExpr(*M, M->findFunction(F), Term);
    ASSERT_TRUE(E) << Term << ": " << E.Error.str();
    means(F, Name, E.Parsed);
  }
  void means(const std::string &F, const std::string &Name,
             const ir::Expr *Term) {
    const bp::Variable *V =
        F.empty() ? A.Program.findGlobal(Name)
                  : A.Program.findProcedure(F)->findVariable(Name);
    ASSERT_TRUE(V) << Name;
    A.Meaning[V] = Term;
  }

  /// The symbolic constant for \p Place of \p F.
  const ir::Expr *constant(const std::string &F, const std::string &Place) {
    const ir::Function *Func = M->findFunction(F);
    ir::Variable &V = Logical.emplace_back();
    V.Name = "'" + Place;
    V.Kind = ir::Storage::Logical;
    V.ValueOf = ir::parseExpr(*M, Func, Place).Parsed;
    V.Ty = V.ValueOf->type();
    Constants[Func].push_back(&V);
    return M->Ctx.var(&V);
  }

  /// What is wrong, or "".
  std::string follow(std::vector<ir::UInt128> Values = {}) {
    Simulation S(*M, A,
                 [this](const ir::Function &F) { return Constants[&F]; });
    ir::ListedInputs Inputs(std::move(Values), {});
    ir::RunOptions O;
    O.Inputs = &Inputs;
    O.MaxSteps = 1000;
    std::string Wrong = S.follow(O).value_or("");
    EXPECT_TRUE(Inputs.isUsedUp() || !Wrong.empty());
    EXPECT_FALSE(S.isTooBig());
    EXPECT_GT(S.counts().Points, 0u);
    Counts = S.counts();
    return Wrong;
  }
  SimulationCounts Counts;

private:
  void mark(const ir::Function &F, std::vector<bp::Stmt> &Body) {
    for (bp::Stmt &S : Body) {
      for (const std::string &L : S.Labels)
        S.Origin = originOf(F, L);
      mark(F, S.Body);
      mark(F, S.Else);
    }
  }

  uint32_t originOf(const ir::Function &F, const std::string &Label) {
    Origin O;
    O.Func = &F;
    if (Label == "entry_of") {
      O.At = Origin::Step::Entry;
    } else {
      size_t Last = Label.rfind('_');
      if (Label.rfind("begin_", 0) != 0 || Last < 6)
        return 0;
      std::string Block = Label.substr(6, Last - 6);
      while (F.Blocks.at(O.Block).Name != Block)
        ++O.Block;
      O.Stmt = uint32_t(std::stoul(Label.substr(Last + 1)));
    }
    A.Origins.push_back(O);
    return uint32_t(A.Origins.size() - 1);
  }
};

std::string replaced(std::string Text, const std::string &From,
                     const std::string &To) {
  size_t At = Text.find(From);
  EXPECT_NE(At, Text.npos) << From;
  return Text.replace(At, From.size(), To);
}

// One function.

const char *const BranchIr = R"(
func @nondet() -> i32
func @main() -> i32 {
  var %x: i32
  var %y: i32
entry:
  %x = call @nondet()
  goto then, else
then:
  assume %x > 0
  %y = %x - 1
  goto end
else:
  assume !(%x > 0)
  %y = 0
  goto end
end:
  return %y
}
)";

const char *const BranchBp = R"(
void main() {
  decl {x>0}, {y>=0}, {y==0};
  enforce !(!{y>=0} & {y==0});
  begin_entry_0: {x>0} := *;
  begin_entry_1: goto begin_then_0, begin_else_0;
  begin_then_0: assume({x>0});
  begin_then_1: {y>=0}, {y==0} := choose({x>0}, !{x>0}), choose(false, !{x>0});
  begin_then_2: goto begin_end_0;
  begin_else_0: assume(!{x>0});
  begin_else_1: {y>=0}, {y==0} := true, true;
  begin_else_2: goto begin_end_0;
  begin_end_0: return;
}
)";

Example branch(const std::string &Bp) {
  Example E(BranchIr, Bp);
  E.means("main", "{x>0}", "%x > 0");
  E.means("main", "{y>=0}", "%y >= 0");
  E.means("main", "{y==0}", "%y == 0");
  return E;
}

TEST(Simulation, FollowsBranches) {
  for (int X : {5, 1, 0, -3}) {
    Example E = branch(BranchBp);
    EXPECT_EQ(E.follow({ir::UInt128(ir::SInt128(X))}), "") << X;
    EXPECT_EQ(E.Counts.Points, 6u);
    EXPECT_GT(E.Counts.Undefined, 0u);
  }
}

TEST(Simulation, NoticesAMissingChoose) {
  Example E = branch(
      replaced(BranchBp, "choose(false, !{x>0})", "choose(false, true)"));
  EXPECT_EQ(E.follow({5}), "");
  EXPECT_THAT(E.follow({1}), HasSubstr("no state agrees with the run at main, "
                                       "then.2: goto"));
}

TEST(Simulation, NoticesAWrongPolarity) {
  Example E = branch(replaced(BranchBp, "assume(!{x>0})", "assume({x>0})"));
  EXPECT_EQ(E.follow({5}), "");
  EXPECT_THAT(E.follow({0}), HasSubstr("else.1: %y = 0"));
}

TEST(Simulation, NoticesAMissingUpdateOfAnUnknownResult) {
  Example E = branch(replaced(BranchBp, "{x>0} := *", "{x>0} := true"));
  EXPECT_EQ(E.follow({5}), "");
  EXPECT_THAT(E.follow({0}), HasSubstr("entry.1: goto"));
}

TEST(Simulation, NoticesAMissingSuccessor) {
  Example E = branch(replaced(BranchBp, "goto begin_then_0, begin_else_0",
                              "goto begin_then_0"));
  EXPECT_THAT(E.follow({0}), HasSubstr("else.0: assume"));
}

TEST(Simulation, NoticesAWrongEnforce) {
  Example E = branch(replaced(BranchBp, "enforce !(",
                              "enforce !({x>0} & {y==0}"
                              " | "));
  EXPECT_EQ(E.follow({5}), "");
  EXPECT_NE(E.follow({1}), "");
}

TEST(Simulation, PassesOverStatementsThatWereJoined) {
  Example E =
      branch(replaced(replaced(BranchBp, "begin_then_1: {y>=0}", "{y>=0}"),
                      "begin_then_2: goto begin_end_0", "goto begin_end_0"));
  EXPECT_EQ(E.follow({1}), "");
  EXPECT_EQ(E.Counts.Points, 4u);
}

TEST(Simulation, AWrongJoinIsNoticedBehindIt) {
  Example E =
      branch(replaced(replaced(BranchBp, "begin_then_1: {y>=0}", "{y>=0}"),
                      "choose(false, !{x>0})", "choose({x>0}, false)"));
  EXPECT_EQ(E.follow({1}), "");
  EXPECT_THAT(E.follow({2}), HasSubstr("then.2"));
}

// Calls: the example of the paper.

const char *const IncIr = R"(
func @nondet() -> i32
func @inc(%x: i32) -> i32 {
entry:
  %x = %x + 1
  return %x
}
func @main() -> i32 {
  var %a: i32
  var %b: i32
entry:
  %a = call @nondet()
  %b = call @inc(%a)
  %b = call @inc(%b)
  return %b
}
)";

const char *const IncBp = R"(
bool<2> inc() {
  decl {x=='x}, {x=='x+1};
  enforce !({x=='x} & {x=='x+1});
  entry_of: {x=='x}, {x=='x+1} := true, false;
  begin_entry_0: {x=='x}, {x=='x+1} := choose(false, {x=='x}), choose({x=='x}, !{x=='x});
  begin_entry_1: return {x=='x}, {x=='x+1};
}
void main() {
  decl {a==2}, {b==3}, {b==4}, ret1, ret2;
  enforce !({b==3} & {b==4});
  begin_entry_0: {a==2} := *;
  begin_entry_1: ret1, ret2 := inc();
  {b==3}, {b==4} := choose({a==2} & ret2, {a==2} | ret2), choose(false, {a==2} & ret2);
  begin_entry_2: ret1, ret2 := inc();
  {b==3}, {b==4} := choose(false, {b==3} & ret2), choose({b==3} & ret2, !{b==3} & ret2);
  begin_entry_3: return;
}
)";

Example inc(const std::string &Bp) {
  Example E(IncIr, Bp);
  ir::Context &C = E.M->Ctx;
  const ir::Expr *Old = E.constant("inc", "%x");
  const ir::Expr *X =
      ir::parseExpr(*E.M, E.M->findFunction("inc"), "%x").Parsed;
  const ir::Expr *One = C.intConst(X->type(), 1);
  E.means("inc", "{x=='x}", C.binary(ir::Op::Eq, X, Old));
  E.means("inc", "{x=='x+1}",
          C.binary(ir::Op::Eq, X, C.binary(ir::Op::Add, Old, One)));
  E.means("main", "{a==2}", "%a == 2");
  E.means("main", "{b==3}", "%b == 3");
  E.means("main", "{b==4}", "%b == 4");
  return E;
}

TEST(Simulation, FollowsCalls) {
  for (int A : {2, 3, 4, -1}) {
    Example E = inc(IncBp);
    EXPECT_EQ(E.follow({ir::UInt128(ir::SInt128(A))}), "") << A;
    EXPECT_EQ(E.Counts.Entries, 2u);
  }
}

TEST(Simulation, NoticesAMissingUpdateAfterACall) {
  Example E = inc(replaced(
      IncBp,
      "choose(false, {b==3} & ret2), choose({b==3} & ret2, !{b==3} & ret2)",
      "{b==3}, {b==4}"));
  EXPECT_EQ(E.follow({7}), "");
  EXPECT_THAT(E.follow({2}), HasSubstr("entry.3: return %b"));
}

TEST(Simulation, NoticesAConstantWithoutItsValue) {
  Example E = inc(replaced(IncBp, "true, false;", "false, true;"));
  EXPECT_THAT(E.follow({2}), HasSubstr("at inc, entry.0"));
}

TEST(Simulation, NoticesAResultThatIsWrong) {
  Example E = inc(replaced(IncBp, "return {x=='x}, {x=='x+1};",
                           "return {x=='x}, !{x=='x+1};"));
  EXPECT_EQ(E.follow({1}), "");
  EXPECT_THAT(E.follow({2}), HasSubstr("at main, entry.2"));
}

TEST(Simulation, NoticesACallThatIsLeftOut) {
  Example E = inc(replaced(IncBp, "begin_entry_1: ret1, ret2 := inc();",
                           "begin_entry_1: ret1, ret2 := *, *;"));
  EXPECT_THAT(E.follow({2}), HasSubstr("cannot call inc"));
}

TEST(Simulation, NoticesAWrongArgument) {
  std::string Bp = replaced(IncBp, "inc() {", "inc({x==2}) {");
  Bp = replaced(Bp, "ret2 := inc();", "ret2 := inc(*);");
  Bp = replaced(Bp, "begin_entry_2: ret1, ret2 := inc();",
                "begin_entry_2: ret1, ret2 := inc({b==3});");
  Bp = replaced(Bp, "begin_entry_0: {x=='x}, {x=='x+1} :=",
                "begin_entry_0: {x==2}, {x=='x}, {x=='x+1} := *,");
  Example E = inc(Bp);
  E.means("inc", "{x==2}", "%x == 2");
  EXPECT_EQ(E.follow({7}), "");
  EXPECT_THAT(E.follow({2}),
              HasSubstr("no state agrees with the entry of inc"));
}

// Recursion, globals, pointers.

const char *const DownIr = R"(
global $g: i32
func @down(%n: i32, %p: i32*) -> void {
entry:
  goto more, end
more:
  assume %n > 0
  *%p = 0
  call @down(%n - 1, &%n)
  return
end:
  assume !(%n > 0)
  return
}
func @nondet() -> i32
func @main() -> i32 {
  var %k: i32
entry:
  $g = 1
  %k = call @nondet()
  call @down(%k, &$g)
  return 0
}
)";

const char *const DownBp = R"(
decl {g==0};
void down({n>0}, {p==&g}) {
  goto begin_more_0, begin_end_0;
  begin_more_0: assume({n>0});
  begin_more_1: {g==0} := choose({g==0} | {p==&g}, !{p==&g} & !{g==0});
  begin_more_2: down(*, false);
  {n>0} := *;
  begin_more_3: return;
  begin_end_0: assume(!{n>0});
  begin_end_1: return;
}
void main() {
  decl {k>0};
  begin_entry_0: {g==0} := false;
  begin_entry_1: {k>0} := *;
  begin_entry_2: down({k>0}, true);
  begin_entry_3: return;
}
)";

Example down(const std::string &Bp) {
  Example E(DownIr, Bp);
  E.means("", "{g==0}", "$g == 0");
  E.means("down", "{n>0}", "%n > 0");
  E.means("down", "{p==&g}", "%p == &$g");
  E.means("main", "{k>0}", "%k > 0");
  return E;
}

TEST(Simulation, FollowsRecursion) {
  for (unsigned K = 0; K < 6; ++K) {
    Example E = down(DownBp);
    EXPECT_EQ(E.follow({K}), "") << K;
    EXPECT_EQ(E.Counts.Entries, K + 1);
  }
}

TEST(Simulation, NoticesWhatACallDoesToTheCaller) {
  Example E = down(replaced(DownBp, "  {n>0} := *;\n", ""));
  EXPECT_EQ(E.follow({1}), "");
  EXPECT_THAT(E.follow({2}), HasSubstr("at down, more.3: return"));
}

TEST(Simulation, NoticesAForgottenAlias) {
  Example E = down(replaced(DownBp, "choose({g==0} | {p==&g}, ",
                            "choose({g==0}, !{g==0} | "));
  EXPECT_EQ(E.follow({0}), "");
  EXPECT_THAT(E.follow({1}), HasSubstr("more.2: call @down"));
}

TEST(Simulation, NoticesAGlobalThatIsLost) {
  Example E = down(replaced(DownBp, "  begin_entry_3: return",
                            "  {g==0} := false;\n  begin_entry_3: return"));
  EXPECT_EQ(E.follow({0}), "");
  EXPECT_THAT(E.follow({1}), HasSubstr("at main, entry.3"));
}

TEST(Simulation, StatesOfCallersStayTogetherWithTheirCalls) {
  // b is passed on and comes back: it must meet the caller's own b again.
  const char *const Ir = R"(
func @same(%x: i32) -> i32 {
entry:
  return %x
}
func @main() -> i32 {
  var %u: i32
  var %r: i32
entry:
  %r = call @same(%u)
  %u = %u
  return 0
}
)";
  const char *const Bp = R"(
bool same(b) {
  begin_entry_0: return b;
}
void main() {
  decl b, r, r1;
  begin_entry_0: r1 := same(b);
  r := r1;
  begin_entry_1: assume(b == r);
  begin_entry_2: return;
}
)";
  for (const char *Assumed : {"b == r", "b != r"}) {
    Example E(Ir, replaced(Bp, "b == r", Assumed));
    E.means("same", "b", "%x > 0");
    E.means("main", "b", "%u > 0");
    E.means("main", "r", "%r > 0");
    // u is read, and so chosen, when it is passed.
    EXPECT_EQ(E.follow({5}) == "", Assumed == std::string("b == r"));
  }
}

} // namespace
