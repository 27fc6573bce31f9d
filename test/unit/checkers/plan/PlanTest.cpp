// The order in which files are checked, and the plan as a file for ninja.

#include "checkers/plan/NinjaFile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

using namespace predabs;
using testing::HasSubstr;
using Sight = std::map<size_t, unsigned>;

/// A unit that defines its own id.
static UnitCalls unit(std::string Id, std::vector<std::string> Calls) {
  return {Id, {Id}, std::move(Calls)};
}

TEST(Plan, CalleesComeFirst) {
  Order O({unit("a", {"b"}), unit("b", {"c"}), unit("c", {})});
  ASSERT_EQ(O.steps().size(), 3u);
  EXPECT_EQ(O.steps()[0].Unit, 2u);
  EXPECT_EQ(O.steps()[2].Unit, 0u);
  EXPECT_EQ(O.sees(O.find(0, 1)), Sight({{1, 1}, {2, 1}}));
  EXPECT_EQ(O.sees(O.find(2, 1)), Sight());
}

TEST(Plan, FilesThatCallEachOtherHaveTurns) {
  Order O({unit("a", {"b"}), unit("b", {"c", "d"}), unit("c", {"b"}),
           unit("d", {})});
  EXPECT_EQ(O.turns(0), 1u);
  EXPECT_EQ(O.turns(1), Order::MaxTurns);
  EXPECT_EQ(O.turns(2), Order::MaxTurns);
  // One of the two comes first, and knows nothing of the other.
  EXPECT_EQ(O.sees(O.find(2, 1)), Sight());
  EXPECT_EQ(O.sees(O.find(1, 1)), Sight({{2, 1}, {3, 1}}));
  // Then each knows what the other has found out the turn before.
  EXPECT_EQ(O.sees(O.find(2, 2)), Sight({{1, 1}, {3, 1}}));
  EXPECT_EQ(O.sees(O.find(1, 3)), Sight({{2, 2}, {3, 1}}));
  unsigned Last = Order::MaxTurns;
  EXPECT_EQ(O.sees(O.find(0, 1)), Sight({{1, Last}, {2, Last}, {3, 1}}));
}

TEST(Plan, TheListDoesNotMatter) {
  std::vector<UnitCalls> Units = {unit("a", {"b", "c"}), unit("b", {"c", "e"}),
                                  unit("c", {"d"}), unit("d", {"b"}),
                                  unit("e", {})};
  std::string Text = ninjaFile(Order(Units), {"/predabs", {}, {}});
  std::mt19937 Random(1);
  for (int I = 0; I < 20; ++I) {
    std::shuffle(Units.begin(), Units.end(), Random);
    EXPECT_EQ(ninjaFile(Order(Units), {"/predabs", {}, {}}), Text);
  }
}

TEST(Plan, SeveralMayDefineAName) {
  Order O({{"a", {"f"}, {}}, {"b", {"f"}, {}}, {"c", {}, {"f"}}});
  EXPECT_EQ(O.definers("f"), (std::vector<size_t>{0, 1}));
  EXPECT_EQ(O.definers("g"), std::vector<size_t>());
  EXPECT_EQ(O.sees(O.find(2, 1)), Sight({{0, 1}, {1, 1}}));
}

/// What a step sees is ready when it runs, it sees all that it calls outside
/// its cycle, and from the second turn on all that it can reach.
TEST(Plan, RandomProjects) {
  std::mt19937 Random(7);
  for (int Round = 0; Round < 200; ++Round) {
    size_t Count = 1 + Random() % 12;
    std::vector<UnitCalls> Units;
    for (size_t U = 0; U < Count; ++U) {
      std::vector<std::string> Calls;
      for (size_t V = 0; V < Count; ++V)
        if (Random() % 5 == 0 && V != U)
          Calls.push_back(std::string(1, char('a' + V)));
      Units.push_back(unit(std::string(1, char('a' + U)), Calls));
    }
    Order O(Units);
    std::vector<std::set<size_t>> Reach(Count);
    for (size_t U = 0; U < Count; ++U)
      for (const std::string &Name : Units[U].Calls)
        Reach[U].insert(size_t(Name[0] - 'a'));
    for (size_t K = 0; K < Count; ++K)
      for (size_t U = 0; U < Count; ++U)
        if (Reach[U].contains(K))
          Reach[U].insert(Reach[K].begin(), Reach[K].end());
    for (size_t N = 0; N < O.steps().size(); ++N) {
      const Step &S = O.steps()[N];
      for (size_t Before : S.After)
        EXPECT_LT(Before, N);
      if (S.Unit == Step::None)
        continue;
      Sight Sees = O.sees(N);
      for (auto [V, Turn] : Sees)
        EXPECT_TRUE(Reach[S.Unit].contains(V) &&
                    (Turn == O.turns(V) || Reach[V].contains(S.Unit)));
      for (size_t V : Reach[S.Unit]) {
        bool IsRound = Reach[V].contains(S.Unit);
        if (V != S.Unit && (S.Turn > 1 || !Reach[S.Unit].contains(S.Unit)))
          EXPECT_TRUE(Sees.contains(V));
        if (V != S.Unit && IsRound && S.Turn > 1)
          EXPECT_EQ(Sees[V], S.Turn - 1);
      }
    }
  }
}

TEST(Plan, LongChains) {
  std::vector<UnitCalls> Units;
  for (int I = 0; I < 20'000; ++I)
    Units.push_back({std::to_string(100'000 + I),
                     {"f" + std::to_string(I)},
                     {"f" + std::to_string(I + 1)}});
  EXPECT_EQ(Order(Units).steps().size(), 20'000u);
}

TEST(Plan, CallsAsText) {
  UnitCalls C{"a.c-1f", {"f", "operator new"}, {"g"}};
  EXPECT_EQ(parseUnitCalls(print(C)), C);
  EXPECT_FALSE(parseUnitCalls(""));
  EXPECT_FALSE(parseUnitCalls("a"));
  EXPECT_FALSE(parseUnitCalls("a\ndefines f"));
  EXPECT_FALSE(parseUnitCalls("a\nwhat f\n"));
}

TEST(Plan, NamesThatNinjaAndShellsRead) {
  NinjaSettings Settings{"/my $tools/it's", {"/a b:c"}, {{"x", "x $y.c"}}};
  std::string Text = ninjaFile(Order({unit("x", {})}), Settings);
  EXPECT_THAT(Text,
              HasSubstr("command = '/my $$tools/it'\\''s' step scan $id"));
  EXPECT_THAT(Text, HasSubstr("check | x.unit /my$ $$tools/it's /a$ b$:c\n"));
  EXPECT_THAT(Text, HasSubstr("file = x $$y.c\n"));
  EXPECT_EQ(makeRule("x", {"/a b", "$c", "d#e", "bad\nname"}),
            "x: \\\n /a\\ b \\\n $$c \\\n d\\#e\n");
}

TEST(Plan, Ids) {
  std::string Id = unitId("/x/a b$.c", "/x");
  EXPECT_THAT(Id, testing::StartsWith("a_b_.c-"));
  EXPECT_EQ(Id, unitId("/x/a b$.c", "/x"));
  EXPECT_NE(Id, unitId("/x/a b$.c", "/y"));
  EXPECT_LT(unitId(std::string(5000, 'x'), "").size(), 150u);
}
