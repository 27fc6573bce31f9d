// Runs that begin in the middle of a program: with a function of its own
// choice, globals that hold anything, memory of others.

#include "predicates/interpreter/Interpreter.h"
#include "predicates/interpreter/Memory.h"
#include "predicates/interpreter/Starts.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs::ir;
using Outcome = RunResult::Outcome;
using interp::LentBase;

namespace {

std::unique_ptr<Module> parsed(const std::string &Text) {
  ParsedModule P = parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str();
  EXPECT_EQ(verify(*P.Parsed).value_or(""), "");
  return std::move(P.Parsed);
}

/// Writes down what it is asked, and answers from a list.
class Answers : public InputSource {
public:
  explicit Answers(std::vector<UInt128> List) : List(std::move(List)) {}

  std::optional<UInt128> value(const ValueRequest &R) override {
    Requests.push_back(R);
    if (Requests.size() > List.size())
      return std::nullopt;
    return List[Requests.size() - 1];
  }
  std::optional<uint32_t> successor(const ChoiceRequest &) override {
    return {};
  }

  std::vector<ValueRequest> Requests;

private:
  std::vector<UInt128> List;
};

RunOptions from(const std::string &Entry, InputSource *Inputs) {
  RunOptions O;
  O.Entry = Entry;
  O.From = RunFrom::Entry;
  O.Inputs = Inputs;
  return O;
}

const char *const Globals = R"(
init @init
global $g: i32 {
  at bit 0 = 5
}
global $p: i32* {
  at bit 0 = &$g
}
global $c: i32 const {
  at bit 0 = 7
}
global $q: i32* const {
  at bit 0 = &$c
}
func @init() -> void {
entry:
  $g = 100
  return
}
func @main() -> i32 {
entry:
  return $g
}
func @value() -> i32 {
entry:
  return $g + $c + *$q
}
func @points() -> bool {
entry:
  return $p == &$g
}
)";

TEST(InterpreterStart, RunsInitialisersOnlyWithTheProgram) {
  auto M = parsed(Globals);
  RunOptions O;
  EXPECT_EQ(run(*M, O).ExitStatus, 100);
  O.From = RunFrom::Entry;
  EXPECT_EQ(run(*M, O).ExitStatus, 5);
}

TEST(InterpreterStart, LetsGlobalsBeArbitrary) {
  auto M = parsed(Globals);
  Answers In({30});
  RunOptions O = from("value", &In);
  EXPECT_EQ(run(*M, O).ExitStatus, 19);
  EXPECT_TRUE(In.Requests.empty());
  O.Globals = GlobalsStart::Arbitrary;
  EXPECT_EQ(run(*M, O).ExitStatus, 44);
  ASSERT_EQ(In.Requests.size(), 1u);
  EXPECT_EQ(In.Requests[0].What, ValueRequest::Kind::Uninitialised);
  EXPECT_EQ(In.Requests[0].BitWidth, 32u);
  EXPECT_NE(In.Requests[0].Address, 0u);
  Answers Null({0});
  O = from("points", &Null);
  O.Globals = GlobalsStart::Arbitrary;
  EXPECT_EQ(run(*M, O).ExitStatus, 0);
}

const char *const Writers = R"(
global $g: i32 {
  at bit 0 = 5
}
global $p: i32* {
  at bit 0 = &$g
}
global $c: i32 const {
  at bit 0 = 7
}
func @count() -> i32 {
entry:
  *$p = $g + 1
  return $g + $c
}
func @spoil() -> i32 {
entry:
  $c = 8
  return $c
}
)";

TEST(InterpreterStart, IsTheSameForEveryRun) {
  auto M = parsed(Writers);
  RunStarts Known;
  RunOptions O = from("count", nullptr);
  O.Starts = &Known;
  for (int I = 0; I < 2; ++I) {
    EXPECT_EQ(run(*M, O).ExitStatus, 13);
    O.Entry = "spoil";
    EXPECT_EQ(run(*M, O).How, Outcome::Undefined);
    O.Entry = "count";
  }
  O.Globals = GlobalsStart::Arbitrary;
  EXPECT_EQ(run(*M, O).How, Outcome::Refused);
}

TEST(InterpreterStart, NoticesWhatIsAdded) {
  auto M = parsed(Writers);
  RunStarts Known;
  RunOptions O = from("count", nullptr);
  O.Starts = &Known;
  EXPECT_EQ(run(*M, O).ExitStatus, 13);
  M->addFunction("more", M->findFunction("count")->Ty);
  EXPECT_EQ(run(*M, O).ExitStatus, 13);
  const RunStarts::Image *Now = Known.find(*M, GlobalsStart::Initial);
  ASSERT_TRUE(Now);
  EXPECT_EQ(Now, Known.find(*M, GlobalsStart::Initial));
  EXPECT_GE(Now->Globals.front(), interp::Addresses(*M).end());
}

