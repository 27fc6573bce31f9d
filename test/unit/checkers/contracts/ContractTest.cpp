// Contracts of small functions, written as code.

#include "checkers/contracts/Contracts.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

std::unique_ptr<ir::Module> parsed(const std::string &Text) {
  ir::ParsedModule P = ir::parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str();
  EXPECT_EQ(ir::verify(*P.Parsed).value_or(""), "");
  return std::move(P.Parsed);
}

/// The body of @f by its contract, or why there is none.
std::string contract(const std::string &Text) {
  auto M = parsed(Text);
  Contracts All(*M);
  EXPECT_EQ(ir::verify(*M).value_or(""), "");
  const ir::Function &F = *M->findFunction("f");
  return All.isExact(F) ? ir::print(*M, F, ir::Locations::Hide)
                        : All.of(F)->WhyNot;
}

std::string inBody(const std::string &Head, const std::string &Body) {
  return "func @f(" + Head + " {\nentry:\n" + Body + "}\n";
}

TEST(Contract, OneFormForSums) {
  std::string X1 = inBody("%x: i32) -> i32", "return %x + 1\n");
  std::string Expected = contract(X1);
  EXPECT_EQ(contract(inBody("%x: i32) -> i32", "return 1 + %x\n")), Expected);
  EXPECT_EQ(contract("func @f(%x: i32) -> i32 {\n  var %y: i32\nentry:\n"
                     "%y = %x\n%y = %y - -1\nreturn %y\n}\n"),
            Expected);
  EXPECT_NE(contract(inBody("%x: i32) -> i32", "return %x + 2\n")), Expected);
}

TEST(Contract, OverflowOnTheWayStays) {
  // x + 1 - 1 has no value for the largest x.
  std::string Back = contract(inBody("%x: i32) -> i32", "return %x + 1 - 1\n"));
  EXPECT_NE(Back, contract(inBody("%x: i32) -> i32", "return %x\n")));
  EXPECT_NE(Back.find("%x + 1 - 1"), Back.npos) << Back;
  // Unsigned numbers wrap.
  EXPECT_EQ(contract(inBody("%x: u32) -> u32", "return %x + 1:u32 - 1:u32\n")),
            contract(inBody("%x: u32) -> u32", "return %x\n")));
  EXPECT_EQ(contract(inBody("%x: i32) -> i32", "return %x + 1 + 2\n")),
            contract(inBody("%x: i32) -> i32", "return %x + 3\n")));
}

TEST(Contract, WhatIsComputedForNothingIsComputed) {
  std::string Text =
      contract("func @f(%x: i32, %p: i32*) -> i32 {\n  var %y: i32\nentry:\n"
               "%y = 10 / %x\n%y = *%p\nreturn 0\n}\n");
  EXPECT_NE(Text.find("= 10 / %x"), Text.npos) << Text;
  EXPECT_NE(Text.find("= *%p"), Text.npos) << Text;
}

TEST(Contract, WritesComeAfterReads) {
  EXPECT_EQ(contract("func @f(%p: i32*, %q: i32*) -> void {\n"
                     "  var %t: i32\nentry:\n"
                     "%t = *%p\n*%p = *%q\n*%q = %t\nreturn\n}\n"),
            "func @f(%p: i32*, %q: i32*) -> void {\n"
            "  temp %t: i32\n"
            "entry:\n"
            "  %t = *%p\n"
            "  *%p = *%q\n"
            "  *%q = %t\n"
            "  return\n"
            "}\n");
}

