// What an observer of a run is told, and how it sees the state.

#include "Program.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>

using namespace predabs::ir;
using Outcome = RunResult::Outcome;

namespace {

std::unique_ptr<Module> parsed(const std::string &Text) {
  ParsedModule P = parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str();
  EXPECT_EQ(verify(*P.Parsed).value_or(""), "");
  return std::move(P.Parsed);
}

const Expr *term(Module &M, const std::string &F, const std::string &Text) {
  ParsedExpr E = parseExpr(M, M.findFunction(F), Text);
  EXPECT_TRUE(E) << Text << ": " << E.Error.str();
  return E.Parsed;
}

/// Writes down all that it is told, as `f:entry.0 `.
class Recorder : public RunObserver {
public:
  void enter(const Function &F, RunState &S) override {
    Seen += "+" + F.Name + std::to_string(S.depth()) + " ";
  }
  void at(const RunPoint &P, RunState &) override {
    Seen += P.Func->Name + ":" + P.Func->Blocks[P.Block].Name + "." +
            std::to_string(P.Stmt) + " ";
  }
  void leave(const Function &F, std::optional<UInt128> R,
             RunState &S) override {
    Seen += "-" + F.Name + std::to_string(S.depth());
    Seen += R ? "=" + std::to_string(uint64_t(*R)) + " " : " ";
  }
  std::string Seen;
};

/// Does something at one statement, each time the run gets there.
class Look : public RunObserver {
public:
  Look(std::string Func, BlockId B, uint32_t Stmt,
       std::function<void(RunState &)> Do)
      : Func(std::move(Func)), B(B), Stmt(Stmt), Do(std::move(Do)) {}
  ~Look() override { EXPECT_GT(Times, 0u); }

  void at(const RunPoint &P, RunState &S) override {
    if (P.Func->Name != Func || P.Block != B || P.Stmt != Stmt)
      return;
    ++Times;
    Do(S);
  }
  unsigned Times = 0;

private:
  std::string Func;
  BlockId B;
  uint32_t Stmt;
  std::function<void(RunState &)> Do;
};

RunResult observe(const Module &M, RunObserver &Who,
                  InputSource *Inputs = nullptr) {
  RunOptions O;
  O.Observer = &Who;
  O.Inputs = Inputs;
  return run(M, O);
}

const char *const Counting = R"(
func @twice(%x: i32) -> i32 {
entry:
  return %x * 2
}
func @main() -> i32 {
  var %n: i32
entry:
  %n = 0
  goto head
head:
  goto body, end
body:
  assume %n < 1
  %n = call @twice(%n + 3)
  goto head
end:
  assume !(%n < 1)
  return %n
}
)";

TEST(InterpreterObserver, IsToldEachStep) {
  auto M = parsed(Counting);
  Recorder Who;
  RunResult R = observe(*M, Who);
  EXPECT_EQ(R.ExitStatus, 6);
  EXPECT_EQ(Who.Seen,
            "+main1 main:entry.0 main:entry.1 main:head.0 "
            "main:body.0 main:body.1 +twice2 twice:entry.0 -twice2=6 "
            "main:body.2 main:head.0 main:end.0 main:end.1 -main1=6 ");
}

TEST(InterpreterObserver, SeesNoAssumptionThatFails) {
  auto M = parsed(R"(
func @main() -> i32 {
entry:
  goto next
next:
  assume 1 > 2
  return 0
}
)");
  Recorder Who;
  EXPECT_EQ(observe(*M, Who).How, Outcome::Stuck);
  EXPECT_EQ(Who.Seen, "+main1 main:entry.0 ");
}

TEST(InterpreterObserver, EvaluatesInTheCurrentActivation) {
  auto M = parsed(R"(
global $g: i32
func @down(%n: i32, %p: i32*) -> void {
entry:
  goto more, end
more:
  assume %n > 0
  *%p = *%p + %n
  call @down(%n - 1, &%n)
  return
end:
  assume !(%n > 0)
  return
}
func @main() -> i32 {
entry:
  $g = 10
  call @down(2, &$g)
  return $g
}
)");
  const Expr *N = term(*M, "down", "%n"), *Behind = term(*M, "down", "*%p"),
             *IsGlobal = term(*M, "down", "%p == &$g");
  std::string Seen;
  Look Who("down", 1, 2, [&](RunState &S) {
    Seen += std::to_string(int(*S.evaluate(N))) + "," +
            std::to_string(int(*S.evaluate(Behind))) + "," +
            std::to_string(int(*S.evaluate(IsGlobal))) + " ";
  });
  EXPECT_EQ(observe(*M, Who).ExitStatus, 12);
  EXPECT_EQ(Seen, "2,12,1 1,3,0 ");
}

