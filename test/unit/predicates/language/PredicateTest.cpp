// Sets of predicates, and terms as C.

#include "predicates/language/Predicate.h"

#include "predicates/bp/Program.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

#include <set>

namespace predabs {
namespace {

using ir::Expr;

constexpr const char *Text = R"(module "t.c"
target pointer-bytes 8 little-endian
file "t.c"

record node size 16 align 8 {
  val: i32 at bit 0
  next: node* at bit 64
}

record box size 24 align 4 {
  low: u32 at bit 0 width 3
  wide: u64 at bit 3 width 40
  "anon.0": pair at bit 64
  items: i32[4] at bit 96
}

record pair union size 4 align 4 {
  x: i32 at bit 0
  y: u32 at bit 0
}

global $g: i32
global $grid: i32[2][3]
global $"f.count": i32

func @callee(%a: i32) -> i32

func @f(%x: i32, %p: node*, %c: i8, %u: u32, %l: i64) -> i32 {
  var %x.1: i32
  var %b: bool
  var %s: box
  var %q: i32*
  var %v: void*
  var %d: f64
  var %h: u8
  var %pp: node**
  var %ul: u64
  var %fp: (fn(i32) -> i32)*
  temp %t: i32
entry:
  return %x
}

func @mixed(%x: i32) -> i32 {
entry:
  goto a, b
a:
  return %x
b:
  return %x + 1
}

func @same(%x: i32) -> i32 {
  var %y: i32
entry:
  goto a, b
a:
  return %y
b:
  return %y
}

func @loses(%x: i32) -> i32 {
entry:
  goto a, b
a:
  return %x
b:
  return
}

func @global() -> i32 {
entry:
  return $g
}
)";

class PredicateTest : public testing::Test {
protected:
  PredicateTest() : Parsed(ir::parseModule(Text)) {
    EXPECT_TRUE(Parsed) << Parsed.Error.str();
    F = Parsed.Parsed->findFunction("f");
  }
  ir::Module &module() { return *Parsed.Parsed; }
  const Expr *expr(std::string_view IrText) {
    ir::ParsedExpr E = ir::parseExpr(module(), F, IrText);
    EXPECT_TRUE(E) << IrText << ": " << E.Error.str();
    return E.Parsed;
  }
  std::string c(std::string_view IrText) { return cText(expr(IrText)); }
  std::string name(std::string_view IrText) {
    std::string Text = predicateText(expr(IrText));
    EXPECT_EQ(bp::variableName(Text), "{" + Text + "}");
    return Text;
  }