TEST(Contract, WhatMayBeTheSameIsNotDecided) {
  EXPECT_EQ(contract("func @f(%p: i32*, %q: i32*) -> i32 {\nentry:\n"
                     "*%p = 1\nreturn *%q\n}\n"),
            "what it reads may be what it wrote, or not");
  EXPECT_EQ(contract("global $g: i32\nfunc @f(%p: i32*) -> i32 {\nentry:\n"
                     "*%p = 1\nreturn $g\n}\n"),
            "what it reads may be what it wrote, or not");
  EXPECT_EQ(contract("global $g: i32*\nfunc @f(%p: i32**) -> void {\nentry:\n"
                     "*%p = null<i32*>\n*$g = 1\nreturn\n}\n"),
            "what it reads may be what it wrote, or not");
}

TEST(Contract, FieldsAreApart) {
  std::string Text = contract(
      "record s size 8 align 4 {\n  a: i32 at bit 0\n  b: i32 at bit 32\n}\n"
      "func @f(%p: s*) -> i32 {\nentry:\n"
      "(*%p).a = 1\nreturn (*%p).b + (*%p).a\n}\n");
  EXPECT_NE(Text.find("= (*%p).b + 1"), Text.npos) << Text;
}

TEST(Contract, TypesAndMembersAreApartIfTheTargetSaysSo) {
  std::string Records =
      "record s size 16 align 8 {\n  a: i32 at bit 0\n  b: i32 at bit 32\n"
      "  p: i32* at bit 64\n}\n"
      "record u union size 8 align 8 {\n  i: i64 at bit 0\n"
      "  p: i32* at bit 0\n}\n";
  std::string Strict =
      "target pointer-bytes 8 little-endian strict-aliasing\n" + Records;
  std::string Member = "func @f(%p: s*, %q: s*) -> i32 {\nentry:\n"
                       "(*%p).a = 1\nreturn (*%q).b\n}\n";
  std::string Typed = "func @f(%p: s*, %q: s*) -> i32* {\nentry:\n"
                      "(*%p).a = 1\nreturn (*%q).p\n}\n";
  std::string Same = "func @f(%p: s*, %q: i32*) -> i32 {\nentry:\n"
                     "(*%p).a = 1\nreturn *%q\n}\n";
  std::string Bytes = "func @f(%p: s*, %q: u8*) -> u8 {\nentry:\n"
                      "(*%p).a = 1\nreturn *%q\n}\n";
  std::string Union = "func @f(%p: u*, %q: i64*) -> i64 {\nentry:\n"
                      "(*%p).p = null<i32*>\nreturn *%q\n}\n";
  std::string Not = "what it reads may be what it wrote, or not";
  EXPECT_NE(contract(Strict + Member), Not);
  EXPECT_NE(contract(Strict + Typed), Not);
  EXPECT_EQ(contract(Records + Member), Not);
  EXPECT_EQ(contract(Records + Typed), Not);
  for (const std::string &F : {Same, Bytes, Union})
    EXPECT_EQ(contract(Strict + F), Not) << F;
}

TEST(Contract, PartsOfACopiedRecord) {
  std::string Records =
      "record in size 8 align 4 {\n  a: i32 at bit 0\n  b: i32 at bit 32\n}\n"
      "record out size 12 align 4 {\n  n: i32 at bit 0\n"
      "  i: in at bit 32\n}\n";
  std::string Text =
      contract(Records + "func @f(%p: out*) -> i32 {\n  var %c: out\nentry:\n"
                         "%c = *%p\nreturn %c.i.b - %c.n\n}\n");
  EXPECT_NE(Text.find("return (*%p).i.b - (*%p).n"), Text.npos) << Text;
}

TEST(Contract, TheOrderOfWritesThatAreApartDoesNotMatter) {
  std::string Record =
      "record s size 8 align 4 {\n  a: i32 at bit 0\n  b: i32 at bit 32\n}\n"
      "func @f(%p: s*) -> void {\nentry:\n";
  EXPECT_EQ(contract(Record + "(*%p).a = 1\n(*%p).b = 2\nreturn\n}\n"),
            contract(Record + "(*%p).b = 2\n(*%p).a = 1\nreturn\n}\n"));
}

