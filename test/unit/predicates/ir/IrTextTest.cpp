// The text form of the IR: what it looks like, and what the parser says about
// text that is wrong.

#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"
#include "test/support/CompareModules.h"

#include <gtest/gtest.h>

using namespace predabs::ir;

namespace {

std::unique_ptr<Module> parsed(std::string_view Text) {
  ParsedModule P = parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str();
  return P ? std::move(P.Parsed) : std::make_unique<Module>(Target());
}

std::string errorOf(std::string_view Text) {
  ParsedModule P = parseModule(Text);
  return P ? "no error" : P.Error.str();
}

void expectCanonical(const std::string &Text) {
  EXPECT_EQ(print(*parsed(Text)), Text);
}

/// `int f(struct node *p) { int x = p->val; g(&x, 1); return x; }`
std::unique_ptr<Module> buildExample() {
  auto M = std::make_unique<Module>(Target());
  Context &C = M->Ctx;
  M->Name = "example.c";
  M->Files = {"example.c"};
  const Type *Int = C.intType(32, true);
  const Type *Node = C.recordType("node");
  const Type *NodePtr = C.pointerType(Node);
  C.completeRecord(Node, false, {{"val", Int, 0}, {"next", NodePtr, 64}}, 16,
                   8);
  Function *G = M->addFunction(
      "g", C.functionType(C.voidType(), {C.pointerType(Int)}, true));
  Function *F = M->addFunction("f", C.functionType(Int, {NodePtr}, false));
  F->Where = {0, 3, 5};
  const Expr *P = C.var(addVariable(*F, "p", NodePtr, Storage::Parameter));
  const Expr *X = C.var(addVariable(*F, "x", Int, Storage::Local));
  Block &B = F->Blocks[addBlock(*F, "entry")];
  B.Stmts.push_back({StmtKind::Assign,
                     Reason::None,
                     {},
                     {0, 3, 32},
                     X,
                     C.field(C.deref(P), 0),
                     {}});
  B.Stmts.push_back({StmtKind::Call,
                     Reason::None,
                     {},
                     {0, 3, 44},
                     nullptr,
                     C.funcAddr(G),
                     {C.addrOf(X), C.intConst(Int, 1)}});
  B.Stmts.push_back(
      {StmtKind::Return, Reason::None, {}, {0, 3, 54}, nullptr, X, {}});
  return M;
}

TEST(IrText, PrintsABuiltModule) {
  EXPECT_EQ(print(*buildExample()), R"(module "example.c"
target pointer-bytes 8 little-endian
file "example.c"

record node size 16 align 8 {
  val: i32 at bit 0
  next: node* at bit 64
}

func @g(i32*, ...) -> void

func @f(%p: node*) -> i32 at "example.c":3:5 {
  var %x: i32
entry:
  %x = (*%p).val at 3:32
  call @g(&%x, 1) at 3:44
  return %x at 3:54
}
)");
}

TEST(IrText, ParsesABuiltModule) {
  auto M = buildExample();
  EXPECT_EQ(firstDifference(*M, *parsed(print(*M))).value_or(""), "");
}

TEST(IrText, PrintsPartsAlone) {
  auto M = buildExample();
  const Function *F = M->findFunction("f");
  EXPECT_EQ(print(F->Blocks[0].Stmts[1]), "call @g(&%x, 1)");
  EXPECT_EQ(print(F->Ty), "fn(node*) -> i32");
  EXPECT_EQ(print(*M, *F, Locations::Hide), "func @f(%p: node*) -> i32 {\n"
                                            "  var %x: i32\n"
                                            "entry:\n"
                                            "  %x = (*%p).val\n"
                                            "  call @g(&%x, 1)\n"
                                            "  return %x\n"
                                            "}\n");
}

TEST(IrText, HeaderKeepsEverything) {
  expectCanonical("module \"a \\\"b\\\".c\"\n"
                  "target pointer-bytes 4 big-endian wrap-signed "
                  "strict-aliasing\n"
                  "file \"a\\n.c\"\n"
                  "file \"a\\n.c\"\n"
                  "init @start\n"
                  "\n"
                  "func @start() -> void at #1:1:1\n");
}

TEST(IrText, HeaderHasDefaults) {
  auto M = parsed("\n// nothing but a comment\n");
  EXPECT_EQ(M->Ctx.target(), Target());
  EXPECT_EQ(M->Name, "");
}

TEST(IrText, RecordsKeepEverything) {
  expectCanonical(R"(module ""
target pointer-bytes 8 little-endian

record "struct a" size 16 align 8 {
  b: "std::list<a, b>"*[3] at bit 0
  flags: u32 at bit 64 width 3
  "": u32 at bit 67 width 5
}

record "std::list<a, b>" union size 8 align 4 {
  a: "struct a"* at bit 0
}

record empty size 0 align 1 {
}

record unknown
)");
}

TEST(IrText, GlobalsKeepEverything) {
  expectCanonical(R"(module ""
target pointer-bytes 8 little-endian
file "a.c"

global $a: i32 extern at "a.c":1:1
global $b: u8[4] internal const {
  bytes "a\x00\t\xff"
}
global $c: i32*[2] unknown because initialiser at "a.c":3:1 {
  at bit 0 = &$a
  at bit 64 width 7 = cast<i32*>(&$d)
}
global $d: (fn(i32) -> void)* {
  at bit 0 = @f
}
global $e: void* {
  at bit 0 = label(@f, done)
}

func @f(i32) -> void {
done:
  return
}
)");
}

TEST(IrText, FunctionsKeepEverything) {
  expectCanonical(R"(module ""
target pointer-bytes 8 little-endian
file "a.c"
file "a.h"

func @f() -> void internal weak noreturn system named "f(int) {}" at "a.c":1:1

func @g(%x: i32 at 3:4, %y: i32 at "a.h":9:9, ...) -> i32 at "a.c":3:1 {
  exactness 5 statements, 1 floating, 2 approximated because 1 volatile, 3 inline-asm
  var %z: u8 at 4:1
  temp %"x y": bool
entry:
  goto loop, for.body, entry
loop:
  return 0 at "a.h":1:1
for.body:
  stop
}

func @old(%x: i32) typed fn(...) -> i32 {
  exactness because 1 constant-p
entry:
  return %x
}
)");
}

TEST(IrText, StatementsKeepEverything) {
  expectCanonical(R"(module ""
target pointer-bytes 8 little-endian

func @f(%x: i32, %fp: (fn() -> i32)*, %pp: (fn() -> i32)**) -> void {
"goto":
  assume %x > 0
  %x = %x because volatile
  %x = call @f()
  call @f(%x, 1:u8)
  %x = call *%fp()
  call **%pp()
  call *(%x > 0 ? %fp : *%pp)()
  call *cast<(fn() -> void)*>(%fp)()
  havoc %x because uninitialised
  havoc everything because inline-asm
  assume %x > 1 marked given at #0:3:1
  %x = 1 marked begins, acquires
  %x = %x because volatile marked acquires
  call @f(%x) marked violation, certain, partial, free-at-entry
  call @f() marked held-at-entry
  return
}
)");
}

TEST(IrText, ALineEndsAStatement) {
  auto M = parsed("func @f(%x: i32, %p: i32*) -> void {\n"
                  "a:\n"
                  "  %x = %x // a comment\n"
                  "  *%p = /* and one\n more */ %x\n"
                  "\n"
                  "  stop\n"
                  "true:\n"
                  "  return\n"
                  "}");
  const Block &B = M->Functions[0]->Blocks[0];
  ASSERT_EQ(B.Stmts.size(), 2u);
  EXPECT_EQ(print(B.Stmts[0]), "%x = %x");
  EXPECT_EQ(print(B.Stmts[1]), "*%p = %x");
}

class IrExprText : public testing::Test {
protected:
  std::unique_ptr<Module> M = parsed(R"(
record s size 24 align 8 {
  a: i32[2][3] at bit 0
  next: s* at bit 64
  "": i32 at bit 128
  next: i32 at bit 160
}
global $g: s
global $"odd g": i32
func @h(%a: i32, %b: i32, %c: i32) -> void {
  var %p: i32*
  var %q: i32*
  var %s: s*
  var %t: bool
  var %u: u64
  var %d: f64
  var %v: u8
  var %x.1: s
entry:
  return
}
)");

