// What must hold for every module and for every text: print and parse undo
// each other, and no text breaks the parser.

#include "IrRandomModule.h"

#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"
#include "test/support/CompareModules.h"

#include <gtest/gtest.h>

using namespace predabs::ir;

namespace {

constexpr uint32_t NumModules = 300;

TEST(IrRandom, VerifyAcceptsThem) {
  for (uint32_t Seed = 0; Seed < NumModules; ++Seed)
    ASSERT_EQ(verify(*randomModule(Seed)).value_or(""), "") << "seed " << Seed;
}

TEST(IrRandom, ParseUndoesPrint) {
  for (uint32_t Seed = 0; Seed < NumModules; ++Seed) {
    SCOPED_TRACE(Seed);
    std::unique_ptr<Module> M = randomModule(Seed);
    std::string Text = print(*M);
    ParsedModule P = parseModule(Text);
    ASSERT_TRUE(P) << P.Error.str() << "\n" << Text;
    ASSERT_EQ(firstDifference(*M, *P.Parsed).value_or(""), "") << Text;
    ASSERT_EQ(print(*P.Parsed), Text);
    ASSERT_EQ(verify(*P.Parsed).value_or(""), "");
  }
}

TEST(IrRandom, PrintingIsDeterministic) {
  for (uint32_t Seed = 0; Seed < 20; ++Seed)
    EXPECT_EQ(print(*randomModule(Seed)), print(*randomModule(Seed)));
}

TEST(IrRandom, WithoutLocationsTheRestStays) {
  for (uint32_t Seed = 0; Seed < 20; ++Seed) {
    std::string Text = print(*randomModule(Seed), Locations::Hide);
    ParsedModule P = parseModule(Text);
    ASSERT_TRUE(P) << P.Error.str() << "\n" << Text;
    EXPECT_EQ(print(*P.Parsed), Text);
  }
}

/// One of the things that go wrong when a person edits, or a disk dies.
std::string corrupt(std::string Text, Dice &D) {
  static const std::string Tokens[] = {"*",
                                       "(",
                                       ")",
                                       "{",
                                       "}",
                                       "\n",
                                       "\"",
                                       "%x",
                                       "$g",
                                       "@f",
                                       "goto ",
                                       "[",
                                       "]",
                                       "?",
                                       ":",
                                       "-",
                                       "9:u99",
                                       "cast<",
                                       "null",
                                       "record",
                                       "fn(",
                                       "->",
                                       "...",
                                       "label(",
                                       ".f",
                                       ".#9",
                                       "/*",
                                       " at ",
                                       "0xffffffffffffffffffffffffffffffffff"};
  for (unsigned I = 0, N = 1 + D.roll(3); I < N && !Text.empty(); ++I) {
    size_t At = D.roll(Text.size());
    switch (D.roll(4)) {
    case 0:
      Text[At] = char(D.roll(256));
      break;
    case 1:
      Text.erase(At, 1 + D.roll(8));
      break;
    case 2:
      Text.insert(At, D.pick(Tokens));
      break;
    default:
      Text.insert(At, Text.substr(D.roll(Text.size()), D.roll(30)));
    }
  }
  return Text;
}

TEST(IrRandom, CorruptTextGivesAnErrorOrAModule) {
  Dice D(7);
  unsigned Errors = 0;
  constexpr unsigned Rounds = 6000;
  std::string Text;
  for (unsigned I = 0; I < Rounds; ++I) {
    if (I % 20 == 0)
      Text = print(*randomModule(I / 20));
    ParsedModule P = parseModule(corrupt(Text, D));
    if (!P) {
      ++Errors;
      EXPECT_GT(P.Error.At.Line, 0u);
      EXPECT_FALSE(P.Error.Message.empty());
      continue;
    }
    std::string Again = print(*P.Parsed);
    ParsedModule Q = parseModule(Again);
    ASSERT_TRUE(Q) << Q.Error.str() << "\n" << Again;
    ASSERT_EQ(print(*Q.Parsed), Again);
    verify(*P.Parsed);
  }
  EXPECT_GT(Errors, Rounds / 2);
  EXPECT_LT(Errors, Rounds);
}

TEST(IrRandom, EveryPrefixOfATextIsHarmless) {
  std::string Text = print(*randomModule(3));
  for (size_t I = 0; I < Text.size(); I += 7)
    parseModule(std::string_view(Text).substr(0, I));
}

} // namespace
