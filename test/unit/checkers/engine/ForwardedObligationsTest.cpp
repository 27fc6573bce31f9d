// Which functions leave states as they find them, and which leave them to their
// callees.

#include "checkers/engine/ForwardedObligations.h"
#include "checkers/protocols/analysis/StateFlow.h"
#include "checkers/protocols/instrument/Instrument.h"
#include "checkers/protocols/language/Parse.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

const char *const Program = R"(record mutex size 8 align 4 {
  owner: i32 at bit 0
}
global $m: mutex
func @lock(mutex*) -> i32
func @unlock(mutex*) -> void
func @take(%p: mutex*) -> void {
entry:
  call @lock(%p)
  return
}
func @give(%p: mutex*) -> void {
entry:
  call @unlock(%p)
  return
}
func @both(%p: mutex*) -> void {
entry:
  call @lock(%p)
  call @unlock(%p)
  return
}
func @wait(%p: mutex*) -> void {
entry:
  call @unlock(%p)
  call @lock(%p)
  return
}
func @some(%p: mutex*, %n: i32) -> void {
entry:
  call @lock(%p)
  goto early, late
early:
  assume %n == 0
  return
late:
  assume %n != 0
  call @unlock(%p)
  return
}
func @twice(%p: mutex*) -> void {
entry:
  call @both(%p)
  call @both(%p)
  return
}
func @once(%p: mutex*) -> void {
entry:
  call @take(%p)
  return
}
func @taketwice(%p: mutex*) -> void {
entry:
  call @take(%p)
  call @once(%p)
  return
}
func @loop(%p: mutex*) -> void {
entry:
  goto again
again:
  call @take(%p)
  goto again, out
out:
  return
}
func @chosen() -> void {
entry:
  call @both(&$m)
  return
}
func @pair(%p: mutex*, %q: mutex*) -> void {
entry:
  call @both(%p)
  return
}
func @same(%p: mutex*, %q: mutex*) -> void {
entry:
  call @pair(%p, %q)
  return
}
)";

std::unique_ptr<ir::Module> program() {
  ParsedProtocols P = parseProtocols(R"(protocol plain
states free, held*
balanced
call lock(object):
  held: error double-acquire "twice"
  free -> held
call unlock(object):
  free: error release-unheld "not held"
  held -> free
)",
                                     "test");
  EXPECT_TRUE(P.Errors.empty());
  ir::ParsedModule M = ir::parseModule(Program);
  EXPECT_TRUE(M) << M.Error.str();
  instrument(*M.Parsed, P.All);
  return std::move(M.Parsed);
}

TEST(StateFlow, BackInTheStateInWhichItWasFound) {
  auto M = program();
  auto Leaves = [&](const char *Name) {
    return leavesStatesAsFound(*M->findFunction(Name));
  };
  EXPECT_TRUE(Leaves("both"));
  EXPECT_TRUE(Leaves("wait"));
  EXPECT_FALSE(Leaves("take"));
  EXPECT_FALSE(Leaves("give"));
  EXPECT_FALSE(Leaves("some"));
}

TEST(ForwardedObligations, ByThoseWhoChangeNothing) {
  auto M = program();
  Aliases A(*M);
  CallGraph Calls(*M, A);
  ForwardedObligations On(*M, A, Calls);
  auto By = [&](const char *Name) { return On.by(*M->findFunction(Name)); };
  EXPECT_TRUE(By("once"));
  EXPECT_TRUE(By("twice"));
  EXPECT_FALSE(By("both")); // has steps itself
  EXPECT_FALSE(By("taketwice"));
  EXPECT_FALSE(By("loop"));
  EXPECT_FALSE(By("chosen"));
  EXPECT_FALSE(By("same"));
}

} // namespace
