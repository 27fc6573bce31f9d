// What is said about summaries that no compiler of ours has written.

#include "test/support/StoreValues.h"

#include "checkers/store/format/Describe.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

/// A file with the function f(n, d) that fails if \p Condition.
SummaryFile failing(std::string Condition) {
  Summary S;
  S.Name = S.DisplayName = "f";
  S.Module = "module \"f\"\n"
             "target pointer-bytes 8 little-endian strict-aliasing\n"
             "file \"a.c\"\n\n"
             "func @f(%n: i32, %d: f64) -> void at \"a.c\":3:6 {\n"
             "entry:\n  return\n}\n";
  Decision D;
  D.What = {{0, 4, 3}, "f", "assert", "c"};
  D.Answer = Verdict::Latent;
  D.Why = std::move(Condition);
  S.Decisions = {{D, {"f", 0, 0}, ""}};
  S.MayFail = true;
  SummaryFile F;
  F.Files = {"a.c"};
  F.Functions = {S};
  return F;
}

std::string described(const SummaryFile &F) {
  return Description(F).of(F.Functions.front(), Code::Hide);
}

std::string need(std::string Condition) {
  std::string Text = described(failing(std::move(Condition)));
  size_t Begin = Text.find("needs: "), End = Text.find(" (assertion");
  if (Begin == Text.npos || End == Text.npos)
    return Text;
  return Text.substr(Begin + 7, End - Begin - 7);
}

TEST(StoreDescribe, SaysWhatCallersMustSeeTo) {
  EXPECT_EQ(described(failing("0 >= n")),
            "f(n, d) at a.c:3:6\n"
            "  needs: 'n > 0 (assertion at a.c:4:3: c)\n"
            "  modifies: anything that others can reach\n"
            "  verdicts: 1 latent\n");
  EXPECT_EQ(need("n == 3 && n != 7 && 0 >= n"), "'n != 3 || 'n == 7 || 'n > 0");
  EXPECT_EQ(need("n < 3 || n > 7"), "!('n < 3 || 'n > 7)");
}

TEST(StoreDescribe, TurnsNoComparisonOfFloatsAround) {
  // Neither holds of a NaN.
  EXPECT_NE(need("d < 3.0").find('!'), std::string::npos) << need("d < 3.0");
}

TEST(StoreDescribe, ShowsConditionsThatItCannotRead) {
  EXPECT_EQ(need("m < 3"), "!(m < 3)");
  EXPECT_EQ(need("n < 3, n > 5"), "!(n < 3, n > 5)");
  EXPECT_EQ(need("((("), "!(((()");
}

TEST(StoreDescribe, KnowsThatConditionsMayBeUnknown) {
  EXPECT_EQ(described(failing("")),
            "f(n, d) at a.c:3:6\n"
            "  can fail for some callers: 'c' at a.c:4:3\n"
            "  modifies: anything that others can reach\n"
            "  verdicts: 1 latent\n");
}

TEST(StoreDescribe, DoesWithoutCodeThatItCannotRead) {
  SummaryFile F = failing("0 >= n");
  F.Functions.front().Module = "what?";
  EXPECT_EQ(described(F), "f\n"
                          "  needs: !(0 >= n) (assertion at a.c:4:3: c)\n"
                          "  modifies: anything that others can reach\n"
                          "  verdicts: 1 latent\n");
}

TEST(StoreDescribe, PlaysNoTricksOnATerminal) {
  SummaryFile F = failing("0 >= n");
  std::string &Text = F.Functions.front().Module;
  Text.replace(Text.find("%n"), 2, "%\"n\\x1b\\n\"");
  EXPECT_EQ(described(F).substr(0, 11), "f(n??, d) a");
}

TEST(StoreDescribe, TakesWhateverComes) {
  RandomSummaries Random(1);
  for (unsigned I = 0; I < 300; ++I) {
    SummaryFile F = Random.file();
    Description D(F);
    std::string Text = D.ofFile();
    for (const Summary *S : D.functions())
      Text += D.of(*S, Code::Show);
    std::erase(Text, '\n');
    EXPECT_TRUE(isPlain(Text));
  }
}

TEST(StoreDescribe, OrdersByTheNameOfAPerson) {
  SummaryFile F = failing("");
  F.Functions.resize(3, F.Functions.front());
  F.Functions[0].Name = "1";
  F.Functions[0].DisplayName = "z";
  F.Functions[1].Name = "2";
  F.Functions[2].Name = "3";
  Description D(F);
  ASSERT_EQ(D.functions().size(), 3u);
  EXPECT_EQ(D.of(*D.functions()[0], Code::Hide).substr(0, 6), "f [2]\n");
  EXPECT_EQ(D.of(*D.functions()[1], Code::Hide).substr(0, 6), "f [3]\n");
  EXPECT_EQ(D.of(*D.functions()[2], Code::Hide).substr(0, 2), "z\n");
}

} // namespace
