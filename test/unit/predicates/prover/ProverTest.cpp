// The prover, rule by rule: what each kind of expression means to it. Every
// test runs with integers where they suffice, and with bit-vectors for all.

#include "predicates/prover/Prover.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

const char *const Declarations = R"(
target pointer-bytes 8 little-endian{wrap}
record node size 16 align 8 {
  val: i32 at bit 0
  next: node* at bit 64
}
record flags size 4 align 4 {
  low: u32 at bit 0 width 3
  sign: i32 at bit 3 width 4
  one: u32 at bit 7 width 1
}
record pun union size 4 align 4 {
  s: i32 at bit 0
  u: u32 at bit 0
}
record empty size 0 align 1 {
}
global $g: i32
global $ext: i32 extern
global $s1: u8[4] internal const
global $s2: u8[4] internal const
func @callee() -> void
func @other() -> void
func @missing() -> void weak
func @f() -> void {
  var %x: i32
  var %y: i32
  var %z: i32
  var %u: u32
  var %w: u32
  var %c: i8
  var %b: bool
  var %d: bool
  var %l: i64
  var %m: u64
  var %h: i128
  var %e: f64
  var %n: node
  var %fl: flags
  var %pun: pun
  var %a: i32[4]
  var %nothing: empty
  var %p: node*
  var %q: node*
  var %ip: i32*
  var %iq: i32*
  var %up: u32*
  var %v: void*
  var %fp: flags*
  var %v3: i32[3]*
  var %w3: i32[3]*
  var %fn: (fn() -> void)*
entry:
  return
}
)";

struct Wanted {
  Arithmetic How;
  bool WrapSigned;
};

/// Expressions over the declarations above, and questions about them.
class Asking {
public:
  explicit Asking(Wanted W, uint64_t Units = 0) {
    std::string Text = Declarations;
    Text.replace(Text.find("{wrap}"), 6, W.WrapSigned ? " wrap-signed" : "");
    ir::ParsedModule Parsed = ir::parseModule(Text);
    EXPECT_TRUE(Parsed) << Parsed.Error.str();
    M = std::move(Parsed.Parsed);
    P = createZ3Prover(M->Ctx, {Units, W.How});
  }

  const ir::Expr *expr(const std::string &Text) {
    ir::ParsedExpr E = ir::parseExpr(*M, M->findFunction("f"), Text);
    EXPECT_TRUE(E) << Text << ": " << E.Error.str();
    return E ? E.Parsed : M->Ctx.boolConst(true);
  }
  std::vector<const ir::Expr *> exprs(const std::vector<std::string> &Texts) {
    std::vector<const ir::Expr *> Result;
    for (const std::string &T : Texts)
      Result.push_back(expr(T));
    return Result;
  }
  std::unique_ptr<Questions> about(const std::vector<std::string> &Terms,
                                   const std::vector<std::string> &Facts = {},
                                   const std::vector<std::string> &Eval = {}) {
    return P->about(exprs(Terms), {exprs(Facts), exprs(Eval)});
  }
  /// Whether all of \p Terms can be true together.
  Answer possible(const std::vector<std::string> &Terms,
                  const std::vector<std::string> &Facts = {},
                  const std::vector<std::string> &Eval = {}) {
    std::vector<Literal> All;
    for (uint32_t I = 0; I < Terms.size(); ++I)
      All.push_back({I, true});
    return about(Terms, Facts, Eval)->possible(All);
  }

  std::unique_ptr<ir::Module> M;
  std::unique_ptr<Prover> P;
};

class ProverTest : public testing::TestWithParam<Arithmetic> {
protected:
  Asking A{{GetParam(), false}};
  Asking Wrapping{{GetParam(), true}};

  void yes(const std::vector<std::string> &Terms,
           const std::vector<std::string> &Facts = {},
           const std::vector<std::string> &Eval = {}) {
    EXPECT_EQ(A.possible(Terms, Facts, Eval), Answer::Yes)
        << testing::PrintToString(Terms);
  }
  void no(const std::vector<std::string> &Terms,
          const std::vector<std::string> &Facts = {},
          const std::vector<std::string> &Eval = {}) {
    EXPECT_EQ(A.possible(Terms, Facts, Eval), Answer::No)
        << testing::PrintToString(Terms);
  }
};