/// One function with all kinds of memory.
const char *const Places = R"(
record pair size 16 align 8 {
  a: i32 at bit 0
  next: pair* at bit 64
}
global $g: i8 {
  at bit 0 = -1:i8
}
func @main() -> i32 {
  var %x: i32
  var %never: i32
  var %wide: i128
  var %p: i32*
  var %s: pair
  var %v: i32[3]
  var %big: i32
entry:
  %x = 7
  %big = 2147483647
  %wide = cast<i128>(%x) << 100
  %p = &%x
  %s.a = 5
  %s.next = &%s
  %v[1] = 9
  return 0
}
)";

struct Case {
  const char *Term;
  std::optional<UInt128> Value;
};

TEST(InterpreterObserver, EvaluatesTerms) {
  auto M = parsed(Places);
  const Case Cases[] = {
      {"%x + 1", 8},
      {"$g", 0xff},
      {"cast<u32>($g)", 0xffffffff},
      {"%wide", UInt128(7) << 100},
      {"*%p == %x", 1},
      {"&%x == %p", 1},
      {"&%s.a == %p", 0},
      {"(*(*%s.next).next).a", 5},
      {"%v[%x - 6]", 9},
      {"%x > 3 && %x < 9", 1},
      // Undefined, but only where it is evaluated.
      {"%big + 1 > 0", std::nullopt},
      {"%x > 9 && %big + 1 > 0", 0},
      {"%x > 3 || %big + 1 > 0", 1},
      {"%x / (%x - 7)", std::nullopt},
      {"*null<i32*>", std::nullopt},
      {"*(%p +p 1)", std::nullopt},
      {"%v[3]", std::nullopt},
      {"%never", std::nullopt},
      {"%never == %never", std::nullopt},
      {"%v[0]", std::nullopt},
      {"%s", std::nullopt},
  };
  std::vector<const Expr *> Terms;
  for (const Case &C : Cases)
    Terms.push_back(term(*M, "main", C.Term));
  Look Who("main", 0, 7, [&](RunState &S) {
    for (size_t I = 0; I < Terms.size(); ++I)
      EXPECT_EQ(S.evaluate(Terms[I]), Cases[I].Value) << Cases[I].Term;
  });
  RunResult R = observe(*M, Who);
  EXPECT_EQ(R.How, Outcome::Exited);
  EXPECT_EQ(R.Why, "");
}

TEST(InterpreterObserver, KnowsWhatWasAssignedInVain) {
  // Without an observer nobody would keep these values.
  auto M = parsed(R"(
func @five() -> i32 {
entry:
  return 5
}
func @main() -> i32 {
  var %x: i32
  var %y: i32
entry:
  %x = 3
  %y = call @five()
  havoc %x because uninitialised
  return 0
}
)");
  const Expr *X = term(*M, "main", "%x"), *Y = term(*M, "main", "%y");
  Look Before("main", 0, 1, [&](RunState &S) {
    EXPECT_EQ(S.evaluate(X), UInt128(3));
    EXPECT_EQ(S.evaluate(Y), std::nullopt);
  });
  observe(*M, Before);
  Look After("main", 0, 3, [&](RunState &S) {
    EXPECT_EQ(S.evaluate(X), std::nullopt);
    EXPECT_EQ(S.evaluate(Y), UInt128(5));
  });
  observe(*M, After);
}

