// The parser of predicates: what each construct means, in the intermediate
// language, and what is said about what is wrong.

#include "predicates/language/ParsePredicates.h"

#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"
#include "predicates/language/ExprParser.h"
#include "test/support/RandomExpressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace predabs {
namespace {

using ir::Expr;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char *ModuleText = R"(module "t.c"
target pointer-bytes 8 little-endian
file "t.c"

record node size 16 align 8 {
  val: i32 at bit 0
  next: node* at bit 64
}
record pair union size 4 align 4 {
  x: i32 at bit 0
  y: u32 at bit 0
}
record box size 32 align 8 {
  low: u32 at bit 0 width 3
  word: u32 at bit 32 width 32
  "anon.0": pair at bit 64
  items: i32[4] at bit 96
  wide: u64 at bit 192 width 40
}
record hidden

global $g: i32
global $gp: node*
global $grid: i32[2][3]
global $"f.count": i32

func @callee(%a: i32) -> i32

func @f(%x: i32, %p: node*, %c: i8, %u: u32, %l: i64) -> i32 {
  var %y: i32
  var %y.1: i64
  var %b: bool
  var %s: box
  var %q: i32*
  var %v: void*
  var %d: f64
  var %fl: f32
  var %h: u8
  var %pp: node**
  var %ul: u64
  var %fp: (fn(i32) -> i32)*
  var %bp: box*
  var %hid: hidden*
  var %vla: i32[0]*
  temp %t: i32
  var %t.1: i32
entry:
  return %x
}

func @nothing(%only: i32) -> void {
entry:
  return
}

func @sum(%x: i32) -> i32 {
entry:
  goto a, b
a:
  return %x
b:
  return %x + 1
}

func @_Z1ov(%x: i32) -> void named "ns::o" {
entry:
  return
}
func @_Z1oi(%z: i32) -> void named "ns::o" {
entry:
  return
}
)";

/// Knows what a front end would know.
class TestNames : public ModuleNames {
public:
  explicit TestNames(ir::Module &M) : ModuleNames(M), C(M.Ctx) {}

  const ir::Type *typeNamed(const ir::Function *,
                            std::string_view Name) override {
    if (Name == "u8")
      return C.intType(8, false);
    if (Name == "list")
      return C.pointerType(C.findRecord("node"));
    return Name == "g" ? C.voidType() : nullptr;
  }
  std::optional<Enumerator> enumerator(const ir::Function *,
                                       std::string_view Name) override {
    if (Name == "RED")
      return Enumerator{C.intType(32, true), 7};
    return std::nullopt;
  }

private:
  ir::Context &C;
};

class PredicateLanguage : public testing::Test {
protected:
  PredicateLanguage() : Parsed(ir::parseModule(ModuleText)) {
    EXPECT_TRUE(Parsed) << Parsed.Error.str();
    Names.emplace(module());
    Set.emplace(module());
    F = module().findFunction("f");
  }

  ir::Module &module() { return *Parsed.Parsed; }

  const Expr *ir(std::string_view Text) {
    ir::ParsedExpr E = ir::parseExpr(module(), F, Text);
    EXPECT_TRUE(E) << Text << ": " << E.Error.str();
    return E.Parsed;
  }

  static std::vector<std::string>
  texts(const std::vector<PredicateError> &Errors) {
    std::vector<std::string> Result;
    for (const PredicateError &E : Errors)
      Result.push_back(E.str());
    return Result;
  }

  std::vector<std::string> parse(std::string_view File) {
    return texts(parsePredicates(File, "p", *Names, *Set));
  }
  std::vector<std::string> parseList(std::string_view Text,
                                     const ir::Function *Of) {
    return texts(parsePredicateList(Text, "p", 1, 1, Of, *Names, *Set));
  }

  /// The one predicate of f that \p Text gives; null and a failure if none.
  const Expr *term(std::string_view Text) {
    PredicateSet One(module());
    auto Errors = parsePredicateList(Text, "p", 1, 1, F, *Names, One);
    EXPECT_THAT(texts(Errors), IsEmpty()) << Text;
    EXPECT_EQ(One.of(*F).size(), 1u) << Text;
    return One.of(*F).size() == 1 ? One.of(*F)[0].Term : nullptr;
  }

  void expectTerm(std::string_view Text, std::string_view IrText) {
    const Expr *Found = term(Text), *Wanted = ir(IrText);
    ASSERT_TRUE(Found && Wanted);
    EXPECT_EQ(Found, Wanted) << Text << " gives " << ir::print(Found)
                             << ", not " << ir::print(Wanted);
  }

  /// The error, as `column: message`.
  void expectError(std::string_view Text, const std::string &Error) {
    EXPECT_THAT(parseList(Text, F), ElementsAre("p:1:" + Error)) << Text;
  }

  ir::ParsedModule Parsed;
  std::optional<TestNames> Names;
  std::optional<PredicateSet> Set;
  const ir::Function *F;
};