INSTANTIATE_TEST_SUITE_P(, ProverTest,
                         testing::Values(Arithmetic::Cheapest,
                                         Arithmetic::Bits),
                         [](const testing::TestParamInfo<Arithmetic> &I) {
                           return I.param == Arithmetic::Bits ? "Bits"
                                                              : "Cheapest";
                         });

TEST_P(ProverTest, ExampleOfTheHeader) {
  auto Q = A.about({"%x > 3", "%x == %y", "%y < 2"});
  EXPECT_EQ(Q->possible(std::vector<Literal>{{0}, {1}, {2}}), Answer::No);
  EXPECT_EQ(Q->core(), (std::vector<Literal>{{0}, {1}, {2}}));
  EXPECT_EQ(Q->possible(std::vector<Literal>{{0}, {1}}), Answer::Yes);
  EXPECT_EQ(Q->witness(), (std::vector<bool>{true, true, false}));
}

TEST_P(ProverTest, CoreLeavesOutWhatDoesNotMatter) {
  auto Q = A.about({"%b", "%x > 3", "%d", "%x > 5", "%y < 2"});
  std::vector<Literal> Asked = {
      {0, true}, {1, false}, {2, false}, {3, true}, {4, true}};
  EXPECT_EQ(Q->possible(Asked), Answer::No);
  EXPECT_EQ(Q->core(), (std::vector<Literal>{{1, false}, {3, true}}));
}

TEST_P(ProverTest, ATermAndItsOppositeExcludeEachOther) {
  auto Q = A.about({"%b", "%x / %y > 1"});
  std::vector<Literal> Asked = {{0, true}, {1, false}, {1, true}};
  EXPECT_EQ(Q->possible(Asked), Answer::No);
  EXPECT_EQ(Q->core(), (std::vector<Literal>{{1, false}, {1, true}}));
}

TEST_P(ProverTest, NothingAskedIsWhetherTheSituationIsPossible) {
  EXPECT_EQ(A.about({"%b"}, {"%x > 3"})->possible({}), Answer::Yes);
  auto Q = A.about({"%b"}, {"%x > 3", "%x < 2"});
  EXPECT_EQ(Q->possible({}), Answer::No);
  EXPECT_TRUE(Q->core().empty());
  EXPECT_EQ(Q->possible(std::vector<Literal>{{0}}), Answer::No);
}

// Arithmetic.

TEST_P(ProverTest, SignedDoesNotOverflow) {
  no({"!(%x + 1 > %x)"}, {}, {"%x + 1"});
  no({"%x - 1 > %x"}, {}, {"%x - 1"});
  no({"-%x == %x", "%x != 0"}, {}, {"-%x"});
  no({"%x * 2 < 0", "%x > 0"}, {}, {"%x * 2"});
}

TEST_P(ProverTest, ComparisonsAreExact) {
  yes({"%x + 1 > %y", "%x == 2147483647", "%y == 0"});
  no({"!(%x + 1 > %y)", "%x == 2147483647", "%y == 0"});
  no({"!(%x + 1 > %x)"});
  no({"%x + %y == -2", "%x > 0", "%y > 0"});
  no({"-%x == %x", "%x != 0"});
  no({"(%y > 0 ? %x + 1 : %x + 2) <= %x"});
}

TEST_P(ProverTest, OverflowElsewhereLeavesATermOpen) {
  yes({"(%x + 1 & 1) == 0", "%x == 2147483647"});
  yes({"!((%x + 1 & 1) == 0)", "%x == 2147483647"});
  no({"!((%x + 1 & 1) == 1)", "%x == 2147483646"});
}

TEST_P(ProverTest, WiderNumbersAndSubscriptsAreExact) {
  no({"!(cast<i64>(%x + 1) > 0:i64)", "%x == 2147483647"});
  no({"%a[%x + (%y + 2)] == 3", "!(%a[%x + %y + 2] == 3)"});
  no({"%a[%x + 1] == 3", "%y == %x + 1", "!(%a[%y] == 3)"});
  yes({"%a[%x + 1] == 3", "!(%a[%x] == 3)"});
  yes({"%a[%x + 1] == 3", "!(%a[%y] == 3)", "%x == 2147483647"});
}

