// Pointers from outside that lead to members of something larger, or into the
// middle of arrays.

#include "predicates/ir/Parse.h"
#include "predicates/path/Feasibility.h"
#include "test/support/RecordPath.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

/// Whether the path through \p Body can happen; if so, a run takes it.
Feasibility ask(const std::string &Parameters, const std::string &Body) {
  ir::ParsedModule M = ir::parseModule(R"(
record node size 16 align 8 {
  k: i32 at bit 0
  next: node* at bit 64
}
record item size 32 align 8 {
  v: i32 at bit 0
  link: node at bit 64
  w: i64 at bit 192
}
func @fail() -> void
func @f()" + Parameters + ") -> void {\n" +
                                       Body + "  call @fail()\n  stop\n}\n");
  EXPECT_TRUE(M) << M.Error.str();
  if (!M)
    return {};
  EXPECT_EQ(ir::verify(*M.Parsed).value_or(""), "");
  Aliases A(*M.Parsed);
  Path P = pathThrough(*M.Parsed->findFunction("f"), {});
  Feasibility F = PathChecker(*M.Parsed, A).check(P, Beginning::OfCall);
  if (F.Possible == Answer::Yes) {
    Replay R = replay(*M.Parsed, P, Beginning::OfCall, F.How);
    EXPECT_TRUE(R.Fails) << R.Why;
  }
  return F;
}

const char *const Container = R"(
  var %i: item*
entry:
  %i = cast<item*>(cast<i8*>(%n) +p -8:i64)
)";

TEST(Room, IsThereForTheRecordAround) {
  Feasibility F = ask("%n: node*", std::string(Container) + R"(
  assume (*%i).v == 3
  assume (*%i).w == 4:i64
  assume (*%n).k == 5
)");
  EXPECT_EQ(F.Possible, Answer::Yes) << F.Why;
  EXPECT_EQ(F.Entry, EntryValues::Matter);
}

TEST(Room, IsTheSameMemory) {
  std::string Write = std::string(Container) + "  (*%i).link.k = 7\n";
  EXPECT_EQ(ask("%n: node*", Write + "  assume (*%n).k == 8\n").Possible,
            Answer::No);
  EXPECT_EQ(ask("%n: node*", Write + "  assume (*%n).k == 7\n").Possible,
            Answer::Yes);
}

TEST(Room, IsSharedByMembersOfOneRecord) {
  Feasibility F = ask("%n: node*, %w: i64*", std::string(Container) + R"(
  assume &(*%i).w == %w
  *%w = 6:i64
  assume (*%i).w == 6:i64
)");
  EXPECT_EQ(F.Possible, Answer::Yes) << F.Why;
}

TEST(Room, IsBeforeAnElement) {
  EXPECT_EQ(ask("%p: i32*", "entry:\n  assume *(%p +p -1:i64) == 3\n").Possible,
            Answer::Yes);
  EXPECT_EQ(ask("%p: i32*, %n: i64", R"(
entry:
  assume %n > 0:i64
  assume *(%p +p -%n) == 3
)")
                .Possible,
            Answer::Yes);
  // Two pointers into one array.
  EXPECT_EQ(ask("%p: i32*, %q: i32*", R"(
entry:
  *(%p +p -1:i64) = 3
  *%q = 4
  assume *(%p +p -1:i64) == 4
)")
                .Possible,
            Answer::Yes);
}

// What is known to be an object of its own has no more than that.
TEST(Room, IsNotBeforeVariables) {
  EXPECT_EQ(ask("%n: i64", R"(
  var %a: i32[2]
  var %p: i32*
entry:
  %p = &%a[0]
  assume %n > 0:i64
  assume *(%p +p -%n) == 3
)")
                .Possible,
            Answer::No);
}

} // namespace