//===--- Meaning ------------------------------------------------------------===

TEST_F(PredicateLanguage, Names) {
  expectTerm("x == 1", "%x == 1");
  expectTerm("y == 1", "%y == 1");
  expectTerm("y.1 == 1", "%y.1 == 1:i64");
  expectTerm("t == 1", "%t.1 == 1");
  expectTerm("g == 1", "$g == 1");
  expectTerm("count == 1", "$\"f.count\" == 1");
  expectTerm("f.count == 1", "$\"f.count\" == 1");
  expectTerm("x == RED", "%x == 7");
  expectTerm("fp == callee", "%fp == @callee");
  expectTerm("fp == &callee", "%fp == @callee");
  expectTerm("fp == *callee", "%fp == @callee");
}

TEST_F(PredicateLanguage, IntegerConstants) {
  expectTerm("x == 5", "%x == 5");
  expectTerm("x == 0x1F", "%x == 31");
  expectTerm("x == 017", "%x == 15");
  expectTerm("x == 0b101", "%x == 5");
  expectTerm("x == 0", "%x == 0");
  expectTerm("x == 5u", "cast<u32>(%x) == 5:u32");
  expectTerm("x == 5L", "cast<i64>(%x) == 5:i64");
  expectTerm("x == 5LL", "cast<i64>(%x) == 5:i64");
  expectTerm("x == 5uLL", "cast<u64>(%x) == 5:u64");
  expectTerm("x == 5lu", "cast<u64>(%x) == 5:u64");
  expectTerm("x == 2147483647", "%x == 2147483647");
  expectTerm("x == 2147483648", "cast<i64>(%x) == 2147483648:i64");
  expectTerm("x == 0x80000000", "cast<u32>(%x) == 2147483648:u32");
  expectTerm("x == 0x100000000", "cast<i64>(%x) == 4294967296:i64");
  expectTerm("x == 18446744073709551615",
             "cast<u64>(%x) == 18446744073709551615:u64");
}

TEST_F(PredicateLanguage, OtherConstants) {
  expectTerm("c == 'a'", "cast<i32>(%c) == 97");
  expectTerm("c == '\\n'", "cast<i32>(%c) == 10");
  expectTerm("c == '\\''", "cast<i32>(%c) == 39");
  expectTerm("c == '\\0'", "cast<i32>(%c) == 0");
  expectTerm("c == '\\101'", "cast<i32>(%c) == 65");
  expectTerm("c == '\\xff'", "cast<i32>(%c) == -1");
  expectTerm("p == NULL", "%p == null<node*>");
  expectTerm("p == 0", "%p == null<node*>");
  expectTerm("nullptr != p", "null<node*> != %p");
  expectTerm("p == (void *)0", "%p == null<node*>");
  expectTerm("x == true", "%x == 1");
  expectTerm("d < 1.5", "%d < f64 0x3ff8000000000000");
  expectTerm("fl < 1.5f", "%fl < f32 0x3fc00000");
  expectTerm("d < 1e+1", "%d < f64 0x4024000000000000");
}

TEST_F(PredicateLanguage, PrefixOperators) {
  expectTerm("-x == 1", "-%x == 1");
  expectTerm("+c == 1", "cast<i32>(%c) == 1");
  expectTerm("-c == 1", "-cast<i32>(%c) == 1");
  expectTerm("~u == 1", "~%u == 1:u32");
  expectTerm("!x", "!(%x != 0)");
  expectTerm("!x == 1", "cast<i32>(!(%x != 0)) == 1");
  expectTerm("!!b", "%b");
  expectTerm("*q == 1", "*%q == 1");
  expectTerm("(*pp)->val == 1", "(**%pp).val == 1");
  expectTerm("&x == q", "&%x == %q");
  expectTerm("&*q == q", "%q == %q");
  expectTerm("&s.items[x] == q", "&%s.items[%x] == %q");
}

TEST_F(PredicateLanguage, PostfixOperators) {
  expectTerm("p->val == 1", "(*%p).val == 1");
  expectTerm("p->next->next == p", "(*(*%p).next).next == %p");
  expectTerm("(*p).val == 1", "(*%p).val == 1");
  expectTerm("s.items[c] == 1", "%s.items[%c] == 1");
  expectTerm("c[s.items] == 1", "%s.items[%c] == 1");
  expectTerm("grid[1][x] == 1", "$grid[1][%x] == 1");
  expectTerm("q[c] == 1", "*(%q +p %c) == 1");
  expectTerm("p[x].val == 1", "(*(%p +p %x)).val == 1");
  expectTerm("s.x == 1", "%s.\"anon.0\".x == 1");
  expectTerm("bp->y == 1", "(*%bp).\"anon.0\".y == 1:u32");
  expectTerm("s.low == 1", "cast<i32>(%s.low) == 1");
  expectTerm("s.word == 1", "%s.word == 1:u32");
  expectTerm("s.wide == 1", "%s.wide == 1:u64");
}

