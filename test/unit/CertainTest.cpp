// What has happened to a lock on all paths, and who may have it in between.

#include "checkers/protocols/Certain.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

/// A function of which each call of @lock and @unlock is a use of one lock.
struct Function {
  explicit Function(const std::string &Body)
      : Parsed(ir::parseModule("global $thrown: bool\nglobal $m: i32\n"
                               "func @lock() -> void\n"
                               "func @unlock() -> void\n"
                               "func @other() -> void\n"
                               "func @f(%b: bool) -> void {\n" +
                               Body + "}\n")) {
    EXPECT_TRUE(Parsed) << Parsed.Error.str();
    F = Parsed.Parsed->findFunction("f");
    Lock = Parsed.Parsed->Ctx.var(Parsed.Parsed->findGlobal("m"));
    for (ir::BlockId B = 0; B < F->Blocks.size(); ++B)
      for (uint32_t I = 0; I < F->Blocks[B].Stmts.size(); ++I)
        note(B, I, F->Blocks[B].Stmts[I]);
  }

  void note(ir::BlockId B, uint32_t I, const ir::Stmt &S) {
    if (S.Kind != ir::StmtKind::Call)
      return;
    const std::string &Name = S.Value->function()->Name;
    if (Name == "lock")
      Uses.push_back({B, I, Lock, LockUse::Kind::Acquires});
    if (Name == "unlock")
      Uses.push_back({B, I, Lock, LockUse::Kind::Releases});
    if (Name == "other")
      Calls.emplace_back(B, I);
  }

  ir::BlockId block(const std::string &Name) const {
    for (ir::BlockId B = 0; B < F->Blocks.size(); ++B)
      if (F->Blocks[B].Name == Name)
        return B;
    ADD_FAILURE() << "no block " << Name;
    return 0;
  }

  CertainPast past(const std::vector<LockPoint> &Points = {}) const {
    return {*F, Uses, Lock, Points, Parsed.Parsed->findGlobal("thrown")};
  }
  OnAllPaths before(const std::string &Block, uint32_t Stmt) const {
    return past().before(block(Block), Stmt);
  }
  InBetween between() const { return inBetween(*F, Uses, Lock, Calls); }

  ir::ParsedModule Parsed;
  const ir::Function *F = nullptr;
  const ir::Expr *Lock = nullptr;
  std::vector<LockUse> Uses;
  std::vector<std::pair<ir::BlockId, uint32_t>> Calls;
};

TEST(Certain, FollowsUsesInABlock) {
  Function F("entry:\n  call @lock()\n  call @unlock()\n  return\n");
  EXPECT_EQ(F.before("entry", 0), OnAllPaths::Untouched);
  EXPECT_EQ(F.before("entry", 1), OnAllPaths::Held);
  EXPECT_EQ(F.before("entry", 2), OnAllPaths::Released);
  EXPECT_EQ(F.past().atEnd(0), OnAllPaths::Released);
}

TEST(Certain, BranchesThatAgree) {
  Function F("entry:\n  goto a, b\n"
             "a:\n  assume %b\n  call @lock()\n  goto end\n"
             "b:\n  assume !%b\n  call @lock()\n  goto end\n"
             "end:\n  return\n");
  EXPECT_EQ(F.before("end", 0), OnAllPaths::Held);
}

TEST(Certain, BranchesThatDiffer) {
  Function F("entry:\n  goto a, b\n"
             "a:\n  assume %b\n  call @lock()\n  goto end\n"
             "b:\n  assume !%b\n  goto end\n"
             "end:\n  return\n");
  EXPECT_EQ(F.before("end", 0), OnAllPaths::Differs);
}

TEST(Certain, ClosedBranchesDoNotCount) {
  Function F("entry:\n  goto a, b\n"
             "a:\n  assume true\n  call @lock()\n  goto end\n"
             "b:\n  assume false\n  goto end\n"
             "end:\n  return\n");
  EXPECT_EQ(F.before("end", 0), OnAllPaths::Held);
}

TEST(Certain, LoopsCount) {
  Function F("entry:\n  goto head\n"
             "head:\n  goto body, end\n"
             "body:\n  assume %b\n  call @lock()\n  goto head\n"
             "end:\n  assume !%b\n  return\n");
  EXPECT_EQ(F.before("body", 1), OnAllPaths::Differs);
}

