// What is told while not all is decided.

#include "checkers/report/Progress.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

Obligation obligation(uint32_t Line, std::string Text = "x > 0") {
  Obligation O;
  O.Where = {0, Line, 1};
  O.Function = "f";
  O.Property = "assert";
  O.Text = std::move(Text);
  return O;
}

Decision decision(uint32_t Line, Verdict V) {
  return {obligation(Line), V, V == Verdict::Unknown ? "it is hard" : "", {}};
}

/// Both ends.
struct Conversation {
  PartialReport Heard;
  size_t Portions = 0;
  Progress Told{[this](const Report &Part) {
    ++Portions;
    Heard.add(Part);
  }};
};

TEST(Progress, OfWhatIsNotDecidedSaysWhy) {
  Conversation C;
  C.Told.begin({"a.c"}, {obligation(1), obligation(2), obligation(3)});
  C.Told.tell({}, 0);
  C.Told.decided(0, decision(1, Verdict::Proved));
  C.Told.decided(1, decision(2, Verdict::Unknown));
  C.Told.tell({}, 1'000'000);
  EXPECT_EQ(C.Heard.numDecided(), 1u);
  Report R = C.Heard.take("no time");
  ASSERT_EQ(R.Decisions.size(), 3u);
  EXPECT_EQ(R.Decisions[0].Answer, Verdict::Proved);
  EXPECT_EQ(R.Decisions[1].Why, "it is hard");
  EXPECT_EQ(R.Decisions[2].Why, "no time");
}

TEST(Progress, ProvesNothingBeforeAllCopiesAreProved) {
  Conversation C;
  C.Told.begin({"a.c"}, {obligation(1), obligation(1)});
  C.Told.decided(0, decision(1, Verdict::Proved));
  C.Told.tell({}, 0);
  EXPECT_EQ(C.Heard.numDecisions(), 1u);
  EXPECT_EQ(C.Heard.numDecided(), 0u);
  C.Told.decided(1, decision(1, Verdict::Proved));
  C.Told.tell({}, 1'000'000);
  EXPECT_EQ(C.Heard.numDecided(), 1u);
}

TEST(Progress, OneCopyThatFailsIsEnough) {
  Conversation C;
  C.Told.begin({"a.c"}, {obligation(1), obligation(1)});
  C.Told.decided(1, decision(1, Verdict::Violated));
  C.Told.tell({}, 0);
  EXPECT_EQ(C.Heard.take("").Decisions.at(0).Answer, Verdict::Violated);
}

TEST(Progress, DoesNotTellOfWhatIsNotShown) {
  Conversation C;
  C.Told.begin({"a.c"}, {obligation(1, ""), obligation(2)});
  C.Told.tell({}, 0);
  EXPECT_EQ(C.Heard.numDecisions(), 1u);
}

TEST(Progress, MessagesAreToldOnce) {
  Conversation C;
  C.Told.begin({"a.c"}, {obligation(1), obligation(2)});
  std::vector<Message> Said(1);
  C.Told.tell(Said, 0);
  C.Told.decided(0, decision(1, Verdict::Violated));
  Said.emplace_back().Text = "second";
  C.Told.tell(Said, 1'000'000);
  EXPECT_EQ(C.Heard.take("").Messages, Said);
}

TEST(Progress, TellsInPortions) {
  constexpr uint32_t Many = 10'000;
  Conversation C;
  std::vector<Obligation> All;
  for (uint32_t I = 1; I <= Many; ++I)
    All.push_back(obligation(I));
  C.Told.begin({"a.c"}, All);
  for (uint32_t I = 0; I < Many; ++I) {
    C.Told.decided(I, decision(I + 1, Verdict::Proved));
    C.Told.tell({}, 0);
  }
  EXPECT_LT(C.Portions, 100u);
  EXPECT_GT(C.Heard.numDecided(), Many * 9 / 10);
}

} // namespace