TEST(InterpreterObserver, ReadsLogicalVariables) {
  auto M = parsed(Places);
  Context &C = M->Ctx;
  Variable Old, Ptr, Wide, Pair;
  const Expr *X = term(*M, "main", "%x");
  Old.Ty = X->type();
  Ptr.Ty = C.pointerType(X->type());
  Wide.Ty = C.intType(128, true);
  Pair.Ty = C.findRecord("pair");
  for (Variable *V : {&Old, &Ptr, &Wide, &Pair})
    V->Kind = Storage::Logical;
  std::map<const Variable *, UInt128> Values = {{&Old, 0xfffffff0},
                                                {&Wide, ~UInt128(0)}};
  auto Of = [&](const Variable *V) -> std::optional<UInt128> {
    auto It = Values.find(V);
    return It == Values.end() ? std::nullopt : std::optional(It->second);
  };
  const Expr *Minus16 = C.intConst(X->type(), UInt128(SInt128(-16)));
  const Expr *IsMinus16 = C.binary(Op::Eq, C.var(&Old), Minus16);
  const Expr *Less = C.binary(Op::Lt, C.var(&Old), X);
  const Expr *Behind = C.deref(C.var(&Ptr));
  const Expr *Negative = C.binary(
      Op::Lt, C.var(&Wide),
      C.binary(Op::Mul, C.cast(Wide.Ty, C.var(&Old)), C.intConst(Wide.Ty, 0)));
  Look Who("main", 0, 7, [&](RunState &S) {
    Values[&Ptr] = *S.evaluate(term(*M, "main", "&%x"));
    EXPECT_EQ(S.evaluate(IsMinus16, Of), UInt128(1));
    EXPECT_EQ(S.evaluate(Less, Of), UInt128(1));
    EXPECT_EQ(S.evaluate(Behind, Of), UInt128(7));
    EXPECT_EQ(S.evaluate(Negative, Of), UInt128(1));
    EXPECT_EQ(S.evaluate(Behind), std::nullopt);
    Values[&Old] = 8;
    EXPECT_EQ(S.evaluate(Less, Of), UInt128(0));
    EXPECT_EQ(S.evaluate(C.field(C.var(&Pair), 0), Of), std::nullopt);
    EXPECT_EQ(S.evaluate(C.addrOf(C.var(&Old)), Of), std::nullopt);
  });
  observe(*M, Who);
}

TEST(InterpreterObserver, AsksNobodyAndChangesNothing) {
  auto M = parsed(R"(
func @main() -> i32 {
  var %x: i32
  var %y: i32
entry:
  %y = 1
  %y = %x
  return %y
}
)");
  const Expr *X = term(*M, "main", "%x"), *Bad = term(*M, "main", "%y / 0");
  unsigned Looks = 0;
  Look Who("main", 0, 1, [&](RunState &S) {
    ++Looks;
    EXPECT_EQ(S.evaluate(X), std::nullopt);
    EXPECT_EQ(S.evaluate(Bad), std::nullopt);
  });
  ListedInputs Inputs({77}, {});
  RunResult R = observe(*M, Who, &Inputs);
  EXPECT_EQ(Looks, 1u);
  EXPECT_TRUE(Inputs.isUsedUp());
  EXPECT_EQ(R.ExitStatus, 77);
  // The value that was chosen stays.
  Look After("main", 0, 2,
             [&](RunState &S) { EXPECT_EQ(S.evaluate(X), UInt128(77)); });
  ListedInputs Again({77}, {});
  observe(*M, After, &Again);
}

TEST(InterpreterObserver, DanglingPointersMeetNobody) {
  auto M = parsed(R"(
func @leak() -> i32* {
  var %x: i32
entry:
  %x = 1
  return &%x
}
func @other(%p: i32*) -> void {
  var %y: i32
entry:
  %y = 1
  return
}
func @main() -> i32 {
  var %p: i32*
entry:
  %p = call @leak()
  call @other(%p)
  return 0
}
)");
  const Expr *Meets = term(*M, "other", "%p == &%y"),
             *Behind = term(*M, "other", "*%p");
  Look Who("other", 0, 1, [&](RunState &S) {
    EXPECT_EQ(S.evaluate(Meets), UInt128(0));
    EXPECT_EQ(S.evaluate(Behind), std::nullopt);
  });
  observe(*M, Who);
}

TEST(InterpreterObserver, MakesNoDifferenceToTheRun) {
  auto M = parsed(Counting);
  Recorder Who;
  RunResult A = run(*M, {}), B = observe(*M, Who);
  EXPECT_EQ(A.How, B.How);
  EXPECT_EQ(A.ExitStatus, B.ExitStatus);
  EXPECT_EQ(A.Steps, B.Steps);
}

} // namespace