  std::string reprint(std::string_view Text) {
    ParsedExpr P = parseExpr(*M, M->Functions[0].get(), Text);
    return P ? print(P.Parsed) : P.Error.str();
  }
  void expectCanonicalExprs(std::initializer_list<const char *> Texts) {
    for (const char *Text : Texts)
      EXPECT_EQ(reprint(Text), Text);
  }
};

TEST_F(IrExprText, Operators) {
  expectCanonicalExprs({"%a + %b",
                        "%a - %b",
                        "%a * %b",
                        "%a / %b",
                        "%a % %b",
                        "%a << %v",
                        "%a >> %v",
                        "%a & %b",
                        "%a | %b",
                        "%a ^ %b",
                        "%a == %b",
                        "%a != %b",
                        "%a < %b",
                        "%a <= %b",
                        "%a > %b",
                        "%a >= %b",
                        "%t && %t",
                        "%t || %t",
                        "%p +p %a",
                        "%p -p %q",
                        "-%a",
                        "~%a",
                        "!%t",
                        "clz(%a)",
                        "ctz(%a)",
                        "popcount(%a)",
                        "bswap(%a)",
                        "%t ? %a : %b",
                        "cast<u64>(%a)",
                        "*%p",
                        "&%a",
                        "@h",
                        "label(@h, entry)",
                        "-%d",
                        "%d * %d",
                        "%d < %d"});
}

TEST_F(IrExprText, Places) {
  expectCanonicalExprs({"(*%s).a[1:u8][%a]", "&(*(*%s).next).next",
                        "*((*%s).next +p 1)", "$g.a[0][1]", "$\"odd g\"",
                        "$g.#2", "$g.#3", "%x.1.next", "**(&%p +p 1)",
                        "(*%s).a[%a + 1][%t ? 0 : 1]"});
}

TEST_F(IrExprText, Constants) {
  expectCanonicalExprs({"5",
                        "-5",
                        "-2147483648",
                        "2147483647",
                        "0:u8",
                        "255:u8",
                        "-128:i8",
                        "18446744073709551615:u64",
                        "340282366920938463463374607431768211455:u128",
                        "-170141183460469231731687303715884105728:i128",
                        "-1:i1",
                        "true",
                        "false",
                        "null<s*>",
                        "cast<s*>(16:u64)",
                        "zero<s>",
                        "zero<i32[2]>",
                        "zero<opaque(\"v 4\", 16, 8)>",
                        "f64 0x3ff8000000000000 /* 1.5 */",
                        "f32 0xff800000 /* -inf */",
                        "f80 0x3fff8000000000000000",
                        "f64(8, 4) 0x0000000000000000 /* 0 */",
                        "f16 0x3c00"});
}

TEST_F(IrExprText, ParenthesesAreMinimal) {
  expectCanonicalExprs({"%a - %b - %c",
                        "%a - (%b - %c)",
                        "%a + %b * %c",
                        "(%a + %b) * %c",
                        "-(%a + %b)",
                        "-%a + %b",
                        "-(-%a)",
                        "~-%a",
                        "%a - -%b",
                        "%a - -5",
                        "!(%a > %b)",
                        "!%t && %t || %t",
                        "!(%t && %t)",
                        "%t && (%t || %t)",
                        "(%a & %b) == %c",
                        "%t ? %t ? %a : %b : %t ? %b : %c",
                        "(%t ? %t : !%t) ? %a : %b",
                        "(%t ? %a : %b) + %c",
                        "%a + (%t ? %a : %b)",
                        "%a << (%b << %c)",
                        "%a < %b == %b < %c",
                        "%a < %b == (%t == %t)",
                        "%p +p %a +p %b",
                        "%p +p (%q -p %p)",
                        "*(%p +p %a) + 1",
                        "cast<i32>(%p -p %q) * (*%p + %a)",
                        "(%a | %b) ^ %c & (%a ^ %b)"});
  EXPECT_EQ(reprint("((%a)) + ((%b * %c))"), "%a + %b * %c");
}

TEST_F(IrExprText, UnfoldedConstantsStayUnfolded) {
  expectCanonicalExprs(
      {"2147483647 + 1", "-(-2147483648)", "1 / 0", "1 << 40", "clz(1:u8)",
       "1:u128 * 2:u128", "-2147483648 - 1", "cast<f64>(1)",
       "null<i32*> -p cast<i32*>(4:u64)", "f64 0x0000000000000000 /* 0 */ + %d",
       "-f64 0x0000000000000000 /* 0 */", "cast<i32*>(cast<u64>(%p))"});
  EXPECT_EQ(reprint("1 + 2"), "3");
}

TEST_F(IrExprText, Types) {
  for (const char *T :
       {"i32*", "i32*[10]", "i32[10]*", "i32[10][5]", "i32[10]*[5][3]*",
        "(fn(i32, ...) -> i32)*", "fn(...) -> void", "fn() -> i32*",
        "(fn((fn() -> void)*) -> (fn() -> s*)*)*[4]", "bool", "u1*", "i1",
        "f80", "f80(12, 4)", "opaque(\"a\", 1, 2)[3]"}) {
    std::string Pointer = *T == 'f' && T[1] == 'n' ? "(" + std::string(T) + ")*"
                                                   : std::string(T) + "*";
    std::string Text = "null<" + Pointer + ">";
    size_t U1 = Text.find("u1*");
    EXPECT_EQ(reprint(Text), U1 == Text.npos ? Text : "null<bool**>");
  }
}

TEST_F(IrExprText, TypeErrorsPointAtTheOperator) {
  EXPECT_EQ(reprint("%a + %u"),
            "1:4: operands of '+' have different types, i32 and u64");
  EXPECT_EQ(reprint("%p + %p"), "1:4: operand of '+' is not a number but i32*");
  EXPECT_EQ(reprint("%d % %d"),
            "1:4: operand of '%' is not an integer but f64");
  EXPECT_EQ(reprint("%d << 1"),
            "1:4: operand of '<<' is not an integer but f64");
  EXPECT_EQ(reprint("%a && %t"), "1:4: operand of '&&' is not bool but i32");
  EXPECT_EQ(reprint("%a +p 1"),
            "1:4: operand of '+p' is not a pointer but i32");
  EXPECT_EQ(reprint("%p +p %p"),
            "1:4: operand of '+p' is not an integer but i32*");
  EXPECT_EQ(reprint("%p -p %s"),
            "1:4: operands of '-p' have different types, i32* and s*");
  EXPECT_EQ(reprint("$g == $g"), "1:4: operand of '==' is not a scalar but s");
  EXPECT_EQ(reprint("%a * -%t ? 1 : 2"),
            "1:4: operands of '*' have different types, i32 and bool");
  EXPECT_EQ(reprint("!%a"), "1:1: operand of '!' is not bool but i32");
  EXPECT_EQ(reprint("-%p"), "1:1: operand of '-' is not a number but i32*");
  EXPECT_EQ(reprint("clz(%d)"),
            "1:1: operand of 'clz' is not an integer but f64");
  EXPECT_EQ(reprint("*%a"), "1:1: operand of '*' is not a pointer but i32");
  EXPECT_EQ(reprint("&5"), "1:1: operand of '&' is not a place");
  EXPECT_EQ(reprint("%a.f"), "1:3: a field of i32");
  EXPECT_EQ(reprint("$g.f"), "1:3: unknown field");
  EXPECT_EQ(reprint("$g.#4"), "1:3: unknown field");
  EXPECT_EQ(reprint("zero<s>.a"), "1:8: a field of what is not a place");
  EXPECT_EQ(reprint("%a[1]"), "1:3: an element of i32");
  EXPECT_EQ(reprint("$g.a[%p]"), "1:5: index is not an integer but i32*");
  EXPECT_EQ(reprint("cast<s>(%a)"), "1:1: cast of i32 to s");
  EXPECT_EQ(reprint("cast<f64>(%p)"), "1:1: cast of i32* to f64");
  EXPECT_EQ(reprint("%a ? 1 : 2"), "1:8: condition of '?' is not bool but i32");
  EXPECT_EQ(reprint("%t ? 1 : %u"),
            "1:8: branches of '?' have different types, i32 and u64");
}

TEST_F(IrExprText, SyntaxErrors) {
  EXPECT_EQ(reprint(""), "1:1: expected an expression, found the end of the "
                         "text");
  EXPECT_EQ(reprint("(%a"), "1:4: expected ')', found the end of the text");
  EXPECT_EQ(reprint("$g.a[0)"), "1:7: expected ']', found ')'");
  EXPECT_EQ(reprint("%t ? 1"), "1:7: expected ':', found the end of the text");
  EXPECT_EQ(reprint("%a)"), "1:3: expected the end of the text, found ')'");
  EXPECT_EQ(reprint("%a %b"), "1:4: expected the end of the text, found '%b'");
  EXPECT_EQ(reprint("%a +"), "1:5: expected an expression, found the end of "
                             "the text");
  EXPECT_EQ(reprint("%nope"), "1:1: unknown variable 'nope'");
  EXPECT_EQ(reprint("$nope"), "1:1: unknown global 'nope'");
  EXPECT_EQ(reprint("@nope"), "1:1: unknown function 'nope'");
  EXPECT_EQ(reprint("label(@h, nope)"), "1:11: unknown block 'nope'");
  EXPECT_EQ(reprint("null<i32>"), "1:5: null has a pointer type");
  EXPECT_EQ(reprint("zero<void>"), "1:5: there are no values of this type");
  EXPECT_EQ(reprint("256:u8"), "1:1: number does not fit its type");
  EXPECT_EQ(reprint("-1:u8"), "1:2: number does not fit its type");
  EXPECT_EQ(reprint("2147483648"), "1:1: number does not fit its type");
  EXPECT_EQ(reprint("1:u129"),
            "1:3: expected an integer type of 1 to 128 bits");
  EXPECT_EQ(reprint("f16 0x12345"), "1:5: number does not fit its type");
  EXPECT_EQ(reprint("f64 1:u8"), "1:5: expected the bits of a floating-point "
                                 "number, found '1:u8'");
  EXPECT_EQ(reprint("340282366920938463463374607431768211456"),
            "1:1: number needs more than 128 bits");
  EXPECT_EQ(reprint("null<nope*>"), "1:6: unknown record 'nope'");
  EXPECT_EQ(reprint("null<i129*>"), "1:6: expected a type, found 'i129'");
  EXPECT_EQ(reprint("null<void[3]*>"),
            "1:10: an array cannot have elements of this type");
  EXPECT_EQ(reprint("%\"x"), "1:2: string has no end on its line");
  EXPECT_EQ(reprint("%a /* x"), "1:4: comment has no end");
  EXPECT_EQ(reprint("%a ` 1"), "1:4: unknown character");
}

std::string repeat(const std::string &Text, unsigned Times) {
  std::string Result;
  for (unsigned I = 0; I < Times; ++I)
    Result += Text;
  return Result;
}

constexpr unsigned Deep = 20000;

TEST_F(IrExprText, DeepNestingIsNoProblem) {
  for (std::string Text :
       {"%a" + repeat(" / %b", Deep),
        repeat("%a / (", Deep) + "%a / %b" + repeat(")", Deep),
        repeat("~", Deep) + "%a",
        repeat("cast<i64>(cast<i32>(", Deep) + "%u" + repeat("))", Deep),
        repeat("%t ? 1 : ", Deep) + "2"})
    EXPECT_TRUE(reprint(Text) == Text);
  EXPECT_EQ(reprint(repeat("(", Deep) + "%a" + repeat(")", Deep)), "%a");
}

TEST_F(IrExprText, DeepExpressionsCompareAndVerify) {
  std::string Text = "func @f(%a: i32) -> i32 {\nentry:\n  return " +
                     repeat("~(1 / ", Deep) + "%a" + repeat(")", Deep) +
                     "\n}\n";
  auto A = parsed(Text), B = parsed(Text);
  EXPECT_EQ(verify(*A).value_or(""), "");
  EXPECT_EQ(firstDifference(*A, *B).value_or(""), "");
}

TEST_F(IrExprText, DeepTypes) {
  std::string Pointers = "null<i32" + repeat("*", Deep) + ">";
  EXPECT_TRUE(reprint(Pointers) == Pointers);
  std::string Arrays = "null<i32" + repeat("[1]", Deep) + "*>";
  EXPECT_TRUE(reprint(Arrays) == Arrays);
  std::string Results = "null<(" + repeat("fn() -> ", 900) + "void)*>";
  EXPECT_TRUE(reprint(Results) == Results);
  EXPECT_EQ(reprint("null<" + repeat("(", Deep) + "void" + repeat(")", Deep)),
            "1:1006: type is nested too deep");
}

TEST(IrTextError, Header) {
  EXPECT_EQ(errorOf("module x"), "1:8: expected a quoted name, found 'x'");
  EXPECT_EQ(errorOf("module \"x\" y"),
            "1:12: expected the end of the line, found 'y'");
  EXPECT_EQ(errorOf("target 8"), "1:8: expected 'pointer-bytes', found '8'");
  EXPECT_EQ(errorOf("target pointer-bytes 17"),
            "1:22: number is too large for the size of a pointer");
  EXPECT_EQ(errorOf("target pointer-bytes 0 little-endian"),
            "1:22: a pointer has at least one byte");
  EXPECT_EQ(errorOf("target pointer-bytes 8"),
            "1:23: expected 'little-endian', found the end of the text");
  EXPECT_EQ(errorOf("init @f"), "1:6: unknown function 'f'");
  EXPECT_EQ(errorOf("module \"\\q\""),
            "1:9: unknown escape, expected \\n, \\t, \\\", \\\\ or \\x00");
  EXPECT_EQ(errorOf("\n\nwhat"),
            "3:1: expected 'record', 'global' or 'func', found 'what'");
  EXPECT_EQ(errorOf("record a\nmodule \"x\""),
            "2:1: expected 'record', 'global' or 'func', found 'module'");
}

TEST(IrTextError, Records) {
  EXPECT_EQ(errorOf("record i32"),
            "1:8: expected a record's name, found 'i32'");
  EXPECT_EQ(errorOf("record a\nrecord \"a\""), "2:8: second record 'a'");
  EXPECT_EQ(errorOf("record a {"), "1:11: expected '}', found the end of the "
                                   "text");
  EXPECT_EQ(errorOf("record a {\n}"), "1:10: expected 'size', found '{'");
  EXPECT_EQ(errorOf("record a size 1 align 1 {\n  x i32\n}"),
            "2:5: expected ':', found 'i32'");
  EXPECT_EQ(errorOf("record a size 1 align 1 {\n  x: i32\n}"),
            "2:9: expected 'at', found the end of the line");
  EXPECT_EQ(errorOf("record a size 1 align 1 {\n} x"),
            "2:3: expected the end of the line, found 'x'");
}

TEST(IrTextError, Globals) {
  EXPECT_EQ(errorOf("global %x: i32"),
            "1:8: expected a global's name, found '%x'");
  EXPECT_EQ(errorOf("global $x: i32\nglobal $x: u8"), "2:8: second global 'x'");
  EXPECT_EQ(errorOf("global $x: i32 const extern"),
            "1:22: expected the end of the line, found 'extern'");
  EXPECT_EQ(errorOf("global $x: i32 unknown because fun"),
            "1:32: expected a reason, found 'fun'");
  EXPECT_EQ(errorOf("global $x: i32 at 3:4"),
            "1:19: expected a file, found '3'");
  EXPECT_EQ(errorOf("global $x: i32 at \"a.c\":3:4"),
            "1:19: unknown file 'a.c'");
  EXPECT_EQ(errorOf("global $x: i32 at #0:0:4"), "1:22: lines count from 1");
  EXPECT_EQ(errorOf("global $x: i32 {\n  at bit 0 = %y\n}"),
            "2:14: unknown variable 'y'");
}

TEST(IrTextError, Functions) {
  EXPECT_EQ(errorOf("func @f(i32, %x: i32) -> i32"),
            "1:14: expected a type, found '%x'");
  EXPECT_EQ(errorOf("func @f(%x: i32, i32) -> i32"),
            "1:18: expected a parameter, found 'i32'");
  EXPECT_EQ(errorOf("func @f(%x: i32, %x: i32) -> i32"),
            "1:18: second variable 'x'");
  EXPECT_EQ(errorOf("func @f(%x: i32 at 1:2) -> i32"),
            "1:9: location without a file in a function without one");
  EXPECT_EQ(errorOf("func @f() -> i32\nfunc @f() -> i32"),
            "2:6: second function 'f'");
  EXPECT_EQ(errorOf("func @f() typed i32"),
            "1:17: the type of a function is a function type");
  EXPECT_EQ(errorOf("func @f() -> void {\n}"),
            "2:1: expected a block, found '}'");
  EXPECT_EQ(errorOf("func @f() -> void {\na:\n  stop\na:\n  stop\n}"),
            "4:1: second block 'a'");
  EXPECT_EQ(errorOf("func @f() -> void {\n\"\":\n  stop\n}"),
            "2:1: a block has a name");
  EXPECT_EQ(errorOf("func @f() -> void {\n  stop\na:\n  stop\n}"),
            "2:3: expected a block, found 'stop'");
}

std::string bodyError(const std::string &Body) {
  return errorOf("func @f(%x: i32) -> void {\na:\n" + Body + "\n}\n");
}

TEST(IrTextError, Bodies) {
  EXPECT_EQ(bodyError("  %x = 1"),
            "4:1: expected a statement, 'goto' or 'stop', found '}'");
  EXPECT_EQ(bodyError("  goto b"), "3:8: unknown block 'b'");
  EXPECT_EQ(bodyError("  goto"), "3:7: expected a block, found the end of the "
                                 "line");
  EXPECT_EQ(bodyError("  stop now"),
            "3:8: expected the end of the line, found 'now'");
  EXPECT_EQ(bodyError("  return\n  stop"), "4:3: expected '}', found 'stop'");
  EXPECT_EQ(bodyError("  (ctz(%x)) = 1"), "3:3: only places are written to");
  EXPECT_EQ(bodyError("  %x 1"), "3:6: expected '=', found '1'");
  EXPECT_EQ(bodyError("  call %x()"), "3:8: expected '*', found '%x'");
  EXPECT_EQ(bodyError("  call @f(1 2)"), "3:13: expected ',', found '2'");
  EXPECT_EQ(bodyError("  call @f(,)"),
            "3:11: expected an expression, found ','");
  EXPECT_EQ(bodyError("  call *%x + 1()"), "3:12: expected '(', found '+'");
  EXPECT_EQ(bodyError("  havoc %x because"),
            "3:19: expected a reason, found the end of the line");
  EXPECT_EQ(bodyError("  assume true marked"),
            "3:21: expected a mark, found the end of the line");
  EXPECT_EQ(bodyError("  assume true marked given, gone"),
            "3:29: expected a mark, found 'gone'");
  EXPECT_EQ(bodyError("  assume true at 3:4"),
            "3:18: expected a file, found '3'");
  EXPECT_EQ(bodyError("  launch"), "3:3: expected a statement, 'goto' or "
                                   "'stop', found 'launch'");
  EXPECT_EQ(bodyError("  var %y: i32"), "3:3: expected a statement, 'goto' or "
                                        "'stop', found 'var'");
}

TEST(IrTextError, StandsForWhatWasFound) {
  EXPECT_EQ(errorOf("module " + repeat("x", 100)),
            "1:8: expected a quoted name, found '" + repeat("x", 40) + "...'");
}

/// Each row changes one thing that the text holds.
TEST(IrCompare, FindsEachDifference) {
  const std::string Text = R"(module "m"
target pointer-bytes 8 little-endian
file "a.c"
init @f

record s size 8 align 4 {
  a: i32 at bit 0
}

global $g: i32 const at "a.c":1:1 {
  bytes "abc"
  at bit 0 = 5
}

func @f(%x: i32 at 2:3) -> i32 at "a.c":2:1 {
  exactness 1 statements because 1 volatile
  var %y: i32 at 2:9
a:
  %y = %x + 1 because volatile at 3:1
  goto a, b
b:
  return %y
}
)";
  auto M = parsed(Text);
  EXPECT_EQ(firstDifference(*M, *parsed(Text)).value_or(""), "");
  struct {
    const char *From, *To, *Difference;
  } Rows[] = {
      {"\"m\"", "\"n\"", "name of the module"},
      {"little", "big", "target"},
      {"init @f", "", "init"},
      {"record s size 8", "record s size 4", "record s: s"},
      {"record s", "record b\nrecord s", "number of records"},
      {"a: i32 at bit 0", "b: i32 at bit 0", "record s: s"},
      {"a: i32 at bit 0", "a: u32 at bit 0", "record s: i32"},
      {"a: i32 at bit 0", "a: i32 at bit 1", "record s: s"},
      {"a: i32 at bit 0", "a: i32 at bit 0 width 2", "record s: s"},
      {"$g: i32", "$h: i32", "name of global g"},
      {"$g: i32", "$g: u32", "type of global g"},
      {"$g: i32", "$g: i32 extern", "extern on global g"},
      {"$g: i32", "$g: i32 internal", "internal on global g"},
      {" const", "", "const on global g"},
      {" const", " const unknown because rtti", "unknown on global g"},
      {"\"a.c\":1:1", "\"a.c\":1:2", "location of global g"},
      {"abc", "abd", "bytes of global g"},
      {"bit 0 = 5", "bit 1 = 5", "offset of initial value 0 of global g"},
      {"bit 0 = 5", "bit 0 width 1 = 5",
       "width of initial value 0 of global g"},
      {"bit 0 = 5", "bit 0 = 6", "initial value 0 of global g: 5"},
      {"-> i32 at", "-> i32 internal at", "internal on function f"},
      {"-> i32 at", "-> i32 weak at", "weak on function f"},
      {"-> i32 at", "-> i32 noreturn at", "noreturn on function f"},
      {"-> i32 at", "-> i32 system at", "system on function f"},
      {"-> i32 at", "-> i32 named \"F\" at", "display name of function f"},
      {"-> i32 at", "-> u32 at", "type of function f"},
      {"2:3", "2:4", "location of variable x of function f"},
      {"1 statements", "2 statements", "statements counted in function f"},
      {"because 1 volatile", "because 1 rtti", "reasons counted in function f"},
      {"var %y", "temp %y", "kind of variable y of function f"},
      {"+ 1 because volatile", "+ 1",
       "reason of statement 0 of block a of function f"},
      {"volatile at 3:1", "volatile marked begins at 3:1",
       "marks of statement 0 of block a of function f"},
      {"%x + 1", "%y + 1", "value of statement 0 of block a of function f: %x"},
      {"%x + 1", "%x - 1",
       "value of statement 0 of block a of function f: %x + 1"},
      {" at 3:1", "", "location of statement 0 of block a of function f"},
      {"goto a, b", "goto b, a", "successors of block a of function f"},
      {"  return %y", "  stop",
       "number of statements of block b of function f"},
      {"  return %y", "  return %x",
       "value of statement 0 of block b of function f"},
  };
  for (const auto &[From, To, Difference] : Rows) {
    std::string Other = Text;
    Other.replace(Other.find(From), std::string_view(From).size(), To);
    std::string Found = firstDifference(*M, *parsed(Other)).value_or("");
    EXPECT_EQ(Found, Difference) << From << " -> " << To;
    EXPECT_NE(print(*parsed(Other)), Text) << From << " -> " << To;
  }
}

} // namespace
