// All paths of a program. On random ones with an input of eight bits, runs with
// each of its values tell what can be reached.

#include "checkers/runs/Explore.h"
#include "checkers/obligations/Obligations.h"
#include "checkers/program/Start.h"
#include "predicates/ir/Parse.h"
#include "test/support/ModuleBuilder.h"
#include "test/support/RandomTerms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

using namespace predabs;
using ir::Expr;
using ir::Type;
using ir::UInt128;

namespace {

/// The paths of a program from its function main.
struct Paths {
  explicit Paths(ir::Module &M) {
    for (const FoundObligation &O : findObligations(M, Opts))
      Goals.push_back(O.At);
    const ir::Function &Start = addStart(M, *M.findFunction("main"));
    Workspace W(M, World::Closed, &Start, failureFunctions(M, Opts), Opts);
    Found = explore(W, {&Start, Beginning::OfProgram}, Goals);
    EXPECT_EQ(W.Numbers.Disagreements, 0u);
  }

  /// The blocks of goals that were reached.
  std::set<std::string> failures() const {
    std::set<std::string> Result;
    for (const auto &[G, F] : Found.Failures)
      Result.insert(G.Func->Blocks[G.Block].Name);
    return Result;
  }
  std::set<std::string> excluded() const {
    std::set<std::string> Result;
    for (const Goal &G : Found.Excluded)
      Result.insert(G.Func->Blocks[G.Block].Name);
    return Result;
  }

  Options Opts;
  std::vector<Goal> Goals;
  Explored Found;
};

Paths pathsOf(const std::string &Body) {
  ir::ParsedModule P = ir::parseModule(
      "func @reach_error() -> void noreturn\n"
      "func @__VERIFIER_nondet_int() -> i32\nfunc @elsewhere() -> i32\n" +
      Body);
  EXPECT_TRUE(P) << P.Error.str();
  EXPECT_EQ(ir::verify(*P.Parsed).value_or(""), "");
  return Paths(*P.Parsed);
}

/// Fails in `bad` if \p Condition holds after \p Before.
std::string program(const std::string &Before, const std::string &Condition) {
  return "func @main() -> i32 {\n  var %x: i32\n  var %y: i32\n"
         "  var %f: (fn(i32) -> i32)*\nentry:\n"
         "  %x = call @__VERIFIER_nondet_int()\n" +
         Before + "  goto bad, good\nbad:\n  assume " + Condition +
         "\n  call @reach_error()\n  stop\ngood:\n  assume !(" + Condition +
         ")\n  return 0\n}\n";
}

using Names = std::set<std::string>;

TEST(Explore, FollowsBothWays) {
  Paths P = pathsOf(program("", "%x == 77"));
  EXPECT_EQ(P.Found.Why, "");
  EXPECT_EQ(P.Found.NumPaths, 2u);
  EXPECT_EQ(P.failures(), Names{"bad"});
}

TEST(Explore, LeavesOutWhatCannotBe) {
  Paths P = pathsOf(program("  %y = %x * 2\n", "%y == 77"));
  EXPECT_EQ(P.Found.Why, "");
  EXPECT_EQ(P.Found.NumPaths, 1u);
  EXPECT_EQ(P.failures(), Names{});
}

// The first run has no further step: others do.
TEST(Explore, GoesOnWhereARunIsUndefined) {
  Paths P = pathsOf(program("  %y = 12 / %x\n", "%y == 4"));
  EXPECT_EQ(P.Found.Why, "");
  EXPECT_EQ(P.failures(), Names{"bad"});
  P = pathsOf(program("", "12 / %x == 4"));
  EXPECT_EQ(P.Found.Why, "");
  EXPECT_EQ(P.failures(), Names{"bad"});
  P = pathsOf(program("  %y = 12 / %x\n", "%y == 5"));
  EXPECT_EQ(P.Found.Why, "");
  EXPECT_EQ(P.failures(), Names{});
}

TEST(Explore, GoesOnWhereAnAssumptionEndsARun) {
  Paths P = pathsOf(program("  %y = 1\n  assume %x > 5\n", "%x == 6"));
  EXPECT_EQ(P.Found.Why, "");
  EXPECT_EQ(P.failures(), Names{"bad"});
}

TEST(Explore, GoesOnIntoAFunctionThatAssumes) {
  Paths P = pathsOf(R"(func @only(%n: i32) -> i32 internal {
entry:
  assume %n > 4
  return %n
}
)" + program("  %y = call @only(%x)\n", "%y == 3"));
  EXPECT_EQ(P.Found.Why, "");
  EXPECT_EQ(P.failures(), Names{});
  EXPECT_EQ(P.excluded(), Names{"bad"});
}