TEST_F(PredicateLanguage, Conversions) {
  expectTerm("c + 1 > x", "cast<i32>(%c) + 1 > %x");
  expectTerm("x < u", "cast<u32>(%x) < %u");
  expectTerm("u < l", "cast<i64>(%u) < %l");
  expectTerm("l < ul", "cast<u64>(%l) < %ul");
  expectTerm("c < l", "cast<i64>(%c) < %l");
  expectTerm("b + 1 > 0", "cast<i32>(%b) + 1 > 0");
  expectTerm("b == 1", "cast<i32>(%b) == 1");
  expectTerm("x < d", "cast<f64>(%x) < %d");
  expectTerm("fl < d", "cast<f64>(%fl) < %d");
  expectTerm("c < d", "cast<f64>(cast<i32>(%c)) < %d");
  expectTerm("c", "%c != 0:i8");
  expectTerm("c && x", "cast<i32>(%c) != 0 && %x != 0");
  expectTerm("h == 255", "cast<i32>(%h) == 255");
  expectTerm("(x > 3) + 1 > 1", "cast<i32>(%x > 3) + 1 > 1");
}

TEST_F(PredicateLanguage, BinaryOperators) {
  expectTerm("x * 2 / y % 3 == 0", "%x * 2 / %y % 3 == 0");
  expectTerm("x - y - 1 == x - (y - 1)", "%x - %y - 1 == %x - (%y - 1)");
  expectTerm("x << c == 1", "%x << cast<i32>(%c) == 1");
  expectTerm("c >> l == 1", "cast<i32>(%c) >> %l == 1");
  expectTerm("x & y | x ^ y", "(%x & %y | %x ^ %y) != 0");
  expectTerm("x & 1 == y", "(%x & cast<i32>(1 == %y)) != 0");
  expectTerm("x <= 1", "%x <= 1");
  expectTerm("x > 1", "%x > 1");
  expectTerm("x >= 1", "%x >= 1");
  expectTerm("x != 1", "%x != 1");
  expectTerm("x && p || b", "%x != 0 && %p != null<node*> || %b");
  expectTerm("(x > 1 && y > 1) == b",
             "cast<i32>(%x > 1 && %y > 1) == cast<i32>(%b)");
}

TEST_F(PredicateLanguage, Pointers) {
  expectTerm("q + 1 == q", "%q +p 1 == %q");
  expectTerm("c + q == q", "%q +p cast<i32>(%c) == %q");
  expectTerm("q - 1 == q", "%q +p -1:i64 == %q");
  expectTerm("q - x == q", "%q +p -cast<i64>(%x) == %q");
  expectTerm("q - &x > 1", "%q -p &%x > 1:i64");
  expectTerm("q == s.items", "%q == &%s.items[0]");
  expectTerm("grid[1] == q", "&$grid[1][0] == %q");
  expectTerm("q == v", "%q == cast<i32*>(%v)");
  expectTerm("v == q", "%v == cast<void*>(%q)");
  expectTerm("*(s.items + x) == 1", "*(&%s.items[0] +p %x) == 1");
  expectTerm("p < &p[3]", "%p < %p +p 3");
}

TEST_F(PredicateLanguage, Conditional) {
  expectTerm("x ? y : c", "(%x != 0 ? %y : cast<i32>(%c)) != 0");
  expectTerm("(b ? p : NULL) == p", "(%b ? %p : null<node*>) == %p");
  expectTerm("(b ? 0 : p) == p", "(%b ? null<node*> : %p) == %p");
  expectTerm("(b ? p : v) == v", "(%b ? cast<void*>(%p) : %v) == %v");
  expectTerm("(b ? x : b ? y : 1) == 2", "(%b ? %x : (%b ? %y : 1)) == 2");
}

TEST_F(PredicateLanguage, Casts) {
  expectTerm("(unsigned char)x == 3", "cast<i32>(cast<u8>(%x)) == 3");
  expectTerm("(u8)x == 3", "cast<i32>(cast<u8>(%x)) == 3");
  expectTerm("(long)x == l", "cast<i64>(%x) == %l");
  expectTerm("(int long unsigned)x == 1", "cast<u64>(%x) == 1:u64");
  expectTerm("(short int)x == 1", "cast<i32>(cast<i16>(%x)) == 1");
  expectTerm("(const char)x == 1", "cast<i32>(cast<i8>(%x)) == 1");
  expectTerm("(_Bool)x", "%x != 0");
  expectTerm("(struct node *)v == p", "cast<node*>(%v) == %p");
  expectTerm("(list)v == p", "cast<node*>(%v) == %p");
  expectTerm("((list)v)->val == 1", "(*cast<node*>(%v)).val == 1");
  expectTerm("(int (*)(int))v == fp", "cast<(fn(i32) -> i32)*>(%v) == %fp");
  expectTerm("(*(int (*)[3])v)[1] == 1", "(*cast<i32[3]*>(%v))[1] == 1");
  expectTerm("(long)p % 8 == 0", "cast<i64>(%p) % 8:i64 == 0:i64");
  expectTerm("(struct node *)8 == p", "cast<node*>(8) == %p");
  expectTerm("(double)x > d", "cast<f64>(%x) > %d");
  expectTerm("(int)d == 1", "cast<i32>(%d) == 1");
  expectTerm("-(char)x == 1", "-cast<i32>(cast<i8>(%x)) == 1");
  // A variable hides a type of its name.
  expectTerm("(g) == 1", "$g == 1");
}

