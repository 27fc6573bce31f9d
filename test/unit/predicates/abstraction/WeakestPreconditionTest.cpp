// Weakest preconditions by Morris' axiom, and the simplification of
// conditions.

#include "predicates/abstraction/WeakestPrecondition.h"
#include "predicates/abstraction/Simplify.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include <gtest/gtest.h>

using namespace predabs;
using namespace predabs::ir;

namespace {

const char *Text = R"(module "m"
target pointer-bytes 8 little-endian strict-aliasing

record cell size 16 align 8 {
  val: i32 at bit 0
  next: cell* at bit 64
}

record bits size 4 align 4 {
  a: i32 at bit 0 width 3
  b: i32 at bit 3 width 5
}

record flex size 4 align 4 {
  n: i32 at bit 0
  tail: i32[0] at bit 32
}

record two size 8 align 4 {
  x: i32 at bit 0
  y: i32 at bit 32
}

global $one: i32 internal const
global $two: i32 internal const
global $weak: i32 extern

func @f(%p: i32*, %q: i32*, %c: cell*, %d: cell*, %pp: i32**, %bp: bits*, %bq: bits*, %fp: flex*, %fq: flex*, %cp: u8*, %x: i32, %y: i32, %u: u32, %i: i32, %j: i32) -> void {
  var %a: i32[4]
  var %s: two
  var %t: two
  var %z: i32
entry:
  %p = &%z
  %p = &%a[0]
  %p = &%s.x
  return
}
)";

class Wp : public ::testing::Test {
protected:
  Wp()
      : Parsed(parseModule(Text)), M(*Parsed.Parsed), F(*M.findFunction("f")),
        Preds(M), Alias(M), W(Preds, Alias) {}

  const Expr *expr(const std::string &S) {
    ParsedExpr E = parseExpr(M, &F, S);
    EXPECT_TRUE(E) << S << ": " << E.Error.str();
    return E.Parsed;
  }
  /// The simplified term before `Dest = Value`, as text.
  std::string before(const std::string &Dest, const std::string &Value,
                     const std::string &Term) {
    return print(
        simplify(M.Ctx, W.ofAssign(expr(Dest), expr(Value), expr(Term))));
  }
  std::string simple(const std::string &Term) {
    return print(simplify(M.Ctx, expr(Term)));
  }

  ParsedModule Parsed;
  Module &M;
  const Function &F;
  PredicateSet Preds;
  Aliases Alias;
  WeakestPrecondition W;
};

TEST_F(Wp, Variables) {
  EXPECT_EQ(before("%x", "%x + 1", "%x < 5"), "%x < 4");
  EXPECT_EQ(before("%x", "%y", "%x == %y"), "true");
  EXPECT_EQ(before("%x", "3", "%y < 5"), "%y < 5");
}

TEST_F(Wp, PointersThatMayBeTheSame) {
  EXPECT_EQ(before("*%p", "3", "*%q > 5"), "%p != %q && *%q > 5");
  EXPECT_EQ(before("*%p", "%y", "*%q > 5"), "(%p == %q ? %y : *%q) > 5");
  EXPECT_EQ(before("*%p", "3", "*%p > 5"), "false");
}

TEST_F(Wp, VariablesWhoseAddressIsTaken) {
  EXPECT_EQ(before("*%p", "3", "%z > 5"), "%p != &%z && %z > 5");
  // Nobody has a pointer to y.
  EXPECT_EQ(before("*%p", "3", "%y > 5"), "%y > 5");
}

TEST_F(Wp, AddressesAreEvaluatedAfterwards) {
  // After p = q, *p is *q; the write changes no memory but p.
  EXPECT_EQ(before("%p", "%q", "*%p == 1"), "*%q == 1");
  // *p may be what pp points to, so **pp may be written as well.
  EXPECT_EQ(before("*%pp", "%q", "**%pp == 1"), "*%q == 1");
}

TEST_F(Wp, FieldsOfOneRecordAreApart) {
  EXPECT_EQ(before("(*%c).next", "%d", "(*%d).val > 1"), "(*%d).val > 1");
  EXPECT_EQ(before("(*%c).val", "0", "(*%d).val > 1"),
            "%c != %d && (*%d).val > 1");
}

TEST_F(Wp, ArrayElements) {
  EXPECT_EQ(before("%a[%i]", "7", "%a[%j] == 7"), "%i == %j || %a[%j] == 7");
  EXPECT_EQ(before("%a[%i]", "7", "%a[%i] == 7"), "true");
}