TEST(Explore, EntersAllThatAPointerCalls) {
  Paths P = pathsOf(R"(func @one(%n: i32) -> i32 internal {
entry:
  return %n
}
func @two(%n: i32) -> i32 internal {
entry:
  return 2 * %n
}
)" + program("  %f = %x == 3 ? @one : @two\n  %y = call *%f(12 / %x)\n",
             "%y == 4"));
  EXPECT_EQ(P.Found.Why, "");
  EXPECT_EQ(P.failures(), Names{"bad"});
}

// The first statement that is new to a run may be a call through a pointer.
TEST(Explore, EntersAllThatThePointerCallsAtOnce) {
  std::string Functions = R"(func @one(%n: i32) -> i32 internal {
entry:
  return %n
}
func @two(%n: i32) -> i32 internal {
entry:
  return 2 * %n
}
func @first(%n: i32, %g: (fn(i32) -> i32)*) -> i32 internal {
  var %r: i32
entry:
  %r = call *%g(%n)
  return %r
}
func @second(%n: i32, %g: (fn(i32) -> i32)*) -> i32 internal {
  var %r: i32
entry:
  %r = call *%g(%n)
  return 0 - %r
}
)";
  auto Fails = [&](const std::string &Condition) {
    std::string Text = program("  assume %x > 0\n  assume %x < 100\n"
                               "  %f = %x > 50 ? @one : @two\n"
                               "  %h = (%x & 1) == 1 ? @first : @second\n"
                               "  %y = call *%h(%x, %f)\n",
                               Condition);
    Text.insert(Text.find("entry:"),
                "  var %h: (fn(i32, (fn(i32) -> i32)*) -> i32)*\n");
    Paths P = pathsOf(Functions + Text);
    EXPECT_EQ(P.Found.Why, "");
    return P.failures() == Names{"bad"};
  };
  EXPECT_TRUE(Fails("%y == 51"));
  EXPECT_TRUE(Fails("%y == 98"));
  EXPECT_TRUE(Fails("%y == -52"));
  EXPECT_TRUE(Fails("%y == -100"));
  EXPECT_FALSE(Fails("%y == 53 * 2"));
}

TEST(Explore, SaysWhatItDoesNotFollow) {
  EXPECT_NE(pathsOf(program("  %y = call @elsewhere()\n", "0 == 1")).Found.Why,
            "");
  EXPECT_NE(
      pathsOf(program("  havoc %y because inline-asm\n", "%y == 1")).Found.Why,
      "");
  EXPECT_NE(pathsOf(program("", "cast<u64>(&%x) == 1:u64")).Found.Why, "");
}

// A loop that only inputs end has no last path. What stands before it, or in a
// function that is called before it alone, is decided nevertheless.
TEST(Explore, LeavesLoopsThatOnlyInputsEnd) {
  Paths P = pathsOf(R"(func @check(%n: i32) -> void internal {
entry:
  goto before, fine
before:
  assume %n == 77
  call @reach_error()
  stop
fine:
  assume !(%n == 77)
  return
}
func @main() -> i32 {
  var %x: i32
entry:
  %x = call @__VERIFIER_nondet_int()
  call @check(2 * %x)
  goto head
head:
  %x = call @__VERIFIER_nondet_int()
  goto again, out
again:
  assume %x != 0
  goto inside, next
inside:
  assume 2 * %x == 77
  call @reach_error()
  stop
next:
  assume !(2 * %x == 77)
  goto head
out:
  assume !(%x != 0)
  goto behind, end
behind:
  assume %x == 1
  call @reach_error()
  stop
end:
  assume !(%x == 1)
  return 0
}
)");
  EXPECT_NE(P.Found.Why, "");
  EXPECT_EQ(P.failures(), Names{});
  EXPECT_EQ(P.excluded(), Names{"before"});
}