TEST_F(PredicateLanguage, Sizes) {
  expectTerm("ul == sizeof(int)", "%ul == 4:u64");
  expectTerm("ul == sizeof x", "%ul == 4:u64");
  expectTerm("ul == sizeof(x)", "%ul == 4:u64");
  expectTerm("ul == sizeof s.items", "%ul == 16:u64");
  expectTerm("ul == sizeof(struct node)", "%ul == 16:u64");
  expectTerm("ul == sizeof(list)", "%ul == 8:u64");
  expectTerm("ul == sizeof(int[3][2])", "%ul == 24:u64");
  expectTerm("ul == sizeof(long double)", "%ul == 16:u64");
  expectTerm("ul == sizeof(c) + sizeof('a')", "%ul == 5:u64");
  expectTerm("ul == sizeof(*p)", "%ul == 16:u64");
}

TEST_F(PredicateLanguage, TruthOfScalars) {
  expectTerm("x", "%x != 0");
  expectTerm("p", "%p != null<node*>");
  expectTerm("b", "%b");
  expectTerm("d", "%d != f64 0x0");
  expectTerm("x == y", "%x == %y");
}

//===--- Quote and return ---------------------------------------------------===

TEST_F(PredicateLanguage, EntryValues) {
  ir::Context &C = module().Ctx;
  auto Entry = [&](std::string_view Place) {
    return C.var(Set->entryValue(*F, ir(Place)));
  };
  auto Equal = [&](const Expr *A, const Expr *B) {
    return C.binary(ir::Op::Eq, A, B);
  };
  EXPECT_THAT(parse("f { x == 'x, '*q == 1, *'p->next == '*p->next }"),
              ElementsAre("p:1:16: 'q' is a local variable: only parameters "
                          "and globals have a value at entry",
                          "p:1:37: only numbers and pointers have a value at "
                          "entry that a predicate can use"));
  EXPECT_THAT(parse("f { 'p->val == ('p)->val, 'grid[x][1] == g, 'g == 'count,"
                    "    '(x) == 5, c == 'c }"),
              IsEmpty());
  std::vector<const Expr *> Found;
  for (const Predicate &P : Set->of(*F))
    Found.push_back(P.Term);
  const Expr *Now = C.field(C.deref(Entry("%p")), 0);
  EXPECT_THAT(Found, ElementsAre(Equal(ir("%x"), Entry("%x")),
                                 Equal(Entry("(*%p).val"), Now),
                                 Equal(Entry("$grid[%x][1]"), ir("$g")),
                                 Equal(Entry("$g"), Entry("$\"f.count\"")),
                                 Equal(Entry("%x"), ir("5")),
                                 Equal(C.cast(ir("5")->type(), ir("%c")),
                                       C.cast(ir("5")->type(), Entry("%c")))));
  EXPECT_EQ(Entry("%x")->variable()->Name, "'x");
}

TEST_F(PredicateLanguage, Results) {
  EXPECT_THAT(parse("f { return == 'x } sum { return > x, return == 'x }"),
              IsEmpty());
  const ir::Function &Sum = *module().findFunction("sum");
  EXPECT_EQ(Set->of(*F)[0].Text, "x=='x");
  EXPECT_EQ(Set->of(Sum)[0].Text, "return>x");
  EXPECT_EQ(Set->of(Sum)[0].Term->operand(0)->variable(), Set->result(Sum));
}

//===--- Files --------------------------------------------------------------===

TEST_F(PredicateLanguage, Files) {
  EXPECT_THAT(parse("// comment\n"
                    "f { x == 1, /* two\n lines */ x == 2 }\n"
                    "global { g == 1 }\n"
                    "nothing {}\n"
                    "f { x == 3, }\n"),
              IsEmpty());
  EXPECT_EQ(Set->of(*F).size(), 3u);
  ASSERT_EQ(Set->globals().size(), 1u);
  EXPECT_EQ(Set->globals()[0].Text, "g==1");
}

TEST_F(PredicateLanguage, OneNameOnePredicate) {
  EXPECT_THAT(parse("f { c, c != 0, c == 0, g } global { g }"), IsEmpty());
  EXPECT_EQ(Set->of(*F).size(), 2u);
  EXPECT_EQ(Set->of(*F)[0].Text, "c!=0");
}

