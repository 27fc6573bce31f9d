// What has happened to a lock on all paths, and who may have it in between.

#include "checkers/protocols/analysis/Certain.h"
#include "predicates/ir/Parse.h"

#include <gtest/gtest.h>

using namespace predabs;

namespace {

/// A lock that is free or held.
constexpr StateMask Free = 1, Held = 2, Either = Free | Held;

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
    if (Name == "lock") {
      Uses.push_back({B, I, Lock, LockUse::Kind::Acquires});
      Points.push_back({B, I, {Held, 0}});
    }
    if (Name == "unlock") {
      Uses.push_back({B, I, Lock, LockUse::Kind::Releases});
      Points.push_back({B, I, {0, Free}});
    }
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

  /// With another point where anything may happen.
  CertainPast past(std::vector<LockPoint> More = {}) const {
    std::vector<LockPoint> All = Points;
    All.insert(All.end(), More.begin(), More.end());
    return {*F, All, First, Either, Parsed.Parsed->findGlobal("thrown")};
  }
  StateMask before(const std::string &Block, uint32_t Stmt) const {
    return past().before(block(Block), Stmt);
  }
  InBetween between() const { return inBetween(*F, Uses, Lock, Calls); }

  ir::ParsedModule Parsed;
  const ir::Function *F = nullptr;
  const ir::Expr *Lock = nullptr;
  std::vector<LockUse> Uses;
  std::vector<LockPoint> Points;
  StateMask First = Either;
  std::vector<std::pair<ir::BlockId, uint32_t>> Calls;
};

TEST(Certain, FollowsUsesInABlock) {
  Function F("entry:\n  call @lock()\n  call @unlock()\n  return\n");
  EXPECT_EQ(F.before("entry", 0), Either);
  F.First = Free;
  EXPECT_EQ(F.before("entry", 0), Free);
  EXPECT_EQ(F.before("entry", 1), Held);
  EXPECT_EQ(F.before("entry", 2), Free);
  EXPECT_EQ(F.past().atEnd(0), Free);
}

TEST(Certain, BranchesThatAgree) {
  Function F("entry:\n  goto a, b\n"
             "a:\n  assume %b\n  call @lock()\n  goto end\n"
             "b:\n  assume !%b\n  call @lock()\n  goto end\n"
             "end:\n  return\n");
  EXPECT_EQ(F.before("end", 0), Held);
}

TEST(Certain, BranchesThatDiffer) {
  Function F("entry:\n  goto a, b\n"
             "a:\n  assume %b\n  call @lock()\n  goto end\n"
             "b:\n  assume !%b\n  goto end\n"
             "end:\n  return\n");
  EXPECT_EQ(F.before("end", 0), Either);
}

TEST(Certain, ClosedBranchesDoNotCount) {
  Function F("entry:\n  goto a, b\n"
             "a:\n  assume true\n  call @lock()\n  goto end\n"
             "b:\n  assume false\n  goto end\n"
             "end:\n  return\n");
  EXPECT_EQ(F.before("end", 0), Held);
}

TEST(Certain, WhatIsThrownHereDoesNotEndNormally) {
  Function F("entry:\n  call @lock()\n  goto a, b\n"
             "a:\n  assume %b\n  $thrown = true\n  return\n"
             "b:\n  assume !%b\n  call @unlock()\n  goto end\n"
             "end:\n  $thrown = false\n  return\n");
  EXPECT_FALSE(F.past().endsNormally(F.block("a")));
  EXPECT_TRUE(F.past().endsNormally(F.block("end")));
}

TEST(Certain, LoopsCount) {
  Function F("entry:\n  goto head\n"
             "head:\n  goto body, end\n"
             "body:\n  assume %b\n  call @lock()\n  goto head\n"
             "end:\n  assume !%b\n  return\n");
  EXPECT_EQ(F.before("body", 1), Either);
  F.First = Free;
  EXPECT_EQ(F.before("body", 1), Either);
  EXPECT_EQ(F.past().beforeFirst(2, 1), Free);
}

