// How paths are told. A run of the interpreter is recorded as a path with its
// values, and the notes about it are compared, line by line.

#include "checkers/explain/Messages.h"
#include "checkers/explain/PathExplanation.h"

#include "predicates/ir/Parse.h"
#include "predicates/ir/Terms.h"

#include <gtest/gtest.h>

using namespace predabs;
using namespace predabs::ir;

namespace {

/// Records a run that begins in the entry function.
class Recorder : public RunObserver, public InputSource {
public:
  explicit Recorder(std::vector<SInt128> Values) : Values(std::move(Values)) {}

  Path Way;
  Witness How;
  Replay Run;

  void at(const RunPoint &At, RunState &State) override {
    Way.Steps.push_back({At.Func, At.Block, At.Stmt, State.depth() - 1});
    if (Way.Steps.back().isBlockEnd())
      return;
    const Stmt &S = Way.Steps.back().statement();
    if (S.Kind == StmtKind::Assume)
      for (const Expr *Place : placesRead(S.Value))
        see(Place, State);
    if (S.Kind == StmtKind::Return && S.Value)
      see(S.Value, State);
  }
  std::optional<UInt128> value(const ValueRequest &R) override {
    if (Next == Values.size())
      return std::nullopt;
    auto Bits = UInt128(Values[Next++]);
    if (R.Ty->width() < 128)
      Bits &= (UInt128(1) << R.Ty->width()) - 1;
    uint32_t Step = Way.Steps.empty() ? 0 : uint32_t(Way.Steps.size() - 1);
    How.Inputs.push_back({Step, R.What, R.Ty, R.Place, R.Callee, Bits});
    return Bits;
  }
  std::optional<uint32_t> successor(const ChoiceRequest &) override {
    return std::nullopt;
  }

private:
  void see(const Expr *E, RunState &State) {
    if (auto Bits = E->type()->isScalar() ? State.evaluate(E) : std::nullopt)
      Run.Seen.push_back({uint32_t(Way.Steps.size() - 1), E, *Bits});
  }

  std::vector<SInt128> Values;
  size_t Next = 0;
};

/// The notes about a run of \p Entry, `line: text` each.
std::string explanation(const std::string &Functions, const std::string &Entry,
                  std::vector<SInt128> Values, ExplanationLimits L = {}) {
  ParsedModule M = parseModule("module \"t.c\"\n"
                               "target pointer-bytes 8 little-endian\n"
                               "file \"t.c\"\n" +
                               Functions);
  if (!M)
    return M.Error.str();
  Recorder Rec(std::move(Values));
  RunOptions O;
  O.Entry = Entry;
  O.Inputs = &Rec;
  O.Observer = &Rec;
  RunResult Done = run(*M.Parsed, O);
  EXPECT_EQ(Done.How, RunResult::Outcome::Aborted) << Done.Why;
  std::string Out;
  for (const Note &N : explain(Rec.Way, Rec.How, Rec.Run, {}, L))
    Out += std::to_string(N.Where.Line) + ": " + N.Text + "\n";
  return Out;
}

TEST(PathExplanation, CallsAndReturns) {
  EXPECT_EQ(explanation(R"(
func @half(%n: i32) -> i32 at "t.c":1:5 {
entry:
  return %n / 2 at 1:20
}
func @abort() -> void noreturn
func @f(%x: i32) -> void at "t.c":2:6 {
  var %y: i32
entry:
  %y = call @half(%x) at 3:11
  goto then, else
then:
  assume %x > 0 at 4:7
  goto then.1, else.1
else:
  assume !(%x > 0) at 4:7
  return
then.1:
  assume %y > 0 at 5:5
  return
else.1:
  assume !(%y > 0) at 5:5
  call @abort() at 5:5
  stop
}
)",
                  "f", {1}),
            "2: 'x' is 1 at entry\n"
            "3: calling 'half'\n"
            "1: 'half' returns 0\n"
            "4: 'x > 0' is true: x is 1\n"
            "5: 'y > 0' is false: y is 0\n");
}

