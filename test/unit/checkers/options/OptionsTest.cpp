#include "checkers/options/Options.h"
#include "predicates/text/Nearest.h"

#include <gtest/gtest.h>

using namespace predabs;

TEST(Nearest, CountsEdits) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("", "abc"), 3u);
  EXPECT_EQ(editDistance("budget", "bugdet"), 1u);
  EXPECT_EQ(editDistance("check", "chekc"), 1u);
  EXPECT_EQ(editDistance("jobs", "job"), 1u);
}

TEST(Nearest, FindsTheFirstOfTheNearestOrNone) {
  std::vector<std::string_view> Known = {"stats", "store", "state"};
  EXPECT_EQ(nearest("stat", Known), "stats");
  EXPECT_EQ(nearest("entry", Known), "");
  EXPECT_EQ(nearest(std::string(1000, 's'), Known), "");
  EXPECT_EQ(didYouMean("stoer", Known), "; did you mean 'store'?");
}

TEST(Options, HaveDefaults) {
  Options O;
  EXPECT_EQ(O.Checks, (std::vector<std::string>{"assert", "lock"}));
  EXPECT_EQ(O.Memory, 4096u);
  EXPECT_EQ(O.DebugFault, Fault::None);
  EXPECT_FALSE(O.Help);
}

TEST(Options, AreSet) {
  Options O;
  EXPECT_FALSE(parseOption(O, "timeout=7", Scope::Plugin));
  EXPECT_FALSE(parseOption(O, "stats=a=b", Scope::Plugin));
  EXPECT_FALSE(parseOption(O, "debug-fault=oom", Scope::Plugin));
  EXPECT_FALSE(parseOption(O, "help", Scope::Plugin));
  EXPECT_FALSE(setOption(O, "jobs", "3", Scope::Driver));
  EXPECT_EQ(O.Timeout, 7u);
  EXPECT_EQ(O.Stats, "a=b");
  EXPECT_EQ(O.DebugFault, Fault::OutOfMemory);
  EXPECT_TRUE(O.Help);
  EXPECT_EQ(O.Jobs, 3u);
}

TEST(Options, StayAsTheyWereAfterAMistake) {
  Options O;
  for (const char *Wrong :
       {"timeout=", "timeout=-1", "timeout=1x", "timeout=99999999999", "stats",
        "checks=", "checks=assert,", "debug-fault=none", "help=2", "=", "",
        "jobs=2", "budget=0"})
    EXPECT_TRUE(parseOption(O, Wrong, Scope::Plugin)) << Wrong;
  EXPECT_EQ(O.Timeout, 0u);
  EXPECT_EQ(O.Checks, (std::vector<std::string>{"assert", "lock"}));
  EXPECT_EQ(O.Jobs, 0u);
}

TEST(Options, HaveNamesOfTheirOwn) {
  for (const OptionInfo &I : optionTable()) {
    EXPECT_EQ(findOption(I.Name), &I);
    EXPECT_FALSE(I.Help.empty());
  }
}