TEST(Contract, BitFieldsKeepLess) {
  EXPECT_EQ(contract("record s size 4 align 4 {\n  a: i32 at bit 0 width 3\n}\n"
                     "func @f(%p: s*, %x: i32) -> i32 {\nentry:\n"
                     "(*%p).a = %x\nreturn (*%p).a\n}\n"),
            "it uses a value that is not known");
}

const char *const Branch = "func @f(%x: i32) -> i32 {\nentry:\ngoto a, b\n"
                           "a:\nassume COND\nreturn 1\n"
                           "b:\nassume !(COND)\nreturn 0\n}\n";
std::string branch(const std::string &Cond) {
  std::string Text = Branch;
  for (size_t At; (At = Text.find("COND")) != Text.npos;)
    Text.replace(At, 4, Cond);
  return Text;
}

TEST(Contract, OneFormForConditions) {
  std::string Expected = contract(branch("%x > 4"));
  EXPECT_EQ(contract(branch("%x >= 5")), Expected);
  EXPECT_EQ(contract(branch("5 <= %x")), Expected);
  EXPECT_EQ(contract(branch("!(%x < 5)")), Expected);
  EXPECT_NE(contract(branch("%x > 5")), Expected);
  EXPECT_NE(contract(branch("%x < 4")), Expected);
}

TEST(Contract, EitherBranchMayComeFirst) {
  EXPECT_EQ(contract("func @f(%x: i32) -> i32 {\nentry:\ngoto a, b\n"
                     "a:\nassume !(%x > 4)\nreturn 0\n"
                     "b:\nassume %x > 4\nreturn 1\n}\n"),
            contract(branch("%x > 4")));
}

TEST(Contract, AQuestionWhoseAnswerDoesNotMatter) {
  EXPECT_EQ(contract("func @f(%x: i32) -> i32 {\nentry:\ngoto a, b\n"
                     "a:\nassume %x > 0\nreturn %x\n"
                     "b:\nassume !(%x > 0)\nreturn %x\n}\n"),
            contract(inBody("%x: i32) -> i32", "return %x\n")));
  auto Writes = [](const std::string &A, const std::string &B) {
    return contract("func @f(%x: i32, %p: i32*, %q: i32*) -> void {\n"
                    "entry:\ngoto a, b\na:\nassume %x > 0\n" +
                    A + "return\nb:\nassume !(%x > 0)\n" + B + "return\n}\n");
  };
  std::string Same = contract("func @f(%x: i32, %p: i32*, %q: i32*) -> void {\n"
                              "entry:\n*%p = 1\nreturn\n}\n");
  EXPECT_EQ(Writes("*%p = 1\n", "*%p = 1\n"), Same);
  // Another place or value, or one more.
  EXPECT_NE(Writes("*%p = 1\n", "*%q = 1\n"), Same);
  EXPECT_NE(Writes("*%q = 1\n", "*%p = 1\n"), Same);
  EXPECT_NE(Writes("*%p = 1\n", "*%p = 2\n"), Same);
  EXPECT_NE(Writes("*%p = 1\n", "*%p = 1\n*%q = 1\n"), Same);
}

TEST(Contract, TheSameQuestionIsNotAskedTwice) {
  std::string Text = contract("func @f(%x: i32) -> i32 {\nentry:\ngoto a, b\n"
                              "a:\nassume %x > 0\ngoto c, d\n"
                              "b:\nassume !(%x > 0)\nreturn 0\n"
                              "c:\nassume %x > 0\nreturn 1\n"
                              "d:\nassume !(%x > 0)\nreturn 2\n}\n");
  EXPECT_EQ(Text, contract(branch("%x > 0")));
}

TEST(Contract, CalleesAreFollowed) {
  std::string Twice =
      contract("func @g(%x: i32) -> i32 {\nentry:\nreturn %x + 1\n}\n"
               "func @f(%x: i32) -> i32 {\n  var %a: i32\nentry:\n"
               "%a = call @g(%x)\n%a = call @g(%a)\nreturn %a\n}\n");
  EXPECT_EQ(Twice, contract(inBody("%x: i32) -> i32", "return %x + 2\n")));
}