TEST_P(ProverTest, WhatWasEvaluatedDidNotOverflow) {
  no({"%x == 2147483647"}, {}, {"%x + 1"});
  yes({"%x == 2147483646"}, {}, {"%x + 1"});
  yes({"%x == 2147483647"}, {"%x + 1 > %y"});
  no({"%x == 2147483647"}, {}, {"%x + 1 > %y"});
  no({"%y == 0"}, {}, {"%x / %y"});
  no({"%y == -1", "%x == -2147483648"}, {}, {"%x / %y"});
  no({"%y == -1", "%x == -2147483648"}, {}, {"%x % %y"});
  no({"%y == 32"}, {}, {"%x << %y"});
  no({"%y < 0"}, {}, {"%x >> %y"});
}

TEST_P(ProverTest, SignedWrapsWhereTheTargetSaysSo) {
  EXPECT_EQ(Wrapping.possible({"!(%x + 1 > %x)"}), Answer::Yes);
  EXPECT_EQ(Wrapping.possible({"%x + 1 != -2147483648"}, {"%x == 2147483647"}),
            Answer::No);
  EXPECT_EQ(Wrapping.possible({"%x * 2 != 0"}, {"%x == -2147483648"}),
            Answer::No);
  EXPECT_EQ(Wrapping.possible({"-%x != %x"}, {"%x == -2147483648"}),
            Answer::No);
  EXPECT_EQ(Wrapping.possible({"%x == 2147483647"}, {}, {"%x + 1"}),
            Answer::Yes);
}

TEST_P(ProverTest, UnsignedWraps) {
  yes({"!(%u + 1:u32 > %u)"});
  no({"!(%u + 1:u32 > %u)", "%u != 4294967295:u32"});
  no({"%u - 1:u32 != 4294967295:u32", "%u == 0:u32"});
  no({"%u * 3:u32 != 4:u32", "%u == 2863311532:u32"});
  no({"-%u != 4294967295:u32", "%u == 1:u32"});
  yes({"%u + %w < %u"});
  no({"%u + %w < %u", "%u < 1000:u32", "%w < 1000:u32"});
}

TEST_P(ProverTest, DivisionRoundsTowardsZero) {
  no({"%x / 2 != -3", "%x == -7"});
  no({"%x / -2 != 3", "%x == -7"});
  no({"%x % 2 != -1", "%x == -7"});
  no({"%x % -4 != 3", "%x == 7"});
  no({"%u / 3:u32 != 1431655765:u32", "%u == 4294967295:u32"});
  yes({"%x / 0 == 1"});
  yes({"!(%x / 0 == 1)"});
  no({"%x > 0"}, {}, {"%x / 0"});
}

TEST_P(ProverTest, ShiftsByConstants) {
  no({"%x << 4 != -2147483648", "%x == 134217728"});
  no({"%x << 1 != -2", "%x == 2147483647"});
  no({"%x >> 1 != -2", "%x == -3"});
  no({"%u >> 31 != 1:u32", "%u == 2147483648:u32"});
  yes({"%x << 40 == 1", "%x == 0"});
  no({"%x == 0"}, {}, {"%x << 40"});
}

TEST_P(ProverTest, BitOperations) {
  no({"(%x & 7) != %y", "%x == -3", "%y == 5"});
  no({"(%u & 15:u32) > 15:u32"});
  no({"~%x != 4", "%x == -5"});
  no({"~%u != 4294967290:u32", "%u == 5:u32"});
  no({"(%x & 12) != 8", "%x == 9"});
  no({"(%x | %y) != 7", "%x == 5", "%y == 3"});
  no({"(%x ^ %y) != 6", "%x == 5", "%y == 3"});
  no({"clz(%u) != 31:u32", "%u == 1:u32"});
  no({"ctz(%u) != 32:u32", "%u == 0:u32"});
  no({"popcount(%u) != 32:u32", "~%u == 0:u32"});
  no({"bswap(%u) != 2018915346:u32", "%u == 305419896:u32"});
  no({"(%u & 6:u32) == 4:u32", "(%u & 4294967293:u32 & 6:u32) != 4:u32",
      "((%u | 4:u32) & 4294967293:u32 & 6:u32) == 4:u32"});
}

