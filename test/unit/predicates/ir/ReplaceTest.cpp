// Bodies at calls (predicates/ir/Replace.h).

#include "predicates/ir/Replace.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include <gtest/gtest.h>

using namespace predabs::ir;

namespace {

struct Case {
  std::unique_ptr<Module> M;
  std::optional<Replaced> Done;

  std::string body() const {
    std::string Out = print(*M, *M->findFunction("f"));
    size_t Begin = Out.find("entry:\n") + 7;
    return Out.substr(Begin, Out.rfind("}") - Begin);
  }
};

/// @f with \p Body, in which @stand, with \p Stands, is put for @get.
Case replaced(const std::string &Stands, const std::string &Body,
              const std::string &Rest = "") {
  std::string Text =
      "module \"m\"\ntarget pointer-bytes 8 little-endian\n\n"
      "global $g: i32\n\n"
      "func @get(i32" +
      Rest + ") -> i32\n\nfunc @other() -> void\n\nfunc @stand(%n: i32" + Rest +
      ") -> i32 {\n  var %r: i32\n  temp %c: bool\n" + Stands +
      "}\n\nfunc @f(%a: i32, %p: i32*) -> i32 {\n  var %b: i32\n" + Body +
      "}\n";
  ParsedModule P = parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str();
  Case C;
  if (!P)
    return C;
  C.M = std::move(P.Parsed);
  const Function *Get = C.M->findFunction("get");
  C.Done = replaceCalls(*C.M, *C.M->findFunction("f"),
                        [&](const Stmt &S) -> const Function * {
                          return S.Value->kind() == ExprKind::FuncAddr &&
                                         S.Value->function() == Get
                                     ? C.M->findFunction("stand")
                                     : nullptr;
                        });
  EXPECT_EQ(verify(*C.M).value_or(""), "");
  return C;
}

const char *Straight = "entry:\n  %r = call @get(%n)\n  assume %r >= %n\n"
                       "  return %r\n";

TEST(ReplaceCalls, StraightBodyNeedsNoBlock) {
  Case C = replaced(Straight, "entry:\n  %b = call @get(%a)\n  return %b\n");
  EXPECT_EQ(C.body(), "  %b = call @get(%a)\n  assume %b >= %a\n  return %b\n");
}

TEST(ReplaceCalls, NothingToDo) {
  Case C = replaced(Straight, "entry:\n  call @other()\n  return %b\n");
  EXPECT_FALSE(C.Done);
}

TEST(ReplaceCalls, ArgumentThatTheResultOverwritesIsKept) {
  Case C = replaced(Straight, "entry:\n  %b = call @get(%b)\n  return %b\n");
  EXPECT_EQ(C.body(), "  %r = call @get(%b)\n  assume %r >= %b\n  %b = %r\n"
                      "  return %b\n");
}

TEST(ReplaceCalls, ArgumentInMemoryIsKeptForLater) {
  // @get may write *%p, which the assumption must not read.
  Case C = replaced(Straight, "entry:\n  %b = call @get(*%p)\n  return %b\n");
  EXPECT_EQ(C.body(), "  %n = *%p\n  %b = call @get(%n)\n  assume %b >= %n\n"
                      "  return %b\n");
}

TEST(ReplaceCalls, ArgumentInMemoryIsPassedOnAtOnce) {
  Case C =
      replaced("entry:\n  %r = call @get(%n)\n  assume %r >= 0\n  return %r\n",
               "entry:\n  %b = call @get(*%p)\n  return %b\n");
  EXPECT_EQ(C.body(), "  %b = call @get(*%p)\n  assume %b >= 0\n  return %b\n");
}

TEST(ReplaceCalls, ParameterThatIsWrittenIsCopied) {
  Case C = replaced("entry:\n  %n = %n + 1\n  return %n\n",
                    "entry:\n  %b = call @get(%a)\n  return %a\n");
  EXPECT_EQ(C.body(), "  %n = %a\n  %n = %n + 1\n  %b = %n\n  return %a\n");
}

const char *Choice = "entry:\n  havoc %c because nondeterministic\n"
                     "  goto yes, no\n"
                     "yes:\n  assume %c\n  %r = 0\n  goto end\n"
                     "no:\n  assume !%c\n  %r = call @get(%n)\n  goto end\n"
                     "end:\n  return %r\n";

TEST(ReplaceCalls, BlocksAreCopied) {
  Case C = replaced(Choice, "entry:\n  %b = call @get(%a)\n  goto then, else\n"
                            "then:\n  assume %b > 0\n  return %b\n"
                            "else:\n  assume !(%b > 0)\n  return 0\n");
  EXPECT_EQ(C.body(), "  havoc %c because nondeterministic\n  goto yes, no\n"
                      "then:\n  assume %b > 0\n  return %b\n"
                      "else:\n  assume !(%b > 0)\n  return 0\n"
                      "after:\n  goto then, else\n"
                      "yes:\n  assume %c\n  %b = 0\n  goto end\n"
                      "no:\n  assume !%c\n  %b = call @get(%a)\n  goto end\n"
                      "end:\n  goto after\n");
}

TEST(ReplaceCalls, TwoCallsInOneBlock) {
  Case C = replaced(Choice, "entry:\n  %b = call @get(%a)\n"
                            "  %b = call @get(7)\n  return %b\n");
  ASSERT_TRUE(C.Done);
  EXPECT_NE(C.body().find("%b = call @get(7)"), std::string::npos);
  EXPECT_NE(C.body().find("after.1:\n  return %b\n"), std::string::npos);
}

TEST(ReplaceCalls, ALoopAtTheEntryIsEnteredOnce) {
  Case C = replaced("entry:\n  goto entry, out\nout:\n  return 3\n",
                    "entry:\n  call @other()\n  %b = call @get(%a)\n"
                    "  return %b\n");
  EXPECT_EQ(C.body(), "  call @other()\n  goto entry.1\n"
                      "after:\n  return %b\n"
                      "entry.1:\n  goto entry.1, out\n"
                      "out:\n  %b = 3\n  goto after\n");
}

TEST(ReplaceCalls, WhatFollowsTheParametersIsPassedOn) {
  Case C = replaced(Straight,
                    "entry:\n  %b = call @get(%a, %p, *%p)\n"
                    "  return %b\n",
                    ", ...");
  EXPECT_EQ(C.body(), "  %b = call @get(%a, %p, *%p)\n  assume %b >= %a\n"
                      "  return %b\n");
}

TEST(ReplaceCalls, ResultIsDropped) {
  Case C = replaced(Straight, "entry:\n  call @get(%a)\n  return 0\n");
  EXPECT_EQ(C.body(), "  %r = call @get(%a)\n  assume %r >= %a\n  return 0\n");
}

TEST(ReplaceCalls, OldPlacesAreKnown) {
  Case C = replaced(Choice, "entry:\n  call @other()\n  %b = call @get(%a)\n"
                            "  call @other()\n  return %b\n");
  ASSERT_TRUE(C.Done);
  const Function &F = *C.M->findFunction("f");
  auto [Block, Stmt] = C.Done->now(0, 2);
  EXPECT_EQ(F.Blocks[Block].Name, "after");
  EXPECT_EQ(Stmt, 0U);
  EXPECT_EQ(C.Done->Was[Block][Stmt], (OldPlace{0, 2, nullptr}));
  EXPECT_EQ(C.Done->Was[0][1], (OldPlace{0, 1, C.M->findFunction("stand")}));
  EXPECT_EQ(C.Done->Before[0].Stmts.size(), 4U);
}

} // namespace