TEST_F(PredicateLanguage, EmptyFile) {
  EXPECT_THAT(parse(""), IsEmpty());
  EXPECT_THAT(parse(" \n // nothing"), IsEmpty());
  EXPECT_THAT(parse("\xef\xbb\xbf f {}\r\n"), IsEmpty());
  EXPECT_EQ(Set->size(), 0u);
}

TEST_F(PredicateLanguage, Overloads) {
  EXPECT_THAT(parse("ns::o { x == 1, z == 1, y == 1 }"),
              ElementsAre("p:1:25: unknown name 'y' in 'ns::o'; did you mean "
                          "'x'?"));
  EXPECT_EQ(Set->of(*module().findFunction("_Z1ov")).size(), 1u);
  EXPECT_EQ(Set->of(*module().findFunction("_Z1oi")).size(), 1u);
}

TEST_F(PredicateLanguage, ListsSayWhereTheyStand) {
  auto Errors = parsePredicateList("x == 1,\n  zz == 2, xx", "a.c", 7, 30, F,
                                   *Names, *Set);
  EXPECT_THAT(texts(Errors),
              ElementsAre("a.c:8:3: unknown name 'zz' in 'f'",
                          "a.c:8:12: unknown name 'xx' in 'f'; did you mean "
                          "'x'?"));
  EXPECT_THAT(texts(parsePredicateList("zz", "a.c", 7, 30, F, *Names, *Set)),
              ElementsAre("a.c:7:30: unknown name 'zz' in 'f'"));
  EXPECT_EQ(Set->of(*F).size(), 1u);
}

//===--- Errors -------------------------------------------------------------===

TEST_F(PredicateLanguage, ErrorsInNames) {
  expectError("x == yy", "6: unknown name 'yy' in 'f'; did you mean 'y'?");
  expectError("x == whatever", "6: unknown name 'whatever' in 'f'");
  expectError("p->nxt == p", "4: 'struct node' has no field 'nxt'; did you "
                             "mean 'next'?");
  expectError("s.else == 1", "3: 'struct box' has no field 'else'");
  expectError("hid->a == 1", "6: 'struct hidden' is declared, not defined");
  expectError("(struct nod *)v == p", "9: unknown type 'struct nod'");
  EXPECT_THAT(parseList("y == 1", nullptr),
              ElementsAre("p:1:1: 'y' is a variable of 'f': global predicates "
                          "are about globals alone"));
  EXPECT_THAT(parseList("gq == p", nullptr),
              ElementsAre("p:1:1: unknown global 'gq'; did you mean 'g'?"));
}

TEST_F(PredicateLanguage, ErrorsInTypes) {
  expectError("*x == 1", "1: '*' needs a pointer, not 'int'");
  expectError("1 + *x == 1", "5: '*' needs a pointer, not 'int'");
  expectError("x->val == 1", "2: '->' needs a pointer, not 'int'");
  expectError("q->val == 1", "2: 'int' has no fields");
  expectError("p.val == 1", "2: 'struct node *' is a pointer: write '->'");
  expectError("s->x == 1", "2: 'struct box' is no pointer: write '.'");
  expectError("x[1] == 1", "2: '[]' needs an array or a pointer, not 'int'");
  expectError("q[d] == 1", "2: '[]' needs an integer, not 'double'");
  expectError("vla[1] == q", "4: the size of 'int[0]' is not known");
  expectError("hid + 1 == hid", "5: the size of 'struct hidden' is not known");
  expectError("-p == 1", "1: '-' needs a number, not 'struct node *'");
  expectError("~d == 1", "1: '~' needs an integer, not 'double'");
  expectError("d % 2 == 1", "3: '%' needs integers, not 'double'");
  expectError("x << d", "3: '<<' needs an integer, not 'double'");
  expectError("p * 2 == 1", "3: '*' needs a number, not 'struct node *'");
  expectError("p == 1", "3: cannot compare 'struct node *' with 'int'");
  expectError("s == 1", "3: 'struct box' is no number and no pointer");
  expectError("(b ? p : 1) == p",
              "4: '?:' cannot give either 'struct node *' or 'int'");
  expectError("(struct node)p == 1", "1: cannot cast to 'struct node'");
  expectError("(double)p > d",
              "1: cannot cast from 'struct node *' to 'double'");
  expectError("&1 == q", "1: '&' needs a variable or other memory");
  expectError("&(x + 1) == q", "1: '&' needs a variable or other memory");
  expectError("&'x == q", "1: '&' needs a variable or other memory");
  expectError("&s.low == q", "1: a bit-field has no address");
  expectError("sizeof s.low == 1", "1: a bit-field has no size in bytes");
  expectError("(long char)x == 1", "2: C has no such type");
  expectError("(signed unsigned)x",
              "9: 'unsigned' does not fit what stands before it");
}