/// for (i = 0; i < n; i++) s += i; then `s == 3` fails.
constexpr const char *Summing = R"(
func @abort() -> void noreturn
func @sum(%n: i32) -> void at "t.c":1:6 {
  var %i: i32
  var %s: i32
entry:
  %i = 0 at 2:3
  %s = 0 at 2:3
  goto for
for:
  goto then, else
then:
  assume %i < %n at 3:12
  %s = %s + %i at 4:3
  %i = %i + 1 at 3:12
  goto for
else:
  assume !(%i < %n) at 3:12
  goto then.1, else.1
then.1:
  assume %s != 3 at 5:3
  return
else.1:
  assume !(%s != 3) at 5:3
  call @abort() at 5:3
  stop
}
)";

TEST(PathExplanation, LoopsAreCounted) {
  EXPECT_EQ(explanation(Summing, "sum", {3}), "1: 'n' is 3 at entry\n"
                                        "3: the loop runs 3 times\n"
                                        "3: 'i < n' is false: i is 3, n is 3\n"
                                        "5: 's != 3' is false: s is 3\n");
}

/// Two loops, one in the other; the failure is in the inner one.
TEST(PathExplanation, FailureInsideLoops) {
  EXPECT_EQ(explanation(R"(
func @abort() -> void noreturn
func @f() -> void at "t.c":1:6 {
  var %i: i32
  var %j: i32
entry:
  %i = 0 at 2:3
  goto outer
outer:
  goto body, end
body:
  assume %i < 9 at 3:3
  %j = 0 at 4:3
  goto inner
inner:
  goto then, else
then:
  assume %j < 5 at 5:3
  goto bad, good
else:
  assume !(%j < 5) at 5:3
  %i = %i + 1 at 3:3
  goto outer
bad:
  assume %i * %j == 12 at 6:3
  call @abort() at 6:3
  stop
good:
  assume !(%i * %j == 12) at 6:3
  %j = %j + 1 at 5:3
  goto inner
end:
  assume !(%i < 9) at 3:3
  return
}
)",
                  "f", {}),
            "3: the loop runs 3 times\n"
            "3: 'i < 9' is true: i is 3\n"
            "5: the loop runs 4 times\n"
            "5: 'j < 5' is true: j is 4\n"
            "6: 'i * j == 12' is true: i is 3, j is 4\n");
}

TEST(PathExplanation, InputsAndTemporaries) {
  EXPECT_EQ(explanation(R"(
func @abort() -> void noreturn
func @input() -> i32
func @idle(%n: i32) -> i32 at "t.c":1:5 {
entry:
  return %n at 1:20
}
func @f() -> void at "t.c":2:6 {
  temp %t: i32
  temp %t.1: i32
  temp %t.2: i32
  var %c: i8
  var %u: u8
entry:
  %t.1 = call @idle(8) at 3:3
  %t = call @input() at 4:3
  goto then, else
then:
  assume %t == 7 at 5:3
  havoc %c because inline-asm at 6:3
  havoc %t.2 because nondeterministic at 7:3
  goto then.1, else.1
else:
  assume !(%t == 7) at 5:3
  return
then.1:
  assume %c != 65:i8 at 8:3
  return
else.1:
  assume !(%c != 65:i8) at 8:3
  goto then.2, else.2
then.2:
  assume %t.2 < 3 at 9:3
  call @abort() at 9:3
  stop
else.2:
  assume !(%t.2 < 3) at 9:3
  return
}
)",
                  "f", {7, 65, -2}),
            "4: 'input' returns 7\n"
            "5: 'input() == 7' is true\n"
            "6: 'c' gets any value, here 65 ('A')\n"
            "7: PREDABS_NONDET gives -2\n"
            "8: 'c != 65' is false: c is 65 ('A')\n"
            "9: the condition is true\n");
}

TEST(PathExplanation, TheRelevantIsToldFirst) {
  EXPECT_EQ(explanation(Summing, "sum", {3}, {2}), "1: 'n' is 3 at entry\n"
                                             "5: 's != 3' is false: s is 3\n");
  EXPECT_EQ(explanation(Summing, "sum", {3}, {1}), "5: 's != 3' is false: s is 3\n");
}