TEST(Contract, ResultsByReference) {
  EXPECT_EQ(contract("func @g(%p: i32*, %x: i32) -> void {\nentry:\ngoto a, b\n"
                     "a:\nassume %p != null<i32*>\n*%p = %x + 1\nreturn\n"
                     "b:\nassume !(%p != null<i32*>)\nreturn\n}\n"
                     "func @f(%x: i32) -> i32 {\n  var %y: i32\nentry:\n"
                     "call @g(&%y, %x)\nreturn %y\n}\n"),
            contract(inBody("%x: i32) -> i32", "return %x + 1\n")));
  EXPECT_EQ(
      contract("func @f() -> i32 {\n  var %a: i32[2]\n  var %p: i32*\nentry:\n"
               "%a[0] = 1\n%p = &%a[0]\n%a[1] = 2\n"
               "return *(%p +p 1)\n}\n"),
      "it uses the address of a local variable");
}

TEST(Contract, WhatIsNotExact) {
  EXPECT_EQ(contract("func @f() -> void {\nentry:\ngoto entry\n}\n"),
            "it has a loop");
  EXPECT_EQ(contract("func @g() -> void\n"
                     "func @f() -> void {\nentry:\ncall @g()\nreturn\n}\n"),
            "it calls g, whose contract is not exact");
  EXPECT_EQ(contract("func @f() -> void {\nentry:\ncall @f()\nreturn\n}\n"),
            "it calls f, whose contract is not exact");
  EXPECT_EQ(contract("func @g() -> void weak {\nentry:\nreturn\n}\n"
                     "func @f() -> void {\nentry:\ncall @g()\nreturn\n}\n"),
            "it calls g, whose contract is not exact");
  EXPECT_EQ(contract("global $v: i32\nfunc @f() -> i32 {\n  var %x: i32\n"
                     "entry:\n%x = $v because volatile\nreturn %x\n}\n"),
            "it reads what others change");
  EXPECT_EQ(contract("func @f() -> i32 {\n  var %x: i32\n"
                     "entry:\nhavoc %x because uninitialised\nreturn %x\n}\n"),
            "it uses a value that is not known");
  EXPECT_EQ(contract("func @f() -> i32* {\n  var %x: i32\n"
                     "entry:\nreturn &%x\n}\n"),
            "it uses the address of a local variable");
  EXPECT_EQ(contract("func @f() -> void {\nentry:\n"
                     "havoc everything because inline-asm\nreturn\n}\n"),
            "it leaves values open");
}

// Functions with assertions: failed ones call @fail.

/// What @f does, or why that is not known.
std::string meaning(const std::string &Body, const std::string &More = "") {
  auto M =
      parsed("global $\".str\": i8[2] internal const {\n  bytes \"a\"\n}\n"
             "global $\".str.1\": i8[2] internal const {\n  bytes \"b\"\n}\n"
             "func @fail(i8*, i32) -> void\n"
             "func @exit(i32) -> void\n"
             "func @f(%x: i32) -> i32 {\n" +
             Body + "}\n" + More);
  const ir::Function &F = *M->findFunction("f");
  std::string Before = ir::print(*M, F);
  Contracts All(*M, {M->findFunction("fail")});
  // The body stays.
  EXPECT_EQ(ir::print(*M, F), Before);
  EXPECT_FALSE(All.isExact(F));
  std::string Does = All.meaning(F);
  EXPECT_EQ(Does.empty(), !All.of(F)->isExact());
  return Does.empty() ? All.of(F)->WhyNot : Does;
}