TEST_P(ProverTest, ProductsOfVariables) {
  no({"%x * %y != 12", "%x == 3", "%y == 4"});
  no({"%x == 65536", "%y == 65536"}, {}, {"%x * %y"});
  yes({"%x == -1", "%y == -2"}, {}, {"%x * %y"});
  yes({"%x == -65536", "%y == 32768"}, {}, {"%x * %y"});
  no({"%u * %w != 0:u32", "%u == 65536:u32", "%w == 65536:u32"});
  no({"%x / %y != 3", "%x == 7", "%y == 2"});
}

TEST_P(ProverTest, Casts) {
  no({"cast<i8>(%x) != -56:i8", "%x == 200"});
  no({"cast<u8>(%x) != 255:u8", "%x == -1"});
  no({"cast<i64>(%x) > 2147483647:i64"});
  no({"cast<i64>(%c) != -1:i64", "%c == -1:i8"});
  no({"cast<u32>(%x) != 4294967295:u32", "%x == -1"});
  no({"cast<i32>(%u) != -1", "%u == 4294967295:u32"});
  no({"cast<u64>(%c) != 18446744073709551615:u64", "%c == -1:i8"});
  no({"cast<u64>(%u) > 4294967295:u64"});
  yes({"cast<i32>(%l) > 0", "%l < 0:i64"});
  no({"cast<i128>(%m) < 0:i128"});
  no({"cast<bool>(%x)", "%x == 2"});
  no({"!cast<bool>(%x)", "%x == 3"});
  no({"cast<i32>(%b) == 2"});
  no({"cast<i32>(%b) != 1", "%b"});
}

TEST_P(ProverTest, WideIntegers) {
  no({"%h + 1:i128 < %h"}, {}, {"%h + 1:i128"});
  yes({"%h > cast<i128>(%m)"});
  no({"cast<u64>(%h) != %m", "%h == cast<i128>(%m)"});
}

TEST_P(ProverTest, Booleans) {
  no({"%b", "!%b"});
  no({"%b != %d", "%b", "%d"});
  no({"%b < %d", "%b"});
  no({"!(%b <= %d)", "%d"});
  no({"%b > %d", "%d"});
  no({"!(%b >= %d)", "%b"});
  no({"%b + %d", "%b", "%d"});
  no({"!(%b ^ %d)", "%b", "!%d"});
  no({"%b & %d", "!%b"});
  no({"!%d"}, {}, {"%b / %d"});
}

TEST_P(ProverTest, OnlyWhatIsEvaluatedMustBeDefined) {
  yes({"%y == 0"}, {}, {"%y != 0 && 9 / %y > 2"});
  no({"%y == 0"}, {}, {"%y == 0 && 9 / %y > 2"});
  yes({"%y == 0"}, {}, {"%y == 0 || 9 / %y > 2"});
  no({"%y == 0"}, {}, {"%y != 0 || 9 / %y > 2"});
  yes({"%y == 0"}, {}, {"%y == 0 ? 1 : 9 / %y"});
  no({"%y == 0"}, {}, {"%y != 0 ? 1 : 9 / %y"});
  no({"(%b ? %x : %y) != %x", "%b"});
  no({"(%b ? %x : %y) != %y", "!%b"});
  no({"%y != 0 && 9 / %y > 2", "%y == 0"});
}

// Memory.

TEST_P(ProverTest, EqualPointersSeeEqualMemory) {
  no({"%p == %q", "(*%p).val > %x", "!((*%q).val > %x)"});
  yes({"%p != %q", "(*%p).val > %x", "!((*%q).val > %x)"});
  no({"%p == %q", "(*(*%p).next).val != (*(*%q).next).val"});
  no({"(*%p).next == %p", "(*(*(*%p).next).next).val != (*%p).val"});
}

