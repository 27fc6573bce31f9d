// What is found about obligations from one entry, and from several.

#include "checkers/engine/Judge.h"
#include "test/support/Prepared.h"

using namespace predabs;

namespace {

struct Judged : Prepared {
  explicit Judged(const std::string &Text, const std::string &Option = "")
      : Prepared(Text, Option), Order(P, Seen, Opts.Budget),
        From(P, Seen, Order, Opts) {
    Order.beginThoroughLook(1);
    Order.begin({0});
  }

  Verdict forAnyCall() { return From.judgeForAnyCall({0})[0].Answer; }
  /// From all entries, one after the other.
  Verdict forCallers(const std::string &Of) {
    std::vector<Finding> Known = {Finding::proved()};
    for (const Entry &E : Seen.entriesTo(function(Of)))
      From.judge(E, {0}, Known);
    return Known[0].Answer;
  }

  Schedule Order;
  Judge From;
};

std::string calling(const std::string &Name, const std::string &Value) {
  return doing(Name + "() -> i32", "  call @f(" + Value + ")\n  return 0\n");
}

const std::string Internal = failing("f", " internal", "", "%x > 5");

TEST(Judge, AnyCall) {
  EXPECT_EQ(Judged(Internal).forAnyCall(), Verdict::Latent);
  EXPECT_EQ(Judged(failing("f", "", "  %y = %x\n", "%y != %x")).forAnyCall(),
            Verdict::Proved);
}

TEST(Judge, CallersTogether) {
  EXPECT_EQ(
      Judged(Internal + calling("a", "1") + calling("b", "2")).forCallers("f"),
      Verdict::Proved);
  EXPECT_EQ(
      Judged(Internal + calling("a", "1") + calling("b", "7")).forCallers("f"),
      Verdict::Violated);
}

TEST(Judge, TheStartOfTheProgram) {
  EXPECT_EQ(Judged(Internal + calling("main", "6")).forCallers("f"),
            Verdict::Violated);
  EXPECT_EQ(Judged(Internal + calling("main", "5"), "paths=0").forCallers("f"),
            Verdict::Proved);
}

// With an entry, callers from outside neither fail nor keep from failing.
TEST(Judge, OneProgramHasNoLatentFailures) {
  Judged Of(Internal + calling("main", "5"), "entry=main");
  EXPECT_EQ(Of.forAnyCall(), Verdict::Unknown);
  EXPECT_EQ(Of.forCallers("f"), Verdict::Proved);
}

// Who calls a function that always fails is to blame.
TEST(Judge, WhoCallsAFailureIsToBlame) {
  Judged Of(doing("f() -> void", "  call @reach_error()\n  stop\n"));
  EXPECT_EQ(Of.forAnyCall(), Verdict::Latent);
}

} // namespace
