// The order in which functions are judged, and what they may cost.

#include "checkers/engine/Schedule.h"
#include "test/support/Prepared.h"

#include <gmock/gmock.h>

using namespace predabs;
using testing::ElementsAre;

namespace {

const std::string Text =
    doing("a(%n: i32) -> void",
          "  call @f(%n)\n  call @reach_error()\n  stop\n") +
    failing("f", " internal", "", "%x > 5") +
    failing("g", "", "  call @reach_error()\n", "%x > 5");

std::vector<std::string> functionsOf(const Prepared &Of, const Schedule &S) {
  std::vector<std::string> Result;
  for (const Group &G : S.groups())
    Result.push_back(Of.P.Found[G[0]].At.Func->Name + " " +
                     std::to_string(G.size()));
  return Result;
}

TEST(Schedule, CalleesBeforeCallers) {
  Prepared Of(Text);
  EXPECT_THAT(functionsOf(Of, Schedule(Of.P, Of.Seen, 2000)),
              ElementsAre("f 1", "a 1", "g 2"));
}

TEST(Schedule, AQuickLookCostsLittle) {
  Prepared Of(Text);
  Schedule S(Of.P, Of.Seen, 2000);
  std::vector<Group> All = S.groups();
  S.beginQuickLook();
  S.begin(All[0]);
  uint64_t Quick = S.unitsLeft();
  S.begin(All[2]);
  EXPECT_GT(S.unitsLeft(), Quick); // two obligations
  S.beginThoroughLook(All.size());
  S.begin(All[0]);
  EXPECT_GT(S.unitsLeft(), 10 * Quick);
  EXPECT_FALSE(S.isQuick());
}

TEST(Schedule, WhatIsSpentIsGone) {
  Prepared Of(Text);
  Schedule S(Of.P, Of.Seen, 1);
  S.beginThoroughLook(1);
  S.begin(S.groups()[0]);
  uint64_t All = S.unitsLeft();
  Of.P.W->Numbers.Units += 100;
  EXPECT_EQ(S.unitsLeft(), All - 100);
  EXPECT_FALSE(S.isFileSpent());
  Of.P.W->Numbers.Units += 1'000'000;
  EXPECT_EQ(S.unitsLeft(), 0u);
  EXPECT_TRUE(S.isFileSpent());
}

TEST(Schedule, VainWorkHalvesTheNext) {
  Prepared Of(Text);
  Schedule S(Of.P, Of.Seen, 2000);
  S.beginThoroughLook(100);
  S.begin(S.groups()[0]);
  uint64_t Before = S.unitsLeft();
  S.noteVain();
  S.begin(S.groups()[0]);
  EXPECT_EQ(S.unitsLeft(), Before / 2);
}

} // namespace