TEST_P(ProverTest, AVariableIsWhatItsAddressHolds) {
  no({"%ip == &%x", "*%ip == 3", "%x != 3"});
  yes({"*%ip == 3", "%x != 3"});
  no({"%ip == &%n.val", "*%ip != %n.val"});
  no({"%ip == &%a[2]", "*%ip != %a[2]"});
  no({"%x == 2", "%a[%x] != %a[2]"});
  no({"%p == &%n", "(*%p).next != %n.next"});
}

TEST_P(ProverTest, SignedAndUnsignedReadsAgree) {
  no({"%up == cast<u32*>(%ip)", "*%up != cast<u32>(*%ip)"});
  no({"*%ip == -1", "%up == cast<u32*>(%ip)", "*%up != 4294967295:u32"});
  no({"%up == cast<u32*>(&%x)", "%x == -1", "*%up != 4294967295:u32"});
  no({"%pun.s == -1", "%pun.u != 4294967295:u32"});
}

TEST_P(ProverTest, VariablesLieApart) {
  no({"&%x == &%y"});
  no({"%ip == &%x", "%ip == &$g"});
  no({"%ip == &%x", "%v == cast<void*>(&%a)", "%v == cast<void*>(%ip)"});
  no({"&%a[%x] == &%y", "%x >= 0", "%x < 4"});
  yes({"&%a[4] == &%x"});
  yes({"cast<void*>(&%nothing) == cast<void*>(&%x)"});
  no({"%ip == &%x", "%ip == null<i32*>"});
  no({"&%n.next == null<node**>"});
}

TEST_P(ProverTest, WhatTheLinkerDecidesIsOpen) {
  yes({"&$s1 == &$s2"});
  yes({"&$ext == null<i32*>"});
  no({"&$ext == &$g"});
  yes({"@missing == null<(fn() -> void)*>"});
  yes({"@missing == @callee"});
}

TEST_P(ProverTest, Functions) {
  no({"%fn == @callee", "%fn == @other"});
  no({"%fn == @callee", "%fn == null<(fn() -> void)*>"});
  no({"cast<void*>(@callee) == cast<void*>(&%x)"});
  no({"cast<void*>(@callee) == cast<void*>(&%x)"});
}

TEST_P(ProverTest, PointerArithmetic) {
  no({"%iq == %ip +p 1", "cast<u64>(%iq) != cast<u64>(%ip) + 4:u64"}, {},
     {"%ip +p 1"});
  no({"%iq == %ip +p %x", "%iq -p %ip != cast<i64>(%x)"}, {},
     {"%iq -p %ip", "%ip +p %x"});
  no({"%iq == %ip +p 1", "*%iq != *(%ip +p 1)"}, {}, {"%ip +p 1"});
  no({"%ip +p 1 <= %ip"}, {}, {"%ip +p 1"});
  no({"%ip +p 18446744073709551615:u64 != %iq", "%ip == %iq +p 1",
      "%iq != null<i32*>"},
     {}, {"%iq +p 1", "%ip +p 18446744073709551615:u64"});
  no({"cast<u64>(%ip) == cast<u64>(%iq) + 1:u64"}, {}, {"%ip -p %iq"});
  no({"%v3 == %w3 +p 1", "%v3 -p %w3 != 1:i64"}, {},
     {"%w3 +p 1", "%v3 -p %w3"});
  no({"%v3 -p %w3 == 1:i64", "cast<u64>(%v3) - cast<u64>(%w3) != 12:u64"}, {},
     {"%v3 -p %w3"});
  yes({"%v3 -p %w3 == -5:i64"}, {}, {"%v3 -p %w3"});
  no({"cast<u64>(%v3) == cast<u64>(%w3) + 4:u64", "%w3 < %v3"}, {},
     {"%v3 -p %w3"});
  no({"cast<u64>(&(*%p).next) != cast<u64>(%p) + 8:u64"}, {}, {"&(*%p).next"});
  no({"cast<u64>(&%a[18446744073709551615:u64]) + 4:u64 != cast<u64>(&%a)"}, {},
     {"&%a[18446744073709551615:u64]"});
  EXPECT_EQ(Wrapping.possible({"%ip +p 1 <= %ip"}, {}, {"%ip +p 1"}),
            Answer::Yes);
}

