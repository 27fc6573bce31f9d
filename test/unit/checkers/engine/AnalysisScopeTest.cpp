// What is seen of a program, and from where its functions are called.

#include "checkers/engine/AnalysisScope.h"
#include "test/support/Prepared.h"

#include <gmock/gmock.h>

using namespace predabs;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

const std::string Text =
    failing("f", " internal", "", "%x > 5") +
    doing("a(%n: i32) -> void", "  call @f(%n)\n  return\n") +
    doing("b(%n: i32) -> void internal", "  call @f(1)\n  return\n") +
    doing("main() -> i32", "  call @b(2)\n  return 0\n");

std::vector<std::string> entriesTo(const Prepared &Of,
                                   const std::string &Name) {
  std::vector<std::string> Result;
  for (const Entry &E : Of.Seen.entriesTo(Of.function(Name)))
    Result.push_back(Of.Seen.functionOf(E).Name);
  return Result;
}

TEST(AnalysisScope, OthersCallWhatTheyCanName) {
  Prepared Of(Text);
  EXPECT_TRUE(Of.Seen.isVisible(Of.function("a")));
  EXPECT_FALSE(Of.Seen.isVisible(Of.function("b")));
  EXPECT_FALSE(Of.Seen.isVisible(Of.function("f")));
  EXPECT_FALSE(Of.Seen.isOneProgram());
}

TEST(AnalysisScope, TheProgramComesFirst) {
  Prepared Of(Text);
  EXPECT_THAT(entriesTo(Of, "f"), ElementsAre("main", "a"));
  EXPECT_THAT(entriesTo(Of, "b"), ElementsAre("main"));
  EXPECT_EQ(Of.Seen.entriesTo(Of.function("f"))[0].How, Beginning::OfProgram);
  EXPECT_EQ(Of.Seen.entriesTo(Of.function("f"))[1].How, Beginning::OfCall);
}

TEST(AnalysisScope, WithAnEntryTheFileIsOneProgram) {
  Prepared Of(Text, "entry=main");
  EXPECT_TRUE(Of.Seen.isOneProgram());
  EXPECT_TRUE(Of.Seen.isOfProgram(Of.function("f")));
  EXPECT_FALSE(Of.Seen.isVisible(Of.function("b")));
}

TEST(AnalysisScope, WhatNobodyCallsMayBeCalledByAnybody) {
  Prepared Of(failing("f", " internal", "", "%x > 5"));
  EXPECT_TRUE(Of.Seen.isVisible(Of.function("f")));
  EXPECT_FALSE(Of.Seen.hasStart());
  EXPECT_THAT(entriesTo(Of, "f"), IsEmpty());
}

} // namespace
