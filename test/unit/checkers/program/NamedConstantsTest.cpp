// Names for numbers, and the numbers that a program is written with.

#include "checkers/program/NamedConstants.h"
#include "predicates/ir/Parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace predabs;
using testing::ElementsAre;

namespace {

TEST(NamedConstants, KnowWhatIsWritten) {
  ir::ParsedModule P = ir::parseModule("func @g(i32) -> void\n"
                                       "func @f(%x: i32) -> i32 {\n"
                                       "  var %a: i32[4]\nentry:\n"
                                       "  %a[3] = %x + 17\n"
                                       "  assume %x < 4711\n"
                                       "  call @g(-5)\n"
                                       "  return %x\n}\n");
  ASSERT_TRUE(P) << P.Error.str();
  Aliases A(*P.Parsed);
  NamedConstants Names(*P.Parsed, A, nullptr);
  EXPECT_THAT(Names.written(), ElementsAre(-5, 3, 17, 4711));
  EXPECT_TRUE(Names.isWritten(4711));
  EXPECT_FALSE(Names.isWritten(4710));
}

} // namespace