TEST_P(ProverTest, BitFields) {
  no({"%fl.low > 7:u32"});
  no({"%fl.sign > 7"});
  no({"%fl.sign < -8"});
  yes({"%fl.sign == -8"});
  no({"%fl.one > 1:u32"});
  no({"(*%fp).low != %fl.low", "%fp == &%fl"});
  no({"(*%fp).one != %fl.one", "%fp == &%fl"});
  yes({"(*%fp).sign == 1", "(*%fp).low == 2:u32", "(*%fp).one == 1:u32"});
}

TEST_P(ProverTest, ADereferencedPointerIsNotNull) {
  no({"%p == null<node*>"}, {}, {"(*%p).val"});
  no({"%p == null<node*>"}, {}, {"*%p"});
  no({"%p == null<node*>"}, {}, {"(*(*%p).next).val"});
  no({"(*%p).next == null<node*>"}, {}, {"(*(*%p).next).val"});
  no({"%p == null<node*>"}, {}, {"%x + (*%p).val"});
  yes({"%p == null<node*>"}, {}, {"%p == null<node*> || (*%p).val > 0"});
  // An address is computed without looking there.
  yes({"%p == null<node*>"}, {}, {"&(*%p).next"});
  // A term says nothing about its pointers.
  yes({"%p == null<node*>", "(*%p).val == 3"});
  no({"%p == null<node*>", "%q == null<node*>", "(*%p).val != (*%q).val"});
}

TEST_P(ProverTest, FloatsAreOpaque) {
  yes({"%e < f64 0x0"});
  yes({"!(%e == %e)"});
  no({"%e < f64 0x0", "!(%e < f64 0x0)"});
  yes({"cast<i32>(%e) == 7"});
  no({"cast<i32>(%e) != %x", "cast<i32>(%e) == %x"});
  no({"cast<i8>(%e) == cast<i8>(%x)", "cast<i32>(cast<i8>(%e)) > 127"});
  no({"%x == 2147483647"}, {}, {"cast<f64>(%x + 1) < %e"});
}

TEST_P(ProverTest, LogicalVariablesHaveNoAddress) {
  ir::Function *F = A.M->findFunction("f");
  const ir::Type *I32 = A.M->Ctx.intType(32, true);
  ir::Context &C = A.M->Ctx;
  const ir::Expr *Old =
      C.var(addVariable(*F, "old", I32, ir::Storage::Logical));
  const ir::Expr *List =
      C.var(addVariable(*F, "list", C.arrayType(I32, 4), ir::Storage::Logical));
  const ir::Expr *X = A.expr("%x"), *Y = A.expr("%y");
  auto Q =
      A.P->about({C.binary(ir::Op::Eq, Old, X), C.binary(ir::Op::Lt, X, Old),
                  C.binary(ir::Op::Eq, C.addrOf(Old), C.addrOf(X)),
                  C.binary(ir::Op::Eq, C.index(List, X), C.index(List, Y)),
                  C.binary(ir::Op::Eq, X, Y)},
                 {});
  EXPECT_EQ(Q->possible(std::vector<Literal>{{0}, {1}}), Answer::No);
  EXPECT_EQ(Q->possible(std::vector<Literal>{{2}, {1}}), Answer::Yes);
  EXPECT_EQ(Q->possible(std::vector<Literal>{{3, false}, {4}}), Answer::Yes);
}

// Work.

const ProverStatistics &counts(const Asking &A) { return A.P->statistics(); }

TEST_P(ProverTest, NoQuestionNoWork) {
  auto Q = A.about({"%x * %y > 3", "%x == 2"}, {"%y > 1"});
  Q.reset();
  EXPECT_EQ(counts(A).Asked + counts(A).Remembered, 0u);
  EXPECT_EQ(counts(A).Units, 0u);
}

TEST_P(ProverTest, AStateAnswersWhatHoldsInIt) {
  auto Q = A.about({"%x > 3", "%x > 5", "%b"});
  ASSERT_EQ(Q->possible(std::vector<Literal>{{0}, {1, false}}), Answer::Yes);
  std::vector<bool> State = Q->witness();
  EXPECT_EQ(Q->possible(std::vector<Literal>{{2, State[2]}, {0}}), Answer::Yes);
  EXPECT_EQ(Q->witness(), State);
  EXPECT_EQ(counts(A).Asked, 1u);
  EXPECT_EQ(counts(A).Remembered, 1u);
  Q->possible(std::vector<Literal>{{2, !State[2]}, {0}});
  EXPECT_EQ(counts(A).Asked, 2u);
}

