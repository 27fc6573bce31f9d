// Bad Boolean programs: one clear message each, and never a crash.

#include "predicates/bp/Parse.h"
#include "predicates/bp/Print.h"
#include "test/support/ComparePrograms.h"

#include <gtest/gtest.h>

#include <random>

using namespace predabs::bp;

namespace {

/// The error of a text with one.
std::string errorOf(const std::string &Text) {
  ParsedProgram Result = parseProgram(Text);
  return Result ? "none" : Result.Error.str();
}

std::string errorInMain(const std::string &Body) {
  return errorOf("decl a, b; bool f(p) { return p; } bool<2> g() { }\n"
                 "void main() {\n" +
                 Body + "\n}");
}

TEST(BpErrors, SaysWhatIsWrong) {
  EXPECT_EQ(errorOf(""), "1:1: the program has no procedure");
  EXPECT_EQ(errorOf("decl a\nb;"), "2:1: expected ';', found 'b'");
  EXPECT_EQ(errorOf("decl a, a; "),
            "1:9: global variable 'a' is declared twice");
  EXPECT_EQ(errorOf("void f(a, a) {}"),
            "1:11: parameter 'a' is declared twice");
  EXPECT_EQ(errorOf("void f(a) { decl b; decl a; }"),
            "1:26: variable 'a' is declared twice in 'f'");
  EXPECT_EQ(errorOf("void f() {}\nvoid f() {}"),
            "2:6: procedure 'f' is defined twice, first in line 1");
  EXPECT_EQ(errorOf("void f() { skip"),
            "1:16: expected '}', found the end of the text");
  EXPECT_EQ(errorOf("void f() begin skip; }"),
            "1:22: expected 'end', found '}'");
  EXPECT_EQ(errorOf("void f() {} /* "), "1:13: comment has no end");
  EXPECT_EQ(errorOf("void f() { @ }"), "1:12: unknown character");
  EXPECT_EQ(errorOf("bool<70000> f() {}"),
            "1:6: expected the number of results, at most 65535, found "
            "'70000'");
  EXPECT_EQ(errorOf("3"), "1:1: expected a declaration or a procedure, found "
                          "'3'");
}

TEST(BpErrors, InStatements) {
  EXPECT_EQ(errorInMain("x := a;"), "3:1: unknown variable 'x'");
  EXPECT_EQ(errorInMain("a := b & {x == 2};"),
            "3:10: unknown variable '{x == 2}'");
  EXPECT_EQ(errorInMain("a, b := a;"), "3:1: 2 variables assigned, 1 value "
                                       "given");
  EXPECT_EQ(errorInMain("a, a := a, b;"), "3:4: 'a' is assigned twice at once");
  EXPECT_EQ(errorInMain("_ := a;"), "3:1: '_' takes only the result of a call");
  EXPECT_EQ(errorInMain("a := b"), "none");
  EXPECT_EQ(errorInMain("a := b b := a;"), "3:8: expected ';', found 'b'");
  EXPECT_EQ(errorInMain("a + b;"), "3:3: unknown character");
  EXPECT_EQ(errorInMain("a & b;"), "3:3: expected ':=', found '&'");
  EXPECT_EQ(errorInMain("goto L;"), "3:6: no label 'L' in 'main'");
  EXPECT_EQ(errorInMain("L: skip;\nL: skip;"),
            "4:1: label 'L' stands twice in 'main', first in line 3");
  EXPECT_EQ(errorInMain("return a;"), "3:8: 'main' returns 0 results, 1 given");
  EXPECT_EQ(errorInMain("ASYNC_1: skip;"),
            "3:1: 'ASYNC_1': threads are not supported");
  EXPECT_EQ(errorInMain("start_thread goto L;"),
            "3:1: 'start_thread': threads are not supported");
  EXPECT_EQ(errorInMain("a := b; decl a;"),
            "3:14: variable 'a' hides a global one: declare it before the "
            "first statement");
  EXPECT_EQ(errorInMain("decl a; a := b; decl c; c := a;"), "none");
  EXPECT_EQ(errorInMain("if (a) then skip;"), "4:1: expected 'fi', found '}'");
}

TEST(BpErrors, InCalls) {
  EXPECT_EQ(errorInMain("h();"), "3:1: unknown procedure 'h'");
  EXPECT_EQ(errorInMain("a := f();"), "3:6: 'f' takes 1 argument, 0 given");
  EXPECT_EQ(errorInMain("main(a, b);"),
            "3:1: 'main' takes 0 arguments, 2 given");
  EXPECT_EQ(errorInMain("f(a);"),
            "3:1: 1 result of 'f' not assigned (write '_' for a result that "
            "is not wanted)");
  EXPECT_EQ(errorInMain("a := g();"),
            "3:6: 'g' gives 2 results, assigned to 1 variable");
  EXPECT_EQ(errorInMain("a := b & f(a);"),
            "3:10: a call of 'f' inside an expression: a call stands alone or "
            "as the whole right side");
  EXPECT_EQ(errorOf("void f() { decl x; x = unknown(); } bool unknown() { }"),
            "1:42: procedure 'unknown' must be defined before its use");
}

TEST(BpErrors, InExpressions) {
  EXPECT_EQ(errorInMain("assume(a;"), "3:9: expected ')', found ';'");
  EXPECT_EQ(errorInMain("a := a ? b;"), "3:11: expected ':', found ';'");
  EXPECT_EQ(errorInMain("a := choose(a);"), "3:14: expected ',', found ')'");
  EXPECT_EQ(errorInMain("a := choose(a, b];"), "3:17: expected ')', found ']'");
  EXPECT_EQ(errorInMain("a := 2;"), "3:6: expected an expression, found '2'");
  EXPECT_EQ(errorInMain("a := a &;"), "3:9: expected an expression, found ';'");
  EXPECT_EQ(errorInMain("a := 'b;"),
            "3:7: 'b is the value after an assignment: it stands only behind "
            "'constrain'");
  EXPECT_EQ(errorInMain("a := {x\n==2};"),
            "3:6: expected a name in braces, on one line");
  EXPECT_EQ(errorInMain("a := skip;"),
            "3:6: expected an expression, found 'skip'");
}

TEST(BpErrors, ShowsTheLineWithACaret) {
  EXPECT_EQ(parseProgram("void f() {\n\tx := T;\r\n}").Error.strWithLine(),
            "2:2: unknown variable 'x'\n x := T;\n ^");
  ParseError Long =
      parseProgram("void f() {" + std::string(500, ' ') + "x := T;}").Error;
  EXPECT_EQ(Long.Shown,
            std::string(50, ' ') + "x := T;}\n" + std::string(50, ' ') + "^");
}

std::string repeat(const std::string &Text, unsigned N) {
  std::string Result;
  for (; N; --N)
    Result += Text;
  return Result;
}

TEST(BpErrors, DeepExpressionsAreRead) {
  constexpr unsigned N = 100'000;
  for (const std::string &E :
       {repeat("(", N) + "a" + repeat(")", N), repeat("!", N) + "a",
        repeat("a & ", N) + "a", repeat("a => ", N) + "a",
        repeat("a ? a : ", N) + "a",
        repeat("choose(a, ", N) + "a" + repeat(")", N)}) {
    ParsedProgram R = parseProgram("decl a; void f() { a := " + E + "; }");
    ASSERT_TRUE(bool(R)) << R.Error.str();
    ParsedProgram Again = parseProgram(print(*R.Parsed));
    ASSERT_TRUE(bool(Again)) << Again.Error.str();
    EXPECT_EQ(difference(*R.Parsed, *Again.Parsed), std::nullopt);
  }
}

TEST(BpErrors, DeepStatementsAreRefused) {
  constexpr unsigned N = 10'000;
  for (const char *Open : {"{", "if (*) {", "while (*) ", "if (*) then ",
                           "begin ", "if (*) skip; else "}) {
    std::string Error = errorOf("void f() { " + repeat(Open, N));
    EXPECT_NE(Error.find("nested more than 1,000 deep"), Error.npos)
        << Open << Error;
  }
  std::string Elsif =
      errorOf("void f() { if (*) then " + repeat("skip; elsif (*) then ", N));
  EXPECT_NE(Elsif.find("nested more than 1,000 deep"), Elsif.npos) << Elsif;
  EXPECT_EQ(errorOf("void f() " + repeat("{", 900) + repeat("}", 900)), "none");
}

TEST(BpErrors, RandomBytesAreRefused) {
  std::mt19937_64 Random(1);
  for (unsigned Round = 0; Round != 2000; ++Round) {
    std::string Text(Random() % 200, ' ');
    for (char &C : Text)
      C = char(Random());
    EXPECT_NE(errorOf(Text), "none");
  }
}

/// Random sequences of tokens get further than random bytes.
TEST(BpErrors, RandomTokensAreReadOrRefused) {
  constexpr const char *Tokens[] = {
      "decl ",      "a",      ",",     ";",       "void ",  "f",
      "(",          ")",      "{",     "}",       "begin ", "end ",
      "if ",        "then ",  "else ", "fi ",     "while ", "do ",
      "od ",        ":=",     "=",     "*",       "!",      "&",
      "|",          "?",      ":",     "choose(", "goto ",  "L",
      "return ",    "'",      "bool ", "<2>",     "skip;",  "enforce ",
      "constrain ", "{a}",    "_",     "1",       "elsif ", "unknown()",
      "dead ",      "assert "};
  std::mt19937_64 Random(2);
  unsigned Read = 0;
  for (unsigned Round = 0; Round != 20'000; ++Round) {
    std::string Text = "decl a, {a}; void f() {";
    for (unsigned N = Random() % 12; N; --N)
      Text += Tokens[Random() % std::size(Tokens)];
    ParsedProgram R = parseProgram(Text + "}");
    if (!R)
      continue;
    ++Read;
    EXPECT_EQ(verify(*R.Parsed), std::nullopt) << Text;
    ParsedProgram Again = parseProgram(print(*R.Parsed));
    ASSERT_TRUE(bool(Again)) << Text << Again.Error.str();
    EXPECT_EQ(difference(*R.Parsed, *Again.Parsed), std::nullopt) << Text;
  }
  EXPECT_GT(Read, 1000u);
}

} // namespace
