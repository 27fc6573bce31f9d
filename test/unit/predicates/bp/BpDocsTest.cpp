// docs/boolean-programs.md shows what the printer prints and lists the words
// that are no names.

#include "predicates/bp/Parse.h"
#include "predicates/bp/Print.h"
#include "predicates/bp/Syntax.h"
#include "test/support/Docs.h"
#include "test/support/ExplicitChecker.h"

#include <gtest/gtest.h>

#include <sstream>

using namespace predabs::bp;

namespace {

std::string readDocs() {
  return predabs::test::readDocs("boolean-programs.md");
}

/// What stands between \p Open and the next \p Close.
std::string between(const std::string &Text, const std::string &Open,
                    const std::string &Close) {
  size_t Begin = Text.find(Open);
  if (Begin == Text.npos)
    return "";
  Begin += Open.size();
  return Text.substr(Begin, Text.find(Close, Begin) - Begin);
}

std::string example() { return between(readDocs(), "```bp\n", "```\n"); }

TEST(BpDocs, TheExampleIsWhatIsPrinted) {
  ParsedProgram P = parseProgram(example());
  ASSERT_TRUE(bool(P)) << P.Error.strWithLine();
  EXPECT_EQ(print(*P.Parsed), example());
}

/// curr != NULL & curr->val > v & (prev->val <= v | prev == NULL)
TEST(BpDocs, TheExampleHasTheInvariantOfThePaper) {
  ParsedProgram P = parseProgram(example());
  ASSERT_TRUE(bool(P)) << P.Error.strWithLine();
  Flow F = buildFlow(*P.Parsed);
  ExplicitResult Result = checkExplicitly(F, defaultEntries(F));
  const auto &States = Result[0][*F.Procs[0].findLabel("L")].States;
  for (StateBits S = 0; S != 16; ++S) {
    bool CurrNull = S & 1, PrevNull = S & 2, CurrAbove = S & 4,
         PrevAbove = S & 8;
    EXPECT_EQ(States.contains(S),
              !CurrNull && CurrAbove && (!PrevAbove || PrevNull))
        << S;
  }
}

TEST(BpDocs, ListsTheReservedWords) {
  std::istringstream Words(
      between(readDocs(), "These words are no names: `", "`"));
  unsigned Count = 0;
  for (std::string Word; Words >> Word; ++Count)
    EXPECT_TRUE(isReserved(Word)) << Word;
  EXPECT_EQ(Count, 34u);
}

} // namespace