TEST_P(ProverTest, ACoreAnswersWhatContainsIt) {
  auto Q = A.about({"%x > 3", "%x > 5", "%b"});
  ASSERT_EQ(Q->possible(std::vector<Literal>{{0, false}, {1}}), Answer::No);
  EXPECT_EQ(Q->possible(std::vector<Literal>{{0, false}, {1}, {2}}),
            Answer::No);
  EXPECT_EQ(Q->core(), (std::vector<Literal>{{0, false}, {1}}));
  EXPECT_EQ(counts(A).Asked, 1u);
  EXPECT_EQ(counts(A).Remembered, 1u);
}

TEST_P(ProverTest, AnswersOutliveTheirQuestions) {
  std::vector<Literal> Both = {{0, true}, {1, true}};
  EXPECT_EQ(A.about({"%x > 3", "%x < 3"})->possible(Both), Answer::No);
  EXPECT_EQ(A.about({"%x > 3", "%x < 9"})->possible(Both), Answer::Yes);
  ASSERT_EQ(counts(A).Asked, 2u);
  // The same questions, in another order and where more is known.
  EXPECT_EQ(A.about({"%x > 3", "%x < 9"})->possible(Both), Answer::Yes);
  auto Q = A.about({"%b", "%x < 3", "%x > 3"}, {"%y > 0"});
  EXPECT_EQ(Q->possible(std::vector<Literal>{{2}, {1}}), Answer::No);
  EXPECT_EQ(Q->core(), (std::vector<Literal>{{1}, {2}}));
  EXPECT_EQ(counts(A).Asked, 2u);
  EXPECT_EQ(counts(A).Remembered, 2u);
}

TEST_P(ProverTest, WhatHoldsInASituationIsNotBelievedElsewhere) {
  std::vector<Literal> First = {{0, true}};
  EXPECT_EQ(A.about({"%x > 3"}, {"%x < 3"})->possible(First), Answer::No);
  EXPECT_EQ(A.about({"%x > 3"})->possible(First), Answer::Yes);
  EXPECT_EQ(A.about({"%x > 3"}, {"%x < 4"})->possible(First), Answer::No);
  EXPECT_EQ(A.about({"%y == 0"}, {}, {"%x / %y"})->possible(First), Answer::No);
  EXPECT_EQ(A.about({"%y == 0"}, {"%x > 3"})->possible(First), Answer::Yes);
  EXPECT_GE(counts(A).Asked, 4u) << "only the last may be known, by a state";
}

TEST_P(ProverTest, SeveralMayBeAskedInTurn) {
  auto P = A.about({"%x > 3"}, {"%x < 3"});
  auto Q = A.about({"%x > 3", "%x > 9"});
  EXPECT_EQ(P->possible({}), Answer::Yes);
  EXPECT_EQ(Q->possible(std::vector<Literal>{{0}}), Answer::Yes);
  EXPECT_EQ(P->possible(std::vector<Literal>{{0}}), Answer::No);
  EXPECT_EQ(Q->possible(std::vector<Literal>{{0, false}, {1}}), Answer::No);
  P = A.about({"%x == 3"}, {"%x < 3"});
  EXPECT_EQ(P->possible(std::vector<Literal>{{0}}), Answer::No);
}

TEST_P(ProverTest, CountsByTheory) {
  A.possible({"%x > %y"});
  A.possible({"%x * %y > 3"});
  EXPECT_EQ(counts(A).Asked, 2u);
  bool OnlyBits = GetParam() == Arithmetic::Bits;
  EXPECT_EQ(counts(A).WithIntegers, OnlyBits ? 0u : 1u);
  EXPECT_EQ(counts(A).WithBits, OnlyBits ? 2u : 1u);
  EXPECT_EQ(counts(A).Unknown, 0u);
  EXPECT_GT(counts(A).Units, 0u);
  EXPECT_GT(counts(A).Seconds, 0.0);
}

