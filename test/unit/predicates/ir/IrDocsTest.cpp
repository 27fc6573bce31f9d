// docs/ir.md shows what the printer prints and lists every reason and every
// mark.

#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Touch.h"
#include "test/support/Docs.h"

#include <gtest/gtest.h>

#include <array>

using namespace predabs::ir;

namespace {

std::string readDocs() { return predabs::test::readDocs("ir.md"); }

TEST(IrDocs, TheExampleIsWhatIsPrinted) {
  std::string Docs = readDocs();
  const std::string Open = "```ir\n";
  size_t Begin = Docs.find(Open), End = Docs.find("```\n", Begin + 1);
  ASSERT_NE(Begin, Docs.npos);
  std::string Example =
      Docs.substr(Begin + Open.size(), End - Begin - Open.size());
  ParsedModule P = parseModule(Example);
  ASSERT_TRUE(P) << P.Error.str();
  EXPECT_EQ(verify(*P.Parsed).value_or(""), "");
  EXPECT_EQ(print(*P.Parsed), Example);
}

TEST(IrDocs, EveryMarkIsListedWithItsMeaning) {
  std::string Docs = readDocs();
  for (const auto &[Text, Kind, Help] : {
#define MARK(Enumerator, Text, Kind, Help) std::array{Text, #Kind, Help},
#include "predicates/ir/Marks.def"
       })
    EXPECT_NE(Docs.find("| `" + std::string(Text) + "` | " + Kind + " | " +
                        Help + " |\n"),
              Docs.npos)
        << Text;
}

TEST(IrDocs, EveryReasonIsListedWithItsMeaning) {
  std::string Docs = readDocs();
  size_t Last = 0;
  for (unsigned I = 1; I < NumReasons; ++I) {
    std::string Row = std::string("| `") + reasonText(Reason(I)) + "` | " +
                      reasonHelp(Reason(I)) + " | " +
                      touchText(touchOf(Reason(I)).Changes) + " | " +
                      touchText(touchOf(Reason(I)).Operands) + " | " +
                      touchText(touchOf(Reason(I)).Result) + " |\n";
    size_t At = Docs.find(Row);
    ASSERT_NE(At, Docs.npos) << Row;
    EXPECT_GT(At, Last) << "out of order: " << Row;
    Last = At;
  }
}

} // namespace