std::string assertion(const std::string &Condition, const std::string &Text,
                      const std::string &Line, const std::string &Then) {
  return "entry:\n  goto good, bad\ngood:\n  assume " + Condition + "\n" +
         Then + "bad:\n  assume !(" + Condition + ")\n  call @fail(&$\"" +
         Text + "\"[0], " + Line + ")\n  stop\n";
}

TEST(Contract, APathMayEndWithAFailure) {
  std::string Plain =
      meaning(assertion("%x > 0", ".str", "7", "  return %x + 1\n"));
  EXPECT_NE(Plain.find("call @fail"), Plain.npos) << Plain;
  // In other words, and elsewhere.
  EXPECT_EQ(meaning(assertion("0 < %x", ".str", "9", "  return 1 + %x\n")),
            Plain);
  // Another condition, text or result.
  EXPECT_NE(meaning(assertion("%x > 1", ".str", "7", "  return %x + 1\n")),
            Plain);
  EXPECT_NE(meaning(assertion("%x > 0", ".str.1", "7", "  return %x + 1\n")),
            Plain);
  EXPECT_NE(meaning(assertion("%x > 0", ".str", "7", "  return %x\n")), Plain);
}

TEST(Contract, WhatFollowsAFailure) {
  auto Ends = [](const std::string &How) {
    return meaning("entry:\n  goto good, bad\ngood:\n  assume %x > 0\n"
                   "  return 1\nbad:\n  assume !(%x > 0)\n"
                   "  call @fail(&$\".str\"[0], 1)\n" +
                   How);
  };
  std::string Stops = Ends("  stop\n");
  EXPECT_NE(Stops.find("call @fail"), Stops.npos) << Stops;
  EXPECT_NE(Ends("  call @exit(1)\n  stop\n"), Stops);
  EXPECT_NE(Ends("  call @exit(1)\n  stop\n"),
            Ends("  call @exit(2)\n  stop\n"));
  EXPECT_EQ(Ends("  return 2\n"), "it goes on when an assertion failed");
  EXPECT_EQ(Ends("  goto good\n"), "it goes on when an assertion failed");
}

// SOUND: all obligations are there to be judged, each once.
TEST(Contract, EachAssertionIsOnOnePath) {
  EXPECT_EQ(meaning("entry:\n  goto a, b\na:\n  assume %x > 5\n  goto join\n"
                    "b:\n  assume !(%x > 5)\n  goto join\njoin:\n"
                    "  goto good, bad\ngood:\n  assume %x > 0\n  return 1\n"
                    "bad:\n  assume !(%x > 0)\n"
                    "  call @fail(&$\".str\"[0], 1)\n  stop\n"),
            "it comes to an assertion in several ways");
  EXPECT_EQ(meaning("entry:\n  goto good, bad\ngood:\n  assume true\n"
                    "  return 1\nbad:\n  assume false\n"
                    "  call @fail(&$\".str\"[0], 1)\n  stop\n"),
            "it has a call on no path");
  // Two that say the same could not be told apart.
  EXPECT_EQ(meaning(assertion("%x > 0", ".str", "1",
                              "  goto good.1, bad.1\ngood.1:\n"
                              "  assume %x < 9\n  return 1\nbad.1:\n"
                              "  assume !(%x < 9)\n"
                              "  call @fail(&$\".str\"[0], 2)\n  stop\n")),
            "it comes to an assertion in several ways");
  EXPECT_EQ(meaning("entry:\n  call @g(%x)\n  return 1\n",
                    "func @g(%x: i32) -> void {\nentry:\n"
                    "  goto good, bad\ngood:\n  assume %x > 0\n  return\n"
                    "bad:\n  assume !(%x > 0)\n"
                    "  call @fail(&$\".str\"[0], 1)\n  stop\n}\n"),
            "it calls g, which has assertions");
}