TEST_F(Wp, StructCopies) {
  EXPECT_EQ(before("%s", "%t", "%s.y == 2"), "%t.y == 2");
  // Through a pointer: chosen by address, then projected.
  EXPECT_EQ(before("*%c", "*%d", "(*%c).val == 2"), "(*%d).val == 2");
}

TEST_F(Wp, FlexibleArraysAreNotCopied) {
  std::string Before = before("*%fp", "*%fq", "(*%fp).tail[%i] == 2");
  EXPECT_EQ(Before.find("%fq"), std::string::npos) << Before;
}

TEST_F(Wp, BitFieldsHoldTheLowBits) {
  EXPECT_EQ(before("(*%bp).a", "%x", "(*%bp).a == 2"),
            "cast<i32>(cast<i3>(%x)) == 2");
  EXPECT_EQ(before("(*%bp).a", "%x", "(*%bp).b == 2"), "(*%bp).b == 2");
  EXPECT_EQ(before("(*%bp).a", "1", "(*%bq).a == 2"),
            "%bp != %bq && (*%bq).a == 2");
}

TEST_F(Wp, PartsLeaveNothingKnown) {
  // A character may be any part of an int: what it then is nobody knows.
  std::string Before = before("*%cp", "1:u8", "*%p == 2");
  EXPECT_EQ(Before.find("%p"), std::string::npos) << Before;
  EXPECT_NE(Before.find("unknown"), std::string::npos) << Before;
}

TEST_F(Wp, AnyValue) {
  const Expr *E = W.ofAssign(expr("%x"), nullptr, expr("%x == %y"));
  EXPECT_EQ(E->operand(1), expr("%y"));
  EXPECT_TRUE(E->operand(0)->variable()->isLogical());
}

TEST_F(Wp, SimplifiesSums) {
  EXPECT_EQ(simple("%x + 1 == %y + 1"), "%x == %y");
  EXPECT_EQ(simple("%x - 2 >= 7"), "%x >= 9");
  EXPECT_EQ(simple("3 < %x"), "%x > 3");
  EXPECT_EQ(simple("%x == %x + 1"), "false");
  EXPECT_EQ(simple("%y + 2 > %x + 1"), "%y + 2 > %x + 1");
  EXPECT_EQ(simple("%y + 2 > %y"), "true");
  EXPECT_EQ(simple("%x > %x + 1"), "false");
  EXPECT_EQ(simple("%x + 1 > %y"), "%x + 1 > %y");
  EXPECT_EQ(simple("%x > %y + 1"), "%x > %y + 1");
  EXPECT_EQ(simple("%x <= %x"), "true");
  // Beyond the range: x + 1 is never below the least int.
  EXPECT_EQ(simple("%x + 1 < -2147483648"), "false");
  EXPECT_EQ(simple("%x - 1 < 2147483647"), "true");
}

TEST_F(Wp, UnsignedSumsWrap) {
  EXPECT_EQ(simple("%u + 1:u32 < 5:u32"), "%u + 1:u32 < 5:u32");
  EXPECT_EQ(simple("%u + 1:u32 == 0:u32"), "%u == 4294967295:u32");
  EXPECT_EQ(simple("%u + 1:u32 > %u"), "%u + 1:u32 > %u");
}

TEST_F(Wp, Addresses) {
  EXPECT_EQ(simple("&%x == null<i32*>"), "false");
  EXPECT_EQ(simple("&%x == &%y"), "false");
  // The end of one object may be the beginning of another.
  EXPECT_EQ(simple("&%a[4] == &%x"), "&%a[4] == &%x");
  // Literals may be one object; a weak variable may be missing.
  EXPECT_EQ(simple("&$one == &$two"), "&$one == &$two");
  EXPECT_EQ(simple("&$weak == null<i32*>"), "&$weak == null<i32*>");
}

TEST_F(Wp, OppositesHaveOneNormalForm) {
  Normal A = normalForm(M.Ctx, expr("%x < 5")),
         B = normalForm(M.Ctx, expr("%x >= 5")),
         C = normalForm(M.Ctx, expr("5 > %x")),
         D = normalForm(M.Ctx, expr("!(%x < 5)"));
  EXPECT_EQ(A.Term, B.Term);
  EXPECT_EQ(A.Term, C.Term);
  EXPECT_EQ(A.Term, D.Term);
  EXPECT_NE(A.IsPositive, B.IsPositive);
  EXPECT_EQ(A.IsPositive, C.IsPositive);
  EXPECT_NE(A.IsPositive, D.IsPositive);
}

} // namespace