TEST(Certain, TheFirstTimeIsLookedAtAlone) {
  Function F("entry:\n  call @lock()\n  goto head\n"
             "head:\n  goto body, end\n"
             "body:\n  assume %b\n  call @lock()\n  call @unlock()\n"
             "  goto head\n"
             "end:\n  assume !%b\n  return\n");
  EXPECT_EQ(F.before("body", 1), OnAllPaths::Differs);
  EXPECT_EQ(F.past().beforeFirst(2, 1), OnAllPaths::Held);
  // It has been released by then, or not.
  EXPECT_EQ(F.past().beforeFirst(3, 1), OnAllPaths::Differs);
}

TEST(Certain, PointsUnsettle) {
  Function F("entry:\n  call @lock()\n  call @other()\n  return\n");
  CertainPast P = F.past({{0, 1, OnAllPaths::Differs}});
  EXPECT_EQ(P.before(0, 1), OnAllPaths::Held);
  EXPECT_EQ(P.before(0, 2), OnAllPaths::Differs);
}

// @other throws before the lock is there; the two ways meet and part again.
const char *const Meeting = "entry:\n  call @other()\n  goto thrown, fine\n"
                            "thrown:\n  assume $thrown\n  goto meet\n"
                            "fine:\n  assume !$thrown\n  %s\n  goto meet\n"
                            "meet:\n  goto leave, go\n"
                            "leave:\n  assume $thrown\n  return\n"
                            "go:\n  assume !$thrown\n  return\n";

std::string meeting(const std::string &Statement) {
  std::string Body = Meeting;
  return Body.replace(Body.find("%s"), 2, Statement);
}

TEST(Certain, ExceptionsAreFollowedSideBySide) {
  Function F(meeting("call @lock()"));
  EXPECT_EQ(F.before("go", 1), OnAllPaths::Held);
  EXPECT_EQ(F.before("meet", 0), OnAllPaths::Held);
  EXPECT_EQ(F.before("leave", 1), OnAllPaths::Differs);
}

TEST(Certain, WhoThrowsMayNotHaveAcquiredIt) {
  Function F("entry:\n  call @lock()\n  goto thrown, fine\n"
             "thrown:\n  assume $thrown\n  return\n"
             "fine:\n  assume !$thrown\n  return\n");
  EXPECT_EQ(F.before("thrown", 1), OnAllPaths::Differs);
  EXPECT_EQ(F.before("fine", 1), OnAllPaths::Held);
}

TEST(Certain, CaughtExceptionsMeetTheRest) {
  Function F("entry:\n  call @other()\n  goto thrown, fine\n"
             "thrown:\n  assume $thrown\n  $thrown = false\n  goto end\n"
             "fine:\n  assume !$thrown\n  call @lock()\n  $thrown = false\n"
             "  goto end\n"
             "end:\n  assume !$thrown\n  return\n");
  EXPECT_EQ(F.before("end", 1), OnAllPaths::Differs);
}

TEST(InBetween, APairKeepsItToItself) {
  Function F("entry:\n  call @other()\n  call @lock()\n  call @unlock()\n"
             "  call @other()\n  return\n");
  EXPECT_FALSE(F.between().MayBeReleased);
  EXPECT_FALSE(F.between().MayBeAcquired);
}

TEST(InBetween, SomebodyHasReleasedIt) {
  Function F("entry:\n  call @lock()\n  call @lock()\n  call @unlock()\n"
             "  return\n");
  EXPECT_TRUE(F.between().MayBeReleased);
  EXPECT_FALSE(F.between().MayBeAcquired);
}

TEST(InBetween, SomebodyHasAcquiredIt) {
  Function F("entry:\n  call @lock()\n  call @unlock()\n  call @unlock()\n"
             "  return\n");
  EXPECT_FALSE(F.between().MayBeReleased);
  EXPECT_TRUE(F.between().MayBeAcquired);
}

TEST(InBetween, ACalleeMayRelease) {
  Function F("entry:\n  call @lock()\n  call @other()\n  stop\n");
  EXPECT_TRUE(F.between().MayBeReleased);
}

} // namespace
