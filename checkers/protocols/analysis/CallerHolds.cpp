#include "checkers/protocols/analysis/CallerHolds.h"

#include "checkers/protocols/analysis/Conditions.h"

#include <algorithm>
#include <optional>

namespace predabs {

using namespace ir;

namespace {

/// Follows a function under the assumption that a condition holds, or not.
class FlagFlow {
public:
  FlagFlow(const Function &F, const std::vector<LockUse> &Uses,
           const Expr *State, bool IsTold = false)
      : F(F), State(State), Uses(Uses), IsTold(IsTold), Tests(F) {}

  bool run() {
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      if (F.Blocks[B].Succs.size() == 2)
        for (BlockId Arm : F.Blocks[B].Succs)
          if (isFlagAt(B, Arm))
            return true;
    return false;
  }

  bool isKept() {
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      if (F.Blocks[B].Succs.size() == 2)
        for (BlockId Arm : F.Blocks[B].Succs)
          if (isKeptAt(B, Arm) || isToldAt(Arm))
            return true;
    return false;
  }

private:
  /// A parameter that keeps its value.
  bool isParameter(const Expr *E) const {
    while (E->kind() == ExprKind::Cast)
      E = E->operand(0);
    return E->kind() == ExprKind::Var && E->type()->isInt() &&
           E->variable()->Kind == Storage::Parameter &&
           Tests.keepsValue(E->variable());
  }
  bool isBit(const Expr *E) const {
    return E->kind() == ExprKind::Binary && E->op() == Op::And &&
           E->operand(1)->kind() == ExprKind::Int && isParameter(E->operand(0));
  }
  /// `locked`, or `mode == LOCKED`.
  bool isTruth(const Expr *E) const {
    bool IsComparison = E->kind() == ExprKind::Binary &&
                        (E->op() == Op::Eq || E->op() == Op::Ne) &&
                        E->operand(1)->kind() == ExprKind::Int;
    return isParameter(IsComparison ? E->operand(0) : E);
  }

  /// What another function may have said: a truth, and nothing else.
  bool isGivenTruth(const Expr *E) const {
    return IsTold && E->kind() == ExprKind::Var && E->type()->isBool() &&
           isParameter(E);
  }

  /// Whether the condition of \p Arm, one of two behind \p B, makes the
  /// function acquire the lock, and spares its caller to do so.
  bool isFlagAt(BlockId B, BlockId Arm) const {
    std::optional<Literal> Own = Tests.of(Arm);
    if (!Own || !(isBit(Own->What) || isGivenTruth(Own->What) ||
                  (isTruth(Own->What) && isOnly(B, Arm, &isAcquire))))
      return false;
    bool MayTake = false, MayKeep = false, IsTakenHere = false,
         Acquires = false;
    follow(*Own, [&](bool IsUntouched, const LockUse &U) {
      IsTakenHere |= IsUntouched && U.What == LockUse::Kind::Releases;
      Acquires |= U.What <= LockUse::Kind::MayAcquire;
    });
    uint8_t Without =
        follow({Own->What, !Own->Holds}, [&](bool, const auto &) {});
    MayTake = (Without & Taken) != 0;
    MayKeep = (Without & ~Taken) != 0;
    return Acquires && !IsTakenHere && MayTake && !MayKeep;
  }

  /// Whether all that \p Arm does is to release the lock, and the function
  /// never keeps it if the condition of \p Arm holds.
  bool isKeptAt(BlockId B, BlockId Arm) const {
    std::optional<Literal> When = Tests.of(Arm);
    if (!When || !(isBit(When->What) || isTruth(When->What)) ||
        !isOnly(B, Arm, &isRelease))
      return false;
    bool Releases = false;
    uint8_t With = follow(*When, [&](bool IsUntouched, const LockUse &U) {
      Releases |= !IsUntouched && U.Block == Arm && isRelease(U);
    });
    return Releases && !(With & Own);
  }

  /// Whether all that \p Arm does is to release the lock and return, and
  /// without the condition of \p Arm the function always keeps it and returns
  /// what it has computed, which may be anything.
  bool isToldAt(BlockId Arm) const {
    std::optional<Literal> When = Tests.of(Arm);
    if (!When || !(isBit(When->What) || isTruth(When->What)))
      return false;
    std::vector<bool> After = reachable(Arm, F.Blocks.size());
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      if (After[B] ? !isQuiet(B, &isRelease) : returnsConstant(B))
        return false;
    uint8_t With = follow(*When, [](bool, const LockUse &) {});
    uint8_t Without =
        follow({When->What, !When->Holds}, [](bool, const LockUse &) {});
    return (With & Freed) && !(With & Own) && Without == Own;
  }

  bool returnsConstant(BlockId B) const {
    if (!F.Blocks[B].endsInReturn())
      return false;
    const Expr *Value = F.Blocks[B].Stmts.back().Value;
    return !Value || Value->isConstant();
  }

