// What is said of findings, and what is kept of them.

#include "checkers/engine/Reporter.h"
#include "test/support/Prepared.h"

using namespace predabs;

namespace {

struct Reported : Prepared {
  explicit Reported(const std::string &Option = "")
      : Prepared(failing("f", "", "", "%x > 5"), Option),
        Known(P, Seen, nullptr), Says(P, Seen, Input, Known) {}

  void report(Verdict Is, const std::string &Why = "") {
    Finding F;
    F.Answer = Is;
    F.Why = Why;
    Says.report(0, std::move(F));
  }

  Ledger Known;
  Reporter Says;
};

TEST(Reporter, OnlyWhatIsCertainIsAWarning) {
  Reported R;
  R.report(Verdict::Latent, "x > 5");
  EXPECT_TRUE(R.Says.finished().Messages.empty());
  R.report(Verdict::Violated);
  Report Said = R.Says.finished();
  ASSERT_EQ(Said.Messages.size(), 1u);
  EXPECT_EQ(Said.Messages[0].Text, "'reach_error' can be called");
  EXPECT_EQ(Said.Decisions[0].Answer, Verdict::Violated);
}

TEST(Reporter, AnOpenWorldIsToldOfLatentOnes) {
  Reported R("open=1");
  R.report(Verdict::Latent, "x > 5");
  EXPECT_EQ(R.Says.finished().Messages.size(), 1u);
}

TEST(Reporter, NothingIsSaidTwice) {
  Reported R;
  R.Says.say({Severity::Warning, {0, 1, 1}, "again", "rule", {}});
  R.Says.say({Severity::Warning, {0, 1, 1}, "again", "rule", {}});
  EXPECT_EQ(R.Says.finished().Messages.size(), 1u);
}

// A second look that ends without an answer takes nothing back.
TEST(Reporter, WhatIsLatentStays) {
  Reported R;
  R.report(Verdict::Latent, "x > 5");
  R.report(Verdict::Unknown, "it is hard");
  EXPECT_EQ(R.Known.decision(0).Answer, Verdict::Latent);
  EXPECT_EQ(R.Known.decision(0).Why, "x > 5");
}

// Nothing is kept of functions if there is no store.
TEST(Ledger, KeepsOnlyForAStore) {
  Reported R;
  std::vector<Group> All = {{0}};
  EXPECT_EQ(R.Known.reuse(All, [](const ReusedVerdicts &) { FAIL(); }), All);
  R.Known.note({0}, 100, false);
  EXPECT_TRUE(R.Known.judgements().empty());
  EXPECT_EQ(R.Known.own().size(), 1u);
  EXPECT_FALSE(R.Known.isReused(R.function("f")));
}

} // namespace