TEST_P(ProverTest, TooHardIsUnknown) {
  Asking Poor({GetParam(), false}, 2000);
  // Two primes of 32 bits.
  std::vector<std::string> Factors = {
      "cast<u64>(%u) * cast<u64>(%w) == 18446743979220271189:u64", "%u > 1:u32",
      "%w > 1:u32"};
  EXPECT_EQ(Poor.possible(Factors), Answer::Unknown);
  EXPECT_EQ(counts(Poor).Unknown, 1u);
  EXPECT_EQ(Poor.possible(Factors), Answer::Unknown);
  EXPECT_EQ(counts(Poor).Remembered, 1u);
  EXPECT_EQ(Poor.possible({"%x > 3", "%x < 2"}), Answer::No);
  EXPECT_EQ(Poor.possible({"(%x & %y) == 3"}), Answer::Yes);
}

TEST_P(ProverTest, DeepTerms) {
  Asking Limited({GetParam(), false}, 200'000);
  ir::Context &C = Limited.M->Ctx;
  const ir::Expr *X = Limited.expr("%x"), *B = Limited.expr("%b");
  const ir::Expr *Sum = X, *Chain = B, *Cond = X;
  for (int I = 0; I < 1500; ++I) {
    Sum = C.binary(ir::Op::Sub, Sum, Limited.expr("1"));
    Chain = C.notOf(C.binary(ir::Op::LAnd, Limited.expr("%d"), Chain));
    Cond = C.cond(B, X, C.cond(Limited.expr("%d"), Limited.expr("%y"), Cond));
  }
  const ir::Expr *Less = C.binary(ir::Op::Lt, Sum, X);
  const ir::Expr *Same = C.binary(ir::Op::Eq, Cond, X);
  EXPECT_NE(Limited.P->about({Less}, {{}, {Sum}})
                ->possible(std::vector<Literal>{{0, false}}),
            Answer::Yes);
  auto Q = Limited.P->about({Chain, Same, B}, {});
  EXPECT_EQ(Q->possible(std::vector<Literal>{{0}}), Answer::Yes);
  EXPECT_EQ(Q->possible(std::vector<Literal>{{1, false}, {2}}), Answer::No);
}

TEST_P(ProverTest, WhatIsTooLargeIsOpen) {
  ir::Context &C = A.M->Ctx;
  const ir::Expr *X = A.expr("%x"), *Sum = X;
  for (int I = 0; I < 30000; ++I)
    Sum = C.binary(ir::Op::Sub, Sum, A.expr("1"));
  const ir::Expr *Less = C.binary(ir::Op::Lt, Sum, X);
  auto Q =
      A.P->about({Less, A.expr("%x > 3"), A.expr("%x > 5")}, {{Less}, {Sum}});
  EXPECT_EQ(Q->possible(std::vector<Literal>{{0, false}}), Answer::Yes);
  EXPECT_EQ(Q->possible(std::vector<Literal>{{0}}), Answer::Yes);
  EXPECT_EQ(Q->possible(std::vector<Literal>{{1, false}, {2}}), Answer::No);
}

TEST_P(ProverTest, TheSameQuestionsTakeTheSameWork) {
  auto Run = [](Asking &A) {
    std::vector<std::vector<bool>> States;
    for (const char *Bound : {"%z < 3", "%z < 4", "%z < 5"}) {
      auto Q = A.about({"%x > %z", "%y == (*%p).val", "&%x == &(*%p).val",
                        "%u + 1:u32 > %w", "%x % 7 == 3"},
                       {Bound});
      for (uint32_t I = 0; I < 5; ++I)
        if (Q->possible(std::vector<Literal>{{I}, {(I + 1) % 5, false}}) ==
            Answer::Yes)
          States.push_back(Q->witness());
    }
    return States;
  };
  Asking Again({GetParam(), false});
  EXPECT_EQ(Run(A), Run(Again));
  EXPECT_GT(counts(A).Units, 0u);
  EXPECT_EQ(counts(A).Units, counts(Again).Units);
}

} // namespace