  static bool isAcquire(const LockUse &U) {
    return U.What <= LockUse::Kind::MayAcquire;
  }
  static bool isRelease(const LockUse &U) {
    return U.What == LockUse::Kind::Releases;
  }

  static constexpr uint8_t Untouched = 1, Own = 2, Taken = 4, Freed = 8;

  /// What has happened to the lock at returns, if \p Given holds.
  template <typename Fn> uint8_t follow(const Literal &Given, Fn Visit) const {
    std::vector<uint8_t> At(F.Blocks.size());
    At[0] = Untouched;
    uint8_t Result = 0;
    for (std::vector<BlockId> Work = {0}; !Work.empty();) {
      BlockId B = Work.back();
      Work.pop_back();
      uint8_t Now = At[B];
      for (const LockUse &U : Uses)
        if (U.Block == B && U.State == State) {
          Visit((Now & Untouched) != 0, U);
          Now = after(Now, U.What);
        }
      if (F.Blocks[B].endsInReturn())
        Result |= Now;
      for (BlockId S : F.Blocks[B].Succs)
        if (!isExcluded(S, Given) && (Now & ~At[S])) {
          At[S] |= Now;
          Work.push_back(S);
        }
    }
    return Result;
  }

  static uint8_t after(uint8_t Before, LockUse::Kind What) {
    if (What <= LockUse::Kind::MayAcquire)
      return (Before & Taken ? Taken : 0) | (Before & ~Taken ? Own : 0);
    if (What == LockUse::Kind::Releases)
      return (Before & Untouched ? Taken : 0) | (Before & Own ? Freed : 0) |
             (Before & (Taken | Freed));
    return Before;
  }

  bool isExcluded(BlockId B, const Literal &Given) const {
    std::optional<Literal> L = Tests.of(B);
    return L && L->What == Given.What && L->Holds != Given.Holds;
  }

  /// Whether all that \p Arm does before the other way from \p From comes in
  /// again is to acquire the lock, or to release it.
  bool isOnly(BlockId From, BlockId Arm, bool (*Fits)(const LockUse &)) const {
    const std::vector<BlockId> &Succs = F.Blocks[From].Succs;
    BlockId Other = Succs[0] == Arm ? Succs[1] : Succs[0];
    std::vector<bool> Join = reachable(Other, F.Blocks.size());
    bool Meets = false;
    std::vector<bool> Seen(F.Blocks.size());
    for (std::vector<BlockId> Work = {Arm}; !Work.empty();) {
      BlockId B = Work.back();
      Work.pop_back();
      if (Join[B]) {
        Meets = true;
        continue;
      }
      if (Seen[B])
        continue;
      Seen[B] = true;
      if (leadsTo(B, Join) && !isQuiet(B, Fits))
        return false;
      Work.insert(Work.end(), F.Blocks[B].Succs.begin(),
                  F.Blocks[B].Succs.end());
    }
    return Meets;
  }

  std::vector<bool> reachable(BlockId From, size_t Size) const {
    std::vector<bool> Seen(Size);
    for (std::vector<BlockId> Work = {From}; !Work.empty();) {
      BlockId B = Work.back();
      Work.pop_back();
      if (Seen[B])
        continue;
      Seen[B] = true;
      Work.insert(Work.end(), F.Blocks[B].Succs.begin(),
                  F.Blocks[B].Succs.end());
    }
    return Seen;
  }
  bool leadsTo(BlockId B, const std::vector<bool> &Join) const {
    std::vector<bool> From = reachable(B, F.Blocks.size());
    for (BlockId I = 0; I < F.Blocks.size(); ++I)
      if (From[I] && Join[I])
        return true;
    return false;
  }

  /// Whether \p B does nothing but that, look at the result and return.
  bool isQuiet(BlockId B, bool (*Fits)(const LockUse &)) const {
    const std::vector<Stmt> &Stmts = F.Blocks[B].Stmts;
    for (uint32_t I = 0; I < Stmts.size(); ++I) {
      bool IsUse = std::ranges::any_of(Uses, [&](const LockUse &U) {
        return U.Block == B && U.Stmt == I && U.State == State && Fits(U);
      });
      bool IsLocal = Stmts[I].Kind != StmtKind::Call && Stmts[I].Dest &&
                     Stmts[I].Dest->kind() == ExprKind::Var &&
                     !Stmts[I].Dest->variable()->isGlobal();
      if (!IsUse && !IsLocal && Stmts[I].Kind != StmtKind::Assume &&
          Stmts[I].Kind != StmtKind::Return)
        return false;
    }
    return true;
  }

