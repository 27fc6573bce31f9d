#include "checkers/store/reuse/PointerKey.h"

#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

/// The key of a file with two globals and a function \p Body.
Key keyOfBody(const std::string &Body, const std::string &More = "") {
  std::string Text = "module \"m\"\ntarget pointer-bytes 8 little-endian\n"
                     "global $last: i32* internal\n"
                     "global $first: i32* internal\n"
                     "global $n: i32 internal\n" +
                     More +
                     "func @take(%p: i32*) -> void\n"
                     "func @say(i8*, i32) -> void\n"
                     "func @f(%p: i32*, %q: i32*) -> i32* {\n" +
                     Body + "}\n";
  ir::ParsedModule P = ir::parseModule(Text);
  EXPECT_TRUE(P) << P.Error.str() << "\n" << Text;
  return pointerKey(*P.Parsed);
}

TEST(PointerKey, NamesAndCopiesDoNotMatter) {
  Key Plain = keyOfBody("entry:\n  $last = %p\n  return %p\n");
  EXPECT_EQ(keyOfBody("  var %t: i32*\nentry:\n  %t = %p\n  $last = %t\n"
                      "  return %p\n"),
            Plain);
  EXPECT_EQ(keyOfBody("  var %t: i32*\n  temp %t.1: i32*\nentry:\n  %t.1 = %p\n"
                      "  %t = %t.1\n  $last = %t\n  return %t.1\n"),
            Plain);
}

TEST(PointerKey, VariablesAreKnownByTheirValues) {
  auto Body = [](const std::string &A, const std::string &B) {
    return "  var %" + A + ": i32*\n  var %" + B + ": i32*\nentry:\n  %" + A +
           " = %p\n  goto more, out\nmore:\n  %" + A + " = %q\n  %" + B +
           " = $first\n  goto out\nout:\n  $last = %" + A + "\n  return %" + B +
           "\n";
  };
  EXPECT_EQ(keyOfBody(Body("a", "b")), keyOfBody(Body("x", "t.7")));
  // The same names, with the values of the other.
  std::string Swapped = Body("a", "b");
  Swapped.replace(Swapped.find("$last = %a"), 10, "$last = %b");
  EXPECT_NE(keyOfBody(Body("a", "b")), keyOfBody(Swapped));
}

TEST(PointerKey, NumbersAndTheOrderDoNotMatter) {
  Key Plain = keyOfBody("entry:\n  $last = %p\n  $first = %q\n  return %p\n");
  EXPECT_EQ(keyOfBody("  var %i: i32\nentry:\n  %i = 3\n  $first = %q\n"
                      "  assume %i == 3\n  $last = %p\n  return %p\n"),
            Plain);
}

TEST(PointerKey, WhatPointersGetMatters) {
  const std::string Rows[] = {
      "entry:\n  $last = %p\n  return %p\n",
      "entry:\n  $last = %q\n  return %p\n",
      "entry:\n  $first = %p\n  return %p\n",
      "entry:\n  $last = %p\n  return %q\n",
      "entry:\n  $last = %p\n  call @take(%p)\n  return %p\n",
      "entry:\n  $last = %p\n  call @take(%q)\n  return %p\n",
      "entry:\n  $last = %p\n  *%p = 1\n  return %p\n",
      "entry:\n  $last = %p\n  *%q = 1\n  return %p\n",
      "entry:\n  $last = %p\n  $n = 1\n  return %p\n",
      // One value more, or only that, on the way through a variable.
      "  var %t: i32*\nentry:\n  %t = %p\n  goto a, b\na:\n  %t = %q\n"
      "  goto b\nb:\n  $last = %t\n  return %p\n",
      "  var %t: i32*\nentry:\n  %t = &$n\n  $last = %t\n  return %p\n",
      // Others may write a variable whose address they have.
      "  var %t: i32*\n  var %u: i32**\nentry:\n  %u = &%t\n  %t = %p\n"
      "  $last = %t\n  return %p\n",
  };
  for (size_t I = 0; I < std::size(Rows); ++I)
    for (size_t J = 0; J < I; ++J)
      EXPECT_NE(keyOfBody(Rows[I]), keyOfBody(Rows[J])) << Rows[I] << Rows[J];
}

// A value that nobody knows may point to one thing or another.
TEST(PointerKey, TypesMatter) {
  const std::string Records =
      "record one size 16 align 8 {\n  first: i32* at bit 0\n"
      "  next: i32* at bit 64\n}\n"
      "record two size 16 align 8 {\n  next: i32* at bit 0\n"
      "  last: i32* at bit 64\n}\n";
  auto Body = [](const std::string &Record) {
    return "  var %t: " + Record +
           "*\nentry:\n  havoc %t because uninitialised\n"
           "  (*%t).next = %p\n  return %p\n";
  };
  EXPECT_NE(keyOfBody(Body("one"), Records), keyOfBody(Body("two"), Records));
}

// Two variables that get each other's value, and one that gets its own.
TEST(PointerKey, VariablesMayGoInCircles) {
  auto Body = [](const std::string &Last) {
    return "  var %a: i32*\n  var %b: i32*\n  var %c: i32*\nentry:\n"
           "  goto more, out\nmore:\n  %a = %b +p 1\n  %b = %a +p 1\n"
           "  %b = %p\n  %c = %c +p 1\n  %c = %q\n  goto entry\nout:\n"
           "  $last = %" +
           Last + "\n  return %p\n";
  };
  EXPECT_NE(keyOfBody(Body("a")), keyOfBody(Body("b")));
  EXPECT_NE(keyOfBody(Body("b")), keyOfBody(Body("c")));
  EXPECT_EQ(keyOfBody(Body("c")), keyOfBody(Body("c")));
}

TEST(PointerKey, TextsForOthersDoNotMatter) {
  auto Said = [](const std::string &Name, const std::string &Text) {
    return "global $\"" + Name + "\": i8[4] internal const {\n  bytes \"" +
           Text + "\"\n}\n";
  };
  Key Plain = keyOfBody("entry:\n  return %p\n");
  EXPECT_EQ(keyOfBody("entry:\n  call @say(&$\".str\"[0], 4)\n  return %p\n",
                      Said(".str", "abc")),
            Plain);
  // A pointer may go on pointing to it.
  std::string Kept = "  var %t: i8*\nentry:\n  %t = &$\".str\"[0]\n"
                     "  $last = cast<i32*>(%t)\n  return %p\n";
  std::string Other = Kept;
  Other.replace(Other.find(".str"), 4, ".str.3");
  EXPECT_NE(keyOfBody(Kept, Said(".str", "abc")), Plain);
  EXPECT_NE(keyOfBody(Kept, Said(".str", "abc")),
            keyOfBody(Kept, Said(".str", "abd")));
  EXPECT_EQ(keyOfBody(Kept, Said(".str", "abc")),
            keyOfBody(Other, Said(".str.3", "abc")));
}

} // namespace