TEST_F(PredicateLanguage, NotBoolean) {
  expectError("s", "1: not Boolean, but 'struct box'");
  expectError("x == 1, *p", "9: not Boolean, but 'struct node'");
  expectError("*v", "1: not Boolean, but 'void'");
  expectError("callee", "1: a function is not Boolean");
}

TEST_F(PredicateLanguage, EffectsAreErrors) {
  expectError("callee(x) == 1", "7: a predicate must not call functions");
  expectError("unheard(x) == 1", "8: a predicate must not call functions");
  expectError("fp(x) == 1", "3: a predicate must not call functions");
  expectError("(*fp)(x, y) == 1", "6: a predicate must not call functions");
  expectError("x = 1", "3: a predicate must not change anything, as '=' does; "
                       "'==' compares");
  expectError("(x += 1) > 1",
              "4: a predicate must not change anything, as '+=' does");
  expectError("x++ == 1",
              "2: a predicate must not change anything, as '++' does");
  expectError("--x == 1",
              "1: a predicate must not change anything, as '--' does");
}

TEST_F(PredicateLanguage, ErrorsAtEntryAndReturn) {
  expectError("'y == 1", "2: 'y' is a local variable: only parameters and "
                         "globals have a value at entry");
  expectError("'(x + 1) == 1",
              "1: only variables and other memory have a value at entry");
  expectError("'*'p == 1", "4: expected ',', found 'p'"); // '*' is a character
  expectError("'('x) == 1", "4: expected ',', found 'x'");
  expectError("'(* 'p) == 1", "5: a quote cannot stand inside another one");
  expectError("'grid == 1", "1: only numbers and pointers have a value at "
                            "entry that a predicate can use");
  expectError("'return == 1", "2: a result has no value at entry");
  EXPECT_THAT(parse("nothing { return == 1 } global { return, 'g == 1 }"),
              ElementsAre("p:1:11: 'nothing' returns nothing",
                          "p:1:34: a global predicate has no function that "
                          "could return",
                          "p:1:42: a global predicate has no function at whose "
                          "entry there would be values"));
}

TEST_F(PredicateLanguage, ErrorsInText) {
  expectError("x ==", "5: expected an expression, found the end");
  expectError("x == )", "6: expected an expression, found ')'");
  expectError("(x == 1", "8: expected ')', found the end");
  expectError("x == 1)", "7: expected ',', found ')'");
  expectError("grid[1 == 1", "12: expected ']', found the end");
  expectError("x == 1 y == 2", "8: expected ',', found 'y'");
  expectError("x ? 1", "6: expected ':', found the end");
  expectError("x == 1; y", "7: expected ',', found ';'");
  expectError("x == 99999999999999999999",
              "6: the number '99999999999999999999' is too large");
  expectError("x == 12ab", "6: '12ab' is no number");
  expectError("x == 09", "6: '09' is no number");
  expectError("x == 1.5q", "6: '1.5q' is no number, or one that a predicate "
                           "cannot have");
  expectError("x == @", "6: unknown character '@'");
  expectError("x == \x01", "6: unknown character of code 0x1");
  expectError("x == \"a\"", "6: a predicate cannot contain a string");
  expectError("x == '\\q'", "6: unknown escape");
  expectError("x == '\\xfff'", "6: this character's code is too large");
  expectError("x == '\\nn'", "6: expected ' after the character");
  expectError("x == 1 /* open", "8: this comment is not closed");
  expectError("p-> == 1", "5: expected the name of a field, found '=='");
  expectError("(struct *)v", "9: expected a name after 'struct', found '*'");
  expectError("int == 1", "1: expected an expression, found 'int'");
  expectError("(int(*)(int)v", "13: expected ')', found 'v'");
  expectError("(int[x])v", "6: expected a number of elements, found 'x'");
  expectError("(int[]) v", "6: expected a number of elements, found ']'");
}

TEST_F(PredicateLanguage, ErrorsInSections) {
  EXPECT_THAT(parse("ff { x }"),
              ElementsAre("p:1:1: unknown function 'ff'; did you mean 'f'?"));
  EXPECT_THAT(parse("callee { a }"),
              ElementsAre("p:1:1: function 'callee' has no body here"));
  EXPECT_THAT(parse("gobal { g }"),
              ElementsAre("p:1:1: unknown function 'gobal'; did you mean "
                          "'global'?"));
  EXPECT_THAT(parse("f x == 1 }\nnothing { only }"),
              ElementsAre("p:1:3: expected '{', found 'x'"));
  EXPECT_THAT(parse("{ x == 1 }"),
              ElementsAre("p:1:1: expected the name of a function, or "
                          "'global', found '{'"));
  EXPECT_THAT(parse("f { x == 1"),
              ElementsAre("p:1:11: expected ',' or '}', found the end"));
  EXPECT_THAT(parse("f { x == 2 nothing { only }"),
              ElementsAre("p:1:12: expected ',' or '}', found 'nothing'"));
  EXPECT_EQ(Set->of(*module().findFunction("nothing")).size(), 1u);
}