  const Function &F;
  const Expr *State;
  const std::vector<LockUse> &Uses;
  const bool IsTold;
  const Conditions Tests;
};

} // namespace

bool isHeldByFlag(const Function &F, const std::vector<LockUse> &Uses,
                  const Expr *State, bool Told) {
  bool Acquires = false, Releases = false;
  for (const LockUse &U : Uses)
    if (U.State == State) {
      Acquires |= U.What <= LockUse::Kind::MayAcquire;
      Releases |= U.What == LockUse::Kind::Releases;
    }
  return Acquires && Releases && FlagFlow(F, Uses, State, Told).run();
}

bool isKeptByFlag(const Function &F, const std::vector<LockUse> &Uses,
                  const Expr *State) {
  return FlagFlow(F, Uses, State).isKept();
}

/// A scalar that callers can set.
static bool isKnownToOthers(const Expr *Place) {
  if (!Place->isPlace() || !Place->type()->isScalar() || isState(Place->type()))
    return false;
  while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
    Place = Place->operand(0);
  return Place->kind() != ExprKind::Var || Place->variable()->isGlobal();
}

/// \p B and the blocks around it in which nothing is decided: calls may have
/// been put in place.
static std::set<BlockId> straightAround(const Function &F, BlockId B) {
  constexpr unsigned MaxDepth = 4;
  std::set<BlockId> Result = {B};
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth)
    for (BlockId From = 0; From < F.Blocks.size(); ++From)
      if (const auto &Succs = F.Blocks[From].Succs; Succs.size() == 1) {
        if (Result.contains(From))
          Result.insert(Succs[0]);
        else if (Result.contains(Succs[0]))
          Result.insert(From);
      }
  return Result;
}

std::set<ObjectName> flagsSet(const Function &F,
                              const std::vector<LockUse> &Uses,
                              const Expr *State) {
  std::set<BlockId> Near;
  for (const LockUse &U : Uses)
    if (U.State == State)
      Near.merge(straightAround(F, U.Block));
  std::set<ObjectName> Result;
  for (BlockId B : Near)
    for (const Stmt &S : F.Blocks[B].Stmts) {
      if (S.Kind != StmtKind::Assign || !isKnownToOthers(S.Dest))
        continue;
      const Expr *V = S.Value;
      while (V->kind() == ExprKind::Cast)
        V = V->operand(0);
      if (V->isConstant() ||
          (V->kind() == ExprKind::Binary && V->operand(1)->isConstant() &&
           (V->op() == Op::And || V->op() == Op::Or)))
        if (ObjectName N = nameOf(S.Dest); !N.isNone())
          Result.insert(N);
    }
  return Result;
}

/// `*out`, of a parameter.
static bool isBehindParameter(const Expr *Place) {
  return Place->kind() == ExprKind::Deref && Place->type()->isScalar() &&
         !isState(Place->type()) &&
         Place->operand(0)->kind() == ExprKind::Var &&
         Place->operand(0)->variable()->Kind == Storage::Parameter;
}

bool tellsByMemory(const Function &F, const std::vector<LockUse> &Uses,
                   const Expr *State) {
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Kind == StmtKind::Assign && isBehindParameter(S.Dest))
        return true;
  return !flagsSet(F, Uses, State).empty();
}

namespace {

/// Looks for the test before a release.
class FlagTests {
public:
  FlagTests(const Function &F, const std::set<ObjectName> &Flags)
      : F(F), Flags(Flags), Tests(F), Before(F.Blocks.size()) {
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      for (BlockId S : F.Blocks[B].Succs)
        Before[S].push_back(B);
  }

  bool isTestedBefore(BlockId B, uint32_t Stmt) const {
    for (unsigned Depth = 0; Depth < MaxDepth; ++Depth) {
      for (uint32_t I = 0; I < Stmt; ++I)
        if (F.Blocks[B].Stmts[I].Kind == StmtKind::Call)
          return false;
      if (std::optional<Literal> L = Tests.of(B); L && isFlag(L->What))
        return true;
      if (Before[B].size() != 1)
        return false;
      B = Before[B][0];
      Stmt = uint32_t(F.Blocks[B].Stmts.size());
    }
    return false;
  }

private:
  static constexpr unsigned MaxDepth = 6;

  bool isFlag(const Expr *E) const {
    if (E->kind() == ExprKind::Binary && E->operand(1)->isConstant() &&
        (E->op() == Op::Eq || E->op() == Op::Ne || E->op() == Op::And))
      E = E->operand(0);
    while (E->kind() == ExprKind::Cast)
      E = E->operand(0);
    return isKnownToOthers(E) && Flags.contains(nameOf(E));
  }

  const Function &F;
  const std::set<ObjectName> &Flags;
  const Conditions Tests;
  std::vector<std::vector<BlockId>> Before;
};

} // namespace

bool isReleasedByFlags(const Function &F, const std::vector<LockUse> &Uses,
                       const Expr *State, const std::set<ObjectName> &Flags) {
  if (Flags.empty())
    return false;
  FlagTests Tests(F, Flags);
  bool Releases = false;
  for (const LockUse &U : Uses)
    if (U.State == State && U.What == LockUse::Kind::Releases) {
      Releases = true;
      if (!Tests.isTestedBefore(U.Block, U.Stmt))
        return false;
    }
  return Releases;
}

} // namespace predabs