  ir::ParsedModule Parsed;
  const ir::Function *F;
};

TEST_F(PredicateTest, TextOfPlaces) {
  EXPECT_EQ(c("%x"), "x");
  EXPECT_EQ(c("%x.1"), "x.1");
  EXPECT_EQ(c("(*%p).val"), "p->val");
  EXPECT_EQ(c("(*(*%p).next).val"), "p->next->val");
  EXPECT_EQ(c("(**%pp).val"), "(*pp)->val");
  EXPECT_EQ(c("*%q"), "*q");
  EXPECT_EQ(c("*(%q +p %x)"), "q[x]");
  EXPECT_EQ(c("(*(%p +p 1)).val"), "p[1].val");
  EXPECT_EQ(c("$grid[1][%x]"), "grid[1][x]");
  EXPECT_EQ(c("%s.items[%x + 1]"), "s.items[x + 1]");
  EXPECT_EQ(c("%s.low"), "s.low");
  EXPECT_EQ(c("%s.\"anon.0\".x"), "s.x");
  EXPECT_EQ(c("*cast<u8*>(%q)"), "*(unsigned char *)q");
  EXPECT_EQ(c("(*cast<node*>(%v)).val"), "((struct node *)v)->val");
  EXPECT_EQ(c("$\"f.count\""), "f.count");
}

TEST_F(PredicateTest, TextOfAddresses) {
  EXPECT_EQ(c("&%x"), "&x");
  EXPECT_EQ(c("&$grid[1][0]"), "grid[1]");
  EXPECT_EQ(c("&%s.items[0]"), "s.items");
  EXPECT_EQ(c("&%s.items[%x]"), "&s.items[x]");
  EXPECT_EQ(c("&$grid"), "&grid");
  EXPECT_EQ(c("*(&%s.items[0] +p %x)"), "*(s.items + x)");
  EXPECT_EQ(c("%q +p %x"), "q + x");
  EXPECT_EQ(c("%q +p -1"), "q + -1");
  EXPECT_EQ(c("%q +p -1:i64"), "q - 1");
  EXPECT_EQ(c("%q +p -cast<i64>(%x)"), "q - x");
  EXPECT_EQ(c("*(%q +p -cast<i64>(%x))"), "*(q - x)");
  EXPECT_EQ(c("%q +p %c"), "&q[c]");
  EXPECT_EQ(c("%q +p cast<i32>(%c)"), "q + c");
  EXPECT_EQ(c("*(&%s.items[0] +p %c)"), "(&s.items[0])[c]");
  EXPECT_EQ(c("%q -p &%x"), "q - &x");
  EXPECT_EQ(c("%fp == @callee"), "fp == callee");
}

TEST_F(PredicateTest, TextOfConstants) {
  EXPECT_EQ(c("%p == null<node*>"), "p == NULL");
  EXPECT_EQ(c("null<node*> != %p"), "NULL != p");
  EXPECT_EQ(c("%p == cast<node*>(4096:u64)"), "p == (struct node *)4096");
  EXPECT_EQ(c("%x == -1"), "x == -1");
  EXPECT_EQ(c("%x == -2147483648"), "x == -2147483647 - 1");
  EXPECT_EQ(c("%x * -2147483648"), "x * (-2147483647 - 1)");
  EXPECT_EQ(c("%u == 5:u32"), "u == 5");
  EXPECT_EQ(c("%u == 4294967295:u32"), "u == 4294967295U");
  EXPECT_EQ(c("%l == 5:i64"), "l == 5");
  EXPECT_EQ(c("%l == 5000000000:i64"), "l == 5000000000");
  EXPECT_EQ(c("%ul == 18446744073709551615:u64"),
            "ul == 18446744073709551615ULL");
  EXPECT_EQ(c("%x << 3:u64"), "x << 3ULL");
  EXPECT_EQ(c("%h == 3:u8"), "h == 3");
  EXPECT_EQ(c("%d < f64 0x3ff8000000000000"), "d < 1.5");
  EXPECT_EQ(c("%d < f64 0x3ff0000000000000"), "d < 1.0");
}

TEST_F(PredicateTest, TextWithoutImpliedCasts) {
  EXPECT_EQ(c("cast<i32>(%c) == 97"), "c == 97");
  EXPECT_EQ(c("cast<i64>(%x) < %l"), "x < l");
  EXPECT_EQ(c("cast<i64>(%c) < %l"), "c < l");
  EXPECT_EQ(c("cast<i64>(%x) + cast<i64>(%t) > 0:i64"), "(long long)x + t > 0");
  EXPECT_EQ(c("cast<i64>(%x) == 5:i64"), "(long long)x == 5");
  EXPECT_EQ(c("cast<u32>(%x) < %u"), "(unsigned)x < u");
  EXPECT_EQ(c("cast<i32>(cast<u8>(%x)) == 3"), "(unsigned char)x == 3");
  EXPECT_EQ(c("cast<i32>(%s.low) == 3"), "s.low == 3");
  EXPECT_EQ(c("cast<f64>(%x) < %d"), "x < d");
  EXPECT_EQ(c("cast<f64>(cast<i32>(%c)) < %d"), "c < d");
  EXPECT_EQ(c("cast<i64>(cast<i32>(%c)) < %l"), "(int)c < l");
  EXPECT_EQ(c("cast<void*>(%p) == %v"), "(void *)p == v");
  EXPECT_EQ(c("%v == cast<void*>(%p)"), "v == p");
  EXPECT_EQ(c("%p == cast<node*>(%v)"), "p == v");
  EXPECT_EQ(c("cast<u64>(%p) % 8:u64 == 0:u64"),
            "(unsigned long long)p % 8 == 0");
  EXPECT_EQ(c("cast<i32>(%x > 3) + 1 > 1"), "(x > 3) + 1 > 1");
  EXPECT_EQ(c("cast<bool>(%x)"), "(x & 1) != 0");
  EXPECT_EQ(c("%h + 1:u8 == 0:u8"),
            "(unsigned char)(h + (unsigned char)1) == 0");
}

TEST_F(PredicateTest, TextOfTruthValues) {
  EXPECT_EQ(c("!(%x > 3)"), "x <= 3");
  EXPECT_EQ(c("!(%d > f64 0x3ff8000000000000)"), "!(d > 1.5)");
  EXPECT_EQ(c("!%b"), "!b");
  EXPECT_EQ(c("!(%b && %x > 3)"), "!(b && x > 3)");
  EXPECT_EQ(c("(%b || %x > 3) && %u == 1:u32"), "(b || x > 3) && u == 1");
  EXPECT_EQ(c("%b || %x > 3 && %u == 1:u32"), "b || x > 3 && u == 1");
  EXPECT_EQ(c("(%b ? %x : %t) == 1"), "(b ? x : t) == 1");
  EXPECT_EQ(c("cast<i32>(%b) != 0"), "b != 0");
  EXPECT_EQ(c("%b == true"), "b == 1");
}

TEST_F(PredicateTest, NamesHaveNoBlanks) {
  EXPECT_EQ(name("(*%p).val > %x"), "p->val>x");
  EXPECT_EQ(name("%x - -1 > 0"), "x- -1>0");
  EXPECT_EQ(name("-%x > 0"), "-x>0");
  EXPECT_EQ(name("-(-%x) > 0"), "- -x>0");
  EXPECT_EQ(name("%x / *%q > 0"), "x/ *q>0");
  EXPECT_EQ(name("%b && &%x == %q"), "b&& &x==q");
  EXPECT_EQ(name("%v == cast<void*>(%q) && (*cast<node*>(%v)).val == 1"),
            "v==q&&((struct node*)v)->val==1");
}

TEST_F(PredicateTest, SymbolicConstants) {
  PredicateSet P(module());
  ir::Context &C = module().Ctx;
  const Expr *X = C.var(P.entryValue(*F, expr("%x")));
  const Expr *Ptr = C.var(P.entryValue(*F, expr("%p")));
  const Expr *Val = C.var(P.entryValue(*F, expr("(*%p).val")));
  EXPECT_EQ(X->variable()->Name, "'x");
  EXPECT_EQ(Val->variable()->Name, "'p->val");
  EXPECT_EQ(Val->variable()->ValueOf, expr("(*%p).val"));
  EXPECT_EQ(Val->type(), expr("%x")->type());
  EXPECT_EQ(P.entryValue(*F, expr("%x")), X->variable());
  EXPECT_EQ(P.constants(*F).size(), 3u);
  EXPECT_EQ(cText(C.binary(ir::Op::Eq, expr("%x"), X)), "x == 'x");
  EXPECT_EQ(cText(C.field(C.deref(Ptr), 0)), "('p)->val");
  EXPECT_EQ(cText(C.deref(Ptr)), "*'p");
  EXPECT_EQ(cText(Val), "'p->val");
  const Expr *Item = C.var(P.entryValue(*F, expr("*(%q +p (%x + 1))")));
  EXPECT_EQ(predicateText(Item), "'q[x+1]");
}

TEST_F(PredicateTest, Results) {
  PredicateSet P(module());
  auto Result = [&](const char *Name) {
    return P.result(*module().findFunction(Name));
  };
  EXPECT_EQ(Result("f")->Name, "x");
  EXPECT_EQ(Result("f")->Kind, ir::Storage::Parameter);
  EXPECT_EQ(Result("same")->Name, "y");
  for (const char *Name : {"mixed", "loses", "global"}) {
    EXPECT_EQ(Result(Name)->Name, "return") << Name;
    EXPECT_TRUE(Result(Name)->isLogical());
    EXPECT_EQ(Result(Name), Result(Name));
  }
  EXPECT_NE(Result("mixed"), Result("loses"));
}

TEST_F(PredicateTest, LogicalVariablesAreNotMistakenForOlderOnes) {
  const ir::Type *T = expr("%x")->type();
  std::set<uint32_t> Terms;
  constexpr size_t Many = 100;
  for (size_t I = 0; I < Many; ++I) {
    PredicateSet Short(module());
    Terms.insert(module().Ctx.var(Short.addLogical("v", T, nullptr))->id());
  }
  EXPECT_EQ(Terms.size(), Many);
}

TEST_F(PredicateTest, AddsEachQuestionOnce) {
  PredicateSet P(module());
  P.add(F, expr("%x < 5"));
  for (const char *Same :
       {"%x < 5", "%x >= 5", "!(%x < 5)", "5 > %x", "5 <= %x", "true", "false"})
    P.add(F, expr(Same));
  EXPECT_EQ(P.of(*F).size(), 1u);
  P.add(F, expr("%x > 5"));
  P.add(F, expr("%b"));
  P.add(F, expr("!%b"));
  P.add(F, expr("%d < f64 0x0"));
  P.add(F, expr("%d >= f64 0x0"));
  EXPECT_EQ(P.of(*F).size(), 5u);
  EXPECT_EQ(P.of(*F)[0].Text, "x<5");
}

TEST_F(PredicateTest, AddsEachTextOnce) {
  PredicateSet P(module());
  P.add(F, expr("%c != 0:i8"));
  P.add(F, expr("cast<i32>(%c) != 0"));
  P.add(F, expr("cast<i32>(%c) == 0"));
  P.add(F, expr("%x == 1"), "c!=0");
  ASSERT_EQ(P.of(*F).size(), 2u);
  EXPECT_EQ(P.of(*F)[0].Text, "c!=0");
  EXPECT_EQ(P.of(*F)[1].Text, "x==1");
}

TEST_F(PredicateTest, GlobalOnesAreInScopeEverywhere) {
  PredicateSet P(module());
  P.add(nullptr, expr("$g == 1"), "is one");
  P.add(F, expr("$g != 1"));
  EXPECT_EQ(P.globals().size(), 1u);
  EXPECT_EQ(P.globals()[0].Text, "is one");
  EXPECT_TRUE(P.of(*F).empty());
  P.add(F, expr("%x == 1"));
  EXPECT_EQ(P.size(), 2u);
}

TEST_F(PredicateTest, DeepTerms) {
  ir::Context &C = module().Ctx;
  const Expr *Sum = expr("%x"), *Shared = Sum, *One = expr("1");
  for (int I = 0; I < 100'000; ++I)
    Sum = C.binary(I % 2 ? ir::Op::Add : ir::Op::Mul, Sum, One);
  for (int I = 0; I < 100; ++I)
    Shared = C.binary(ir::Op::Add, Shared, Shared);
  for (const Expr *E : {Sum, Shared}) {
    std::string Text = predicateText(E);
    EXPECT_LT(Text.size(), 11'000u);
    EXPECT_TRUE(Text.ends_with("...#" + std::to_string(E->id())));
  }
}

} // namespace
} // namespace predabs