TEST(Certain, TheFirstTimeIsLookedAtAlone) {
  Function F("entry:\n  call @lock()\n  goto head\n"
             "head:\n  goto body, end\n"
             "body:\n  assume %b\n  call @lock()\n  call @unlock()\n"
             "  goto head\n"
             "end:\n  assume !%b\n  return\n");
  // An execution ends at the wrong step, so nothing comes back.
  EXPECT_EQ(F.before("body", 1), Held);
  EXPECT_EQ(F.past().beforeFirst(2, 1), Held);
  EXPECT_EQ(F.past().beforeFirst(3, 1), Held);
}

TEST(Certain, PointsUnsettle) {
  Function F("entry:\n  call @lock()\n  call @other()\n  return\n");
  CertainPast P = F.past({{0, 1, {}}});
  EXPECT_EQ(P.before(0, 1), Held);
  EXPECT_EQ(P.before(0, 2), Either);
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
  EXPECT_EQ(F.before("go", 1), Held);
  EXPECT_EQ(F.before("meet", 0), Held);
  EXPECT_EQ(F.before("leave", 1), Either);
}

TEST(Certain, WhoThrowsMayNotHaveAcquiredIt) {
  Function F("entry:\n  call @lock()\n  goto thrown, fine\n"
             "thrown:\n  assume $thrown\n  return\n"
             "fine:\n  assume !$thrown\n  return\n");
  EXPECT_EQ(F.before("thrown", 1), Either);
  EXPECT_EQ(F.before("fine", 1), Held);
}

TEST(Certain, CaughtExceptionsMeetTheRest) {
  Function F("entry:\n  call @other()\n  goto thrown, fine\n"
             "thrown:\n  assume $thrown\n  $thrown = false\n  goto end\n"
             "fine:\n  assume !$thrown\n  call @lock()\n  $thrown = false\n"
             "  goto end\n"
             "end:\n  assume !$thrown\n  return\n");
  EXPECT_EQ(F.before("end", 1), Either);
}

/// A mutex that is free, held or destroyed.
Protocol mutexes() {
  Protocol P;
  P.States = {{"free", false}, {"held", true}, {"destroyed", false}};
  auto Way = [](std::vector<uint32_t> From, std::optional<uint32_t> To,
                std::string Finding = "") {
    Transition T;
    T.From = std::move(From);
    T.To = To;
    T.Finding = std::move(Finding);
    return T;
  };
  P.Events = {{{"lock"},
               {},
               {Way({1}, {}, "twice"), Way({2}, {}, "late"), Way({0}, 1)}},
              {{"unlock"},
               {},
               {Way({0}, {}, "unheld"), Way({2}, {}, "late"), Way({1}, 0)}}};
  return P;
}

bool any(const Transition &) { return true; }

TEST(Certain, AnErrorNeedsAllStates) {
  Protocol P = mutexes();
  const ProtocolEvent &Lock = P.Events[0], &Unlock = P.Events[1];
  EXPECT_EQ(onlyError(Lock, Held)->Finding, "twice");
  EXPECT_EQ(onlyError(Unlock, Free)->Finding, "unheld");
  // Free or destroyed: wrong in one way or the other, and nobody knows which.
  EXPECT_EQ(onlyError(Unlock, 1 | 4), nullptr);
  EXPECT_EQ(onlyError(Unlock, 0), nullptr);
}

TEST(Certain, WrongStatesLeadNowhere) {
  Protocol P = mutexes();
  EXPECT_EQ(nextStates(P, P.Events[0], any),
            (std::vector<StateMask>{Held, 0, 0}));
  EXPECT_EQ(nextOfWrapper(P, LockUse::Kind::Releases),
            (std::vector<StateMask>{0, Free, 0}));
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