TEST(PathExplanation, AddressesAreNotTold) {
  EXPECT_EQ(explanation(R"(
func @abort() -> void noreturn
global $g: i32
func @f(%p: i32*) -> void at "t.c":1:6 {
  var %q: i32*
entry:
  %q = &$g at 2:3
  goto then, else
then:
  assume %p == null<i32*> at 3:3
  goto then.1, else.1
else:
  assume !(%p == null<i32*>) at 3:3
  return
then.1:
  assume *%q == 0 at 4:3
  call @abort() at 4:3
  stop
else.1:
  assume !(*%q == 0) at 4:3
  return
}
)",
                  "f", {0}),
            "1: 'p' is NULL at entry\n"
            "3: 'p == NULL' is true\n"
            "4: '*q == 0' is true\n");
}

TEST(PathExplanation, Switches) {
  constexpr const char *Switch = R"(
func @abort() -> void noreturn
func @f(%n: i32) -> void at "t.c":1:6 {
entry:
  goto when, when.1, when.2
when:
  assume %n == 1 at 2:3
  return
when.1:
  assume %n == 2 at 2:3
  call @abort() at 3:3
  stop
when.2:
  assume !(%n == 1) && !(%n == 2) at 2:3
  call @abort() at 4:3
  stop
}
)";
  EXPECT_EQ(explanation(Switch, "f", {2}), "1: 'n' is 2 at entry\n"
                                     "2: 'n == 2' is true\n");
  EXPECT_EQ(explanation(Switch, "f", {7}), "1: 'n' is 7 at entry\n"
                                     "2: no case matches: n is 7\n");
}

TEST(PathExplanation, Values) {
  Context C{Target()};
  auto Text = [&](const Type *T, SInt128 V) {
    return valueText(T, UInt128(V) & (T->width() == 128
                                          ? ~UInt128(0)
                                          : (UInt128(1) << T->width()) - 1));
  };
  EXPECT_EQ(Text(C.intType(32, true), -1), "-1");
  EXPECT_EQ(Text(C.intType(32, false), -1), "4294967295");
  EXPECT_EQ(Text(C.intType(64, true), INT64_MIN), "-9223372036854775808");
  EXPECT_EQ(Text(C.intType(128, false), -1),
            "340282366920938463463374607431768211455");
  EXPECT_EQ(Text(C.intType(8, true), 10), "10");
  EXPECT_EQ(Text(C.boolType(), 1), "1");
  EXPECT_EQ(Text(C.pointerType(C.voidType()), 0), "NULL");
  EXPECT_EQ(Text(C.pointerType(C.voidType()), 0x1a0), "0x1a0");
  EXPECT_EQ(valueText(C.floatType(64, 8, 8), 0x3fb999999999999aULL), "0.1");
  EXPECT_EQ(valueText(C.floatType(32, 4, 4), 0x40200000), "2.5");
}

TEST(PathExplanation, Messages) {
  Decision D;
  D.What = {{0, 3, 4}, "f", "assert", "x > 0"};
  D.Answer = Verdict::Violated;
  EXPECT_EQ(warning(D, {}).Text, "assertion 'x > 0' can fail");
  EXPECT_EQ(warning(D, {}).Rule, "predabs-assert");
  D.Answer = Verdict::Latent;
  EXPECT_EQ(warning(D, {}).Text, "assertion 'x > 0' can fail for some callers");
  D.Why = "n < 2";
  EXPECT_EQ(warning(D, {}).Text,
            "assertion 'x > 0' can fail if called with n < 2");
  D.What.Text = "reach_error is called";
  D.Answer = Verdict::Violated;
  D.Why = "";
  EXPECT_EQ(warning(D, {}).Text, "'reach_error' can be called");
  D.What.Property = "trap";
  EXPECT_EQ(warning(D, {}).Text, "a trap can be reached");
  EXPECT_EQ(warning(D, {}).Rule, "predabs-trap");
}

} // namespace
