// Definitions of temporaries at their uses (predicates/ir/Forward.h).

#include "predicates/ir/Forward.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include <gtest/gtest.h>

using namespace predabs::ir;

namespace {

/// The body of @f, after the pass; \p Decls and \p Body are its text.
std::string forwarded(const std::string &Decls, const std::string &Body) {
  std::string Text = "module \"m\"\ntarget pointer-bytes 8 little-endian\n\n"
                     "global $g: i32\n\n"
                     "func @get() -> i32\n\n"
                     "func @f(%a: i32, %n: i32, %p: i32*) -> i32 {\n" +
                     Decls + Body + "}\n";
  ParsedModule M = parseModule(Text);
  EXPECT_TRUE(M) << M.Error.str();
  if (!M)
    return "";
  forwardTemporaries(*M.Parsed);
  EXPECT_EQ(verify(*M.Parsed).value_or(""), "");
  std::string Out = print(*M.Parsed, *M.Parsed->findFunction("f"));
  size_t Begin = Out.find("entry:\n") + 7;
  return Out.substr(Begin, Out.rfind("}") - Begin);
}

const char *Vars = "  var %b: i32\n  temp %t: i32\n  temp %u: i32\n";

TEST(Forward, ResultOfCallIsNamed) {
  EXPECT_EQ(forwarded(Vars, "entry:\n  %t = call @get()\n  %b = %t\n"
                            "  return %t\n"),
            "  %b = call @get()\n  %t = %b\n  return %b\n");
}

TEST(Forward, ResultThatNobodyReadsIsDropped) {
  EXPECT_EQ(forwarded(Vars, "entry:\n  %t = call @get()\n"
                            "  %u = call @get()\n  %a = %u + %u\n"
                            "  %b = call @get()\n  return 0\n"),
            "  call @get()\n  %u = call @get()\n  %a = %u + %u\n"
            "  %b = call @get()\n  return 0\n");
}

TEST(Forward, PrefixIncrement) {
  EXPECT_EQ(forwarded(Vars, "entry:\n  %t = %b + 1\n  %b = %t\n"
                            "  goto yes\nyes:\n  assume %t < %n\n"
                            "  return 0\n"),
            "  %t = %b + 1\n  %b = %b + 1\n  goto yes\nyes:\n"
            "  assume %b < %n\n  return 0\n");
}

TEST(Forward, PostfixIncrement) {
  EXPECT_EQ(forwarded(Vars, "entry:\n  %t = %b\n  %b = %t + 1\n"
                            "  assume %t < %n\n  return 0\n"),
            "  %t = %b\n  %b = %b + 1\n  assume %b - 1 < %n\n  return 0\n");
}

TEST(Forward, StopsWhereTheOperandChanges) {
  EXPECT_EQ(forwarded(Vars, "entry:\n  %t = %b\n  %b = %a * 2\n  return %t\n"),
            "  %t = %b\n  %b = %a * 2\n  return %t\n");
}

TEST(Forward, MemoryMayBeWritten) {
  EXPECT_EQ(forwarded(Vars, "entry:\n  %t = $g\n  *%p = 3\n  return %t\n"),
            "  %t = $g\n  *%p = 3\n  return %t\n");
  EXPECT_EQ(forwarded(Vars, "entry:\n  %t = *%p\n  %b = call @get()\n"
                            "  return %t\n"),
            "  %t = *%p\n  %b = call @get()\n  return %t\n");
  EXPECT_EQ(forwarded(Vars, "entry:\n  %t = %a\n  *%p = 3\n  return %t\n"),
            "  %t = %a\n  *%p = 3\n  return %a\n");
}

TEST(Forward, AddressedVariablesAreMemory) {
  EXPECT_EQ(forwarded(Vars, "entry:\n  %p = &%b\n  %t = %b\n  *%p = 3\n"
                            "  return %t\n"),
            "  %p = &%b\n  %t = %b\n  *%p = 3\n  return %t\n");
}

TEST(Forward, NotAcrossJoins) {
  EXPECT_EQ(forwarded(Vars, "entry:\n  goto one, two\none:\n  %t = %a\n"
                            "  goto end\ntwo:\n  %t = %n\n  goto end\nend:\n"
                            "  return %t\n"),
            "  goto one, two\none:\n  %t = %a\n  goto end\ntwo:\n"
            "  %t = %n\n  goto end\nend:\n  return %t\n");
}

} // namespace