TEST(Contract, WhereItWritesDependsOnWhatItWrote) {
  EXPECT_EQ(contract("record n size 16 align 8 {\n  v: i32 at bit 0\n"
                     "  next: n* at bit 64\n}\n"
                     "func @f(%p: n*, %q: n*) -> void {\n  var %o: n*\nentry:\n"
                     "%o = (*%p).next\n(*%q).next = null<n*>\n"
                     "(*%o).v = 1\nreturn\n}\n"),
            "where it writes depends on what it wrote");
}

/// What @f may change.
std::string modified(const std::string &Text) {
  auto M = parsed(Text);
  Contracts All(*M);
  const ir::Function &F = *M->findFunction("f");
  if (All.modified(F).MayBeAnything)
    return "anything";
  std::string Result;
  for (const std::string &Place : All.text(F).Modifies)
    Result += (Result.empty() ? "" : " ") + Place;
  return Result;
}

const std::string Loop = "entry:\ngoto entry, out\n";

TEST(Modified, GlobalsAndWhatParametersPointTo) {
  std::string Prelude =
      "record s size 8 align 4 {\n  a: i32 at bit 0\n  b: i32 at bit 32\n}\n"
      "global $g: i32\n"
      "func @put(%p: i32*, %x: i32) -> void {\n" +
      Loop + "out:\n*%p = %x\nreturn\n}\n";
  auto Of = [&](const std::string &Head, const std::string &Body) {
    return modified(Prelude + "func @f(" + Head + " {\n" + Loop + "out:\n" +
                    Body + "return\n}\n");
  };
  EXPECT_EQ(Of("%p: s*) -> void", "(*%p).b = 1\n$g = 2\n"), "('p)->b g");
  EXPECT_EQ(Of("%p: s*) -> void", "%p = null<s*>\n(*%p).b = 1\n"), "anything");
  EXPECT_EQ(Of("%p: i32*) -> void", "call @put(%p, 1)\n"), "*'p");
  EXPECT_EQ(Of("%p: s*) -> void", "call @put(&(*%p).a, 1)\n"), "('p)->a");
  EXPECT_EQ(Of(") -> void", "call @put(&$g, 1)\n"), "g");
  EXPECT_EQ(Of("%p: i32**) -> void", "call @put(*%p, 1)\n"), "anything");
  EXPECT_EQ(Of("%x: i32) -> void", "call @put(&%x, 1)\n"), "");
  EXPECT_EQ(Of(") -> void", "havoc everything because inline-asm\n"),
            "anything");
  // What a callee changes, its callers do.
  Prelude += "func @all() -> void {\n" + Loop +
             "out:\nhavoc everything because inline-asm\nreturn\n}\n"
             "func @other() -> void\n";
  EXPECT_EQ(Of(") -> void", "call @all()\n"), "anything");
  EXPECT_EQ(Of(") -> void", "call @other()\n"), "anything");
  EXPECT_EQ(Of("%f: (fn() -> void)*) -> void", "call *%f()\n"), "anything");
}

TEST(Modified, WhatEndsTheProgramChangesNothing) {
  EXPECT_EQ(modified("func @die() -> void noreturn\n"
                     "func @f(%x: i32) -> void {\nentry:\ngoto a, b\n"
                     "a:\nassume %x > 0\ncall @die()\nstop\n"
                     "b:\nassume !(%x > 0)\nreturn\n}\n"),
            "");
}

TEST(Contract, Words) {
  auto M = parsed("func @f(%p: i32*) -> i32 {\n  var %o: i32\nentry:\n"
                  "%o = *%p\ngoto a, b\n"
                  "a:\nassume %o > 0\n*%p = %o - 1\nreturn %o\n"
                  "b:\nassume !(%o > 0)\nreturn %o\n}\n");
  Contracts All(*M);
  EXPECT_EQ(
      All.text(*M->findFunction("f")).Promises,
      std::vector<std::string>({"if '*p > 0: *'p == '*p - 1, return == '*p",
                                "if '*p <= 0: return == '*p"}));
}

} // namespace