/// A program that branches on random conditions about an input of eight bits,
/// and fails at the end of each way.
class RandomProgram : public ir::ModuleBuilder {
public:
  explicit RandomProgram(uint64_t Seed) {
    Fail = declare("reach_error", C.voidType());
    ir::Function *Input = declare("__VERIFIER_nondet_uchar", U8);
    begin("main", I32);
    for (const Type *T : {U8, I8, I16, I32, U32, I64})
      Places.push_back(local("v" + std::to_string(Places.size()), T));
    Terms = std::make_unique<RandomTerms>(C, Places, Seed, Operations::All);
    call(Places[0], Input, {});
    for (size_t I = 1; I < Places.size(); ++I)
      assign(Places[I], C.cast(Places[I]->type(), Places[0]));
    grow(3);
  }

  /// What the run with \p Value reaches, if anything.
  std::optional<Goal> reached(UInt128 Value, const std::vector<Goal> &Goals) {
    struct Onlooker : ir::RunObserver {
      explicit Onlooker(const std::vector<Goal> &G) : Goals(G) {}
      void at(const ir::RunPoint &P, ir::RunState &) override {
        Goal Here{P.Func, P.Block, P.Stmt};
        if (std::find(Goals.begin(), Goals.end(), Here) != Goals.end())
          Found = Here;
      }
      const std::vector<Goal> &Goals;
      std::optional<Goal> Found;
    } Sees(Goals);
    ir::ListedInputs In({Value}, {});
    ir::RunOptions O;
    O.Inputs = &In;
    O.Observer = &Sees;
    O.From = ir::RunFrom::Entry;
    ir::run(M, O);
    return Sees.Found;
  }

private:
  void grow(unsigned Depth) {
    const Expr *Place = Places[1 + Terms->below(unsigned(Places.size() - 1))];
    assign(Place, Terms->ofType(Place->type(), 2));
    if (!Depth)
      return call(nullptr, Fail, {});
    auto [Then, Else] = branch(Terms->boolean(2));
    grow(Depth - 1);
    at(Else);
    grow(Depth - 1);
  }

  ir::Function *Fail;
  std::vector<const Expr *> Places;
  std::unique_ptr<RandomTerms> Terms;
};

TEST(ExploreRandom, ReachesWhatRunsReach) {
  const char *Wanted = std::getenv("PREDABS_RANDOM_PROGRAMS");
  unsigned Count = Wanted ? unsigned(std::atoi(Wanted)) : 25, NumComplete = 0;
  for (unsigned Seed = 0; Seed < Count; ++Seed) {
    RandomProgram R(Seed);
    ASSERT_EQ(verify(R.M).value_or(""), "");
    Paths P(R.M);
    std::set<Goal> Reached;
    for (unsigned Value = 0; Value < 256; ++Value)
      if (auto G = R.reached(Value, P.Goals))
        Reached.insert(*G);
    for (const auto &[G, F] : P.Found.Failures)
      EXPECT_TRUE(Reached.contains(G)) << "seed " << Seed;
    if (!P.Found.Why.empty())
      continue;
    ++NumComplete;
    EXPECT_EQ(P.Found.Failures.size(), Reached.size()) << "seed " << Seed;
    EXPECT_EQ(P.Found.Excluded.size() + Reached.size(), P.Goals.size());
  }
  EXPECT_GT(NumComplete, Count / 2);
}

} // namespace
