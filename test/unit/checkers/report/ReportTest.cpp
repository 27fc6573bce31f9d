#include "checkers/report/Report.h"

#include <gtest/gtest.h>

using namespace predabs;

static Report example() {
  Report R;
  R.Files = {"a.c", "b.h"};
  R.Decisions.push_back(
      {{{0, 3, 5}, "f", "assert", "x > 0"}, Verdict::Latent, "", {}});
  R.Decisions.push_back(
      {{{1, 9, 1}, "g", "assert", "p"}, Verdict::Unknown, "budget", {}});
  R.Messages.push_back({Severity::Warning,
                        {1, 9, 1},
                        "p fails",
                        "predabs-assert",
                        {{{0, 1, 1}, "called here"}, {{}, "p is null"}}});
  FunctionStats F;
  F.Name = "f";
  F.Where = {0, 2, 1};
  F.How.Statements = 12;
  F.How.ByReason[3] = 4;
  R.Numbers.Functions = {F};
  R.Numbers.PeakMemory = uint64_t(1) << 40;
  return R;
}

TEST(Report, ReturnsFromItsBytes) {
  std::string Bytes = encode(example());
  std::optional<Report> R = decode(Bytes);
  ASSERT_TRUE(R);
  EXPECT_EQ(encode(*R), Bytes);
  EXPECT_EQ(R->Messages[0].Notes[1].Text, "p is null");
  EXPECT_EQ(R->Decisions[0].Answer, Verdict::Latent);
  EXPECT_EQ(R->Numbers.Functions[0].How.ByReason[3], 4u);
}

TEST(Report, IsWholeOrNot) {
  std::string Bytes = encode(example());
  for (size_t Size = 0; Size < Bytes.size(); ++Size)
    EXPECT_FALSE(decode(Bytes.substr(0, Size))) << Size;
  EXPECT_FALSE(decode(Bytes + '\0'));
}

// Whatever is changed in the bytes: a report or none, but no crash and no
// gigabytes. What is accepted is in range.
TEST(Report, SurvivesDamage) {
  const std::string Bytes = encode(example());
  for (size_t At = 0; At < Bytes.size(); ++At)
    for (char Value : {'\0', '\1', '\x7f', '\x80', '\xff'}) {
      std::string Damaged = Bytes;
      Damaged[At] = Value;
      std::optional<Report> R = decode(Damaged);
      if (!R)
        continue;
      for (const Decision &D : R->Decisions) {
        EXPECT_LT(unsigned(D.Answer), NumVerdicts);
        EXPECT_TRUE(!D.What.Where.isValid() ||
                    D.What.Where.File < R->Files.size());
      }
    }
}

TEST(Report, CannotPlayTricksOnATerminal) {
  Report R;
  R.Files = {"a\033[31m\n.c"};
  EXPECT_EQ(decode(encode(R))->Files[0], "a?[31m?.c");
}