TEST(InterpreterStart, SaysWhichBitsItReads) {
  auto M = parsed(R"(
record s size 4 align 4 {
  a: u32 at bit 0 width 3
  b: u32 at bit 11 width 7
}
func @f() -> u32 {
  var %x: s
entry:
  %x.a = 1:u32
  return %x.b
}
)");
  Answers In({77});
  EXPECT_EQ(run(*M, from("f", &In)).ExitStatus, 77);
  ASSERT_EQ(In.Requests.size(), 1u);
  EXPECT_EQ(In.Requests[0].Address % 4, 1u);
  EXPECT_EQ(In.Requests[0].BitOffset, 3u);
  EXPECT_EQ(In.Requests[0].BitWidth, 7u);
}

const char *const Pointers = R"(
func @free(void*) -> void
func @sum(%p: i32*) -> i32 {
entry:
  *%p = 3
  return *%p + *(%p +p 1)
}
func @drop(%p: i32*) -> i32 {
entry:
  call @free(cast<void*>(%p))
  *%p = 3
  return 0
}
)";

TEST(InterpreterStart, LendsMemory) {
  auto M = parsed(Pointers);
  Answers In({LentBase + 32, 4});
  RunOptions O = from("sum", &In);
  EXPECT_EQ(run(*M, O).How, Outcome::Undefined);
  O.Lent = {{LentBase, 8}, {LentBase + 32, 8}};
  Answers Again({LentBase + 32, 4});
  O.Inputs = &Again;
  RunResult R = run(*M, O);
  EXPECT_EQ(R.How, Outcome::Exited) << R.Why;
  EXPECT_EQ(R.ExitStatus, 7);
  EXPECT_EQ(Again.Requests.back().Address, LentBase + 36);
  // Between two objects there is nothing.
  Answers Beyond({LentBase + 4, 4});
  O.Inputs = &Beyond;
  EXPECT_EQ(run(*M, O).How, Outcome::Undefined);
}

TEST(InterpreterStart, FreesWhatWasLent) {
  auto M = parsed(Pointers);
  Answers In({LentBase + 32});
  RunOptions O = from("drop", &In);
  O.Lent = {{LentBase + 32, 8}};
  RunResult R = run(*M, O);
  EXPECT_EQ(R.How, Outcome::Undefined);
  EXPECT_EQ(R.Why.find("write of 4 bytes"), 0u) << R.Why;
}

TEST(InterpreterStart, RefusesToLendTooMuch) {
  auto M = parsed(Pointers);
  for (MemoryRange Lent :
       {MemoryRange{LentBase, uint64_t(1) << 40},
        MemoryRange{uint64_t(1) << 40, 8}, MemoryRange{4096, 8}}) {
    Answers In({0});
    RunOptions O = from("sum", &In);
    O.Lent = {Lent};
    RunResult R = run(*M, O);
    EXPECT_EQ(R.How, Outcome::Refused);
    EXPECT_EQ(R.Why, "memory that cannot be lent");
  }
}

TEST(InterpreterStart, AsksForTheArgumentsOfMain) {
  auto M = parsed(R"(
func @main(%argc: i32, %argv: u8**) -> i32 {
entry:
  return %argc
}
)");
  EXPECT_EQ(run(*M, {}).ExitStatus, 1);
  Answers In({9, 0});
  EXPECT_EQ(run(*M, from("main", &In)).ExitStatus, 9);
}

TEST(InterpreterStart, LeavesAggregatesOpen) {
  auto M = parsed(R"(
record s size 8 align 4 {
  a: i32 at bit 0
  b: i32 at bit 32
}
func @f(%n: i32, %x: s) -> i32 {
entry:
  return %n + %x.b
}
)");
  Answers In({1, 6});
  EXPECT_EQ(run(*M, from("f", &In)).ExitStatus, 7);
  EXPECT_EQ(In.Requests[1].What, ValueRequest::Kind::Uninitialised);
}

TEST(InterpreterStart, AsksForVolatileValues) {
  auto M = parsed(R"(
global $v: i32
func @f() -> i32 {
  var %x: i32
  var %y: i32
entry:
  $v = 1
  %x = $v because volatile
  %y = $v
  return %x + %y
}
)");
  Answers In({40});
  RunOptions O = from("f", &In);
  EXPECT_EQ(run(*M, O).ExitStatus, 2);
  O.Volatile = VolatileReads::Asked;
  EXPECT_EQ(run(*M, O).ExitStatus, 41);
  EXPECT_EQ(In.Requests[0].What, ValueRequest::Kind::Havoc);
  EXPECT_EQ(In.Requests[0].Why, Reason::Volatile);
}

TEST(InterpreterStart, LetsObserversStop) {
  auto M = parsed(R"(
func @main() -> i32 {
entry:
  goto entry
}
)");
  struct : RunObserver {
    void at(const RunPoint &, RunState &S) override {
      if (++Times == 5)
        S.stop("enough");
    }
    unsigned Times = 0;
  } Who;
  RunOptions O;
  O.Observer = &Who;
  RunResult R = run(*M, O);
  EXPECT_EQ(R.How, Outcome::Refused);
  EXPECT_EQ(R.Why, "enough");
  EXPECT_EQ(Who.Times, 5u);
}

} // namespace