TEST_F(PredicateLanguage, GoesOnAfterErrors) {
  EXPECT_THAT(parse("f { x == 1, (zz == 2, x == 2, callee(x, y), x == 3, *x,\n"
                    "x == 4 x == 5, x == 6 }\nff { a b c } global { g }"),
              ElementsAre("p:1:14: unknown name 'zz' in 'f'",
                          "p:3:1: unknown function 'ff'; did you mean 'f'?"));
  EXPECT_EQ(Set->of(*F).size(), 1u); // the parenthesis is open to the end
  EXPECT_EQ(Set->globals().size(), 1u);
  PredicateSet More(module());
  auto Errors = parsePredicates("f { x == 1, (zz == 2), callee(x, y), x == 3,\n"
                                "x == 4 x == 5, x == 6 , *x}",
                                "p", *Names, More);
  EXPECT_THAT(texts(Errors),
              ElementsAre("p:1:14: unknown name 'zz' in 'f'",
                          "p:1:30: a predicate must not call functions",
                          "p:2:8: expected ',' or '}', found 'x'",
                          "p:2:25: '*' needs a pointer, not 'int'"));
  EXPECT_EQ(More.of(*F).size(), 4u);
}

TEST_F(PredicateLanguage, Nesting) {
  auto Nested = [](size_t N, std::string Open, std::string Close) {
    std::string Text;
    for (size_t I = 0; I < N; ++I)
      Text += Open;
    Text += "x";
    for (size_t I = 0; I < N; ++I)
      Text += Close;
    return Text;
  };
  EXPECT_THAT(parseList(Nested(900, "(", ")"), F), IsEmpty());
  EXPECT_THAT(parseList(Nested(1900, "!", ""), F), IsEmpty());
  for (auto [Open, Close] :
       {std::pair("(", ")"), std::pair("!", ""), std::pair("(int)", ""),
        std::pair("sizeof ", ""), std::pair("x?x:", ""), std::pair("x?", ":x"),
        std::pair("q[", "]"), std::pair("x||x&&x|x^x&x==x<x<<x+x*(", ")")}) {
    auto Errors = parseList(Nested(10'000, Open, Close), F);
    ASSERT_EQ(Errors.size(), 1u) << Open;
    EXPECT_THAT(Errors[0], testing::HasSubstr("nested too deeply")) << Open;
  }
  auto Types = parseList("(" + Nested(10'000, "int(*)(", ")") + ")x", F);
  ASSERT_EQ(Types.size(), 1u);
  EXPECT_THAT(Types[0], testing::HasSubstr("nested too deeply"));
  EXPECT_THAT(parseList(Nested(10'000, "x+", ""), F), IsEmpty());
}

//===--- Random input -------------------------------------------------------===

class RandomPredicates : public PredicateLanguage {
protected:
  RandomExpressions Random{1, Dialect::Predicates};

  /// \p E as the printer shows it: no negated comparisons but of floats.
  const Expr *normal(const Expr *E) {
    ir::Context &C = module().Ctx;
    std::vector<const Expr *> Ops;
    for (unsigned I = 0; I < E->numOperands(); ++I)
      Ops.push_back(normal(E->operand(I)));
    switch (E->kind()) {
    case ir::ExprKind::Field:
      return C.field(Ops[0], E->fieldIndex());
    case ir::ExprKind::Index:
      return C.index(Ops[0], Ops[1]);
    case ir::ExprKind::Deref:
      return C.deref(Ops[0]);
    case ir::ExprKind::AddrOf:
      return C.addrOf(Ops[0]);
    case ir::ExprKind::Binary:
      return C.binary(E->op(), Ops[0], Ops[1]);
    case ir::ExprKind::Cast:
      return C.cast(E->type(), Ops[0]);
    case ir::ExprKind::Cond:
      return C.cond(Ops[0], Ops[1], Ops[2]);
    case ir::ExprKind::Unary:
      return E->op() == ir::Op::Not ? negation(Ops[0])
                                    : C.unary(E->op(), Ops[0]);
    default:
      return E;
    }
  }
  const Expr *negation(const Expr *E) {
    ir::Context &C = module().Ctx;
    using ir::Op;
    constexpr std::pair<Op, Op> Opposites[] = {
        {Op::Eq, Op::Ne}, {Op::Ne, Op::Eq}, {Op::Lt, Op::Ge},
        {Op::Ge, Op::Lt}, {Op::Gt, Op::Le}, {Op::Le, Op::Gt}};
    for (auto [O, Opposite] : Opposites)
      if (E->op() == O && !E->operand(0)->type()->isFloat())
        return C.binary(Opposite, E->operand(0), E->operand(1));
    return C.notOf(E);
  }
};

TEST_F(RandomPredicates, TextReadsBackAsTheTerm) {
  language::Scope Scope(module(), *Names, F);
  auto Read = [&](const std::string &Text) {
    language::Cursor C(Text, {});
    const Expr *Term = language::ExprParser(C, *Set, Scope).parse();
    EXPECT_TRUE(Term) << Text << ": " << C.error().Message;
    return Term;
  };
  for (unsigned I = 0; I < 10'000 && !HasFailure(); ++I) {
    std::string Text = Random.truth(1 + I % 5);
    const Expr *Term = Read(Text);
    ASSERT_TRUE(Term);
    for (const std::string &Printed : {predicateText(Term), cText(Term)}) {
      const Expr *Again = Read(Printed);
      ASSERT_TRUE(Again) << Text;
      ASSERT_EQ(normal(Again), normal(Term)) << Text << "\n"
                                             << Printed << "\n"
                                             << ir::print(Term) << "\n"
                                             << ir::print(Again);
    }
  }
}

TEST_F(RandomPredicates, AnyBytesGiveErrorsOrPredicates) {
  constexpr const char *Pieces[] = {
      "f",      "global", "{",   "}",        ",",   "x",       "p",  "->",
      "val",    "(",      ")",   "'",        "==",  "1",       "*",  "&",
      "return", "sizeof", "int", "struct",   "[",   "]",       "?",  ":",
      "//",     "/*",     "*/",  "\n",       "!",   "callee",  "\\", "'a'",
      "node",   "\"",     ".",   "0x",       "=",   "nothing", "s",  "items",
      "\xff",   "1e",     "-",   "unsigned", "y.1", "NULL"};
  for (unsigned I = 0; I < 20'000; ++I) {
    std::string Text = I % 2 ? "f { " : "";
    for (size_t N = Random.below(40); N > 0; --N)
      Text += I % 8 == 0 ? std::string(1, char(Random.below(256)))
                         : Random.oneOf(Pieces) + (Random.below(2) ? " " : "");
    PredicateSet S(module());
    for (const PredicateError &E : parsePredicates(Text, "p", *Names, S))
      ASSERT_TRUE(E.Line > 0 && E.Column > 0 && !E.Message.empty()) << Text;
    parsePredicateList(Text, "p", 1, 1, F, *Names, S);
    parsePredicateList(Text, "p", 1, 1, nullptr, *Names, S);
  }
}

//===--- From branches ------------------------------------------------------===

TEST(BranchPredicates, AtomsOfConditions) {
  ir::ParsedModule M = ir::parseModule(R"(module "t.c"
target pointer-bytes 8 little-endian
file "t.c"
global $g: i32
func @f(%x: i32, %b: bool, %d: f64) -> i32 {
  temp %t: i32
entry:
  assume %x == 100
  goto a, b
a:
  assume %x > 0 && !(%b || $g == 1) && (%b ? %x < 9 : true)
  assume %x != 3
  %x = 1
  assume %x == 200
  goto c
b:
  assume !(%x > 0 && !(%b || $g == 1) && (%b ? %x < 9 : true))
  goto c, d
c:
  assume %t == 1 || %d < f64 0x0 || %x == 4
  goto e
d:
  assume cast<f64>(%x) == %d && true
  goto e
e:
  assume %x == 300
  return %x
}
)");
  ASSERT_TRUE(M) << M.Error.str();
  PredicateSet S(*M.Parsed);
  const ir::Function &F = *M.Parsed->findFunction("f");
  addBranchPredicates(F, S);
  std::vector<std::string> Found;
  for (const Predicate &P : S.of(F))
    Found.push_back(P.Text);
  EXPECT_THAT(Found, ElementsAre("x>0", "b", "g==1", "x<9", "x!=3", "x==4"));
  EXPECT_THAT(S.globals(), IsEmpty());
}

TEST(BranchPredicates, DeepConditions) {
  ir::ParsedModule M = ir::parseModule(R"(module "t.c"
target pointer-bytes 8 little-endian
file "t.c"
func @f(%x: i32) -> void {
entry:
  goto a, a
a:
  return
}
)");
  ASSERT_TRUE(M) << M.Error.str();
  ir::Context &C = M.Parsed->Ctx;
  ir::Function &F = *M.Parsed->findFunction("f");
  const Expr *X = C.var(F.Vars[0].get()), *E = C.isTrue(X);
  for (int I = 0; I < 100'000; ++I)
    E = C.binary(I % 2 ? ir::Op::LAnd : ir::Op::LOr, C.notOf(E),
                 C.isTrue(C.unary(ir::Op::Neg, X)));
  ir::Stmt S;
  S.Value = E;
  F.Blocks[1].Stmts.insert(F.Blocks[1].Stmts.begin(), S);
  PredicateSet Set(*M.Parsed);
  addBranchPredicates(F, Set);
  EXPECT_EQ(Set.size(), 2u);
}

} // namespace
} // namespace predabs
