#include "checkers/protocols/analysis/Balance.h"

#include "checkers/protocols/analysis/Conditions.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>
#include <map>

namespace predabs {

using namespace ir;

namespace {

/// In which ways a lock may have been used so far, as a set of bits.
using Past = uint8_t;
/// Given: released without having been acquired here. Regained: acquired again
/// after that, so that it is as the caller had it. Reset: made or destroyed.
constexpr Past Untouched = 1, Held = 2, Released = 4, Given = 8, Regained = 16,
               Reset = 32;

Past afterAcquire(Past Before) {
  return (Before & ~Given ? Held : 0) | (Before & Given ? Regained : 0);
}

Past after(Past Before, LockUse::Kind What) {
  constexpr Past Own = Held | Released;
  switch (What) {
  case LockUse::Kind::Acquires:
    return afterAcquire(Before);
  case LockUse::Kind::MayAcquire:
    return Before | afterAcquire(Before);
  case LockUse::Kind::Releases:
    return (Before & Own ? Released : 0) | (Before & ~Own ? Given : 0);
  case LockUse::Kind::MayRelease:
    return Before | (Before & Held ? Released : 0) |
           (Before & Regained ? Given : 0);
  case LockUse::Kind::Resets:
    return (Before & (Own | Regained) ? Released : 0) |
           (Before & ~(Own | Regained) ? Reset : 0);
  }
  return Before;
}

/// Follows one lock through a function.
class Flow {
public:
  Flow(const Function &F, const std::vector<LockUse> &Uses, const Expr *State)
      : F(F), AtEnd(F.Blocks.size()), ByBlock(F.Blocks.size()) {
    for (const LockUse &U : Uses)
      if (!U.State || U.State == State)
        ByBlock[U.Block].push_back(&U);
  }

  /// How it may be at the end of each block.
  std::vector<Past> run() {
    AtBegin.resize(F.Blocks.size());
    std::vector<BlockId> Work = {0};
    AtBegin[0] = Untouched;
    while (!Work.empty()) {
      BlockId B = Work.back();
      Work.pop_back();
      Past Now = AtBegin[B];
      for (const LockUse *U : ByBlock[B])
        Now = after(Now, U->What);
      AtEnd[B] = Now;
      for (BlockId S : F.Blocks[B].Succs)
        if (Past All = AtBegin[S] | Now; All != AtBegin[S]) {
          AtBegin[S] = All;
          Work.push_back(S);
        }
    }
    return AtEnd;
  }

  bool mayAcquireFirst() {
    run();
    bool MayAcquire = false, MayRelease = false;
    eachUse([&](const LockUse &U, Past Before) {
      if (Before & Untouched)
        (U.What <= LockUse::Kind::MayAcquire ? MayAcquire : MayRelease) |=
            U.State != nullptr;
    });
    if (!MayAcquire || !MayRelease)
      return MayAcquire;
    return comesTo(F, [&](BlockId B, uint32_t I) {
      for (const LockUse *U : ByBlock[B])
        if (U->Stmt == I && U->State)
          return U->What <= LockUse::Kind::MayAcquire ? OnPath::IsFound
                                                      : OnPath::Ends;
      return OnPath::Goes;
    });
  }

  /// After run.
  template <typename Fn> void eachUse(Fn Visit) const {
    for (BlockId B = 0; B < F.Blocks.size(); ++B) {
      Past Now = AtBegin[B];
      for (const LockUse *U : ByBlock[B]) {
        Visit(*U, Now);
        Now = after(Now, U->What);
      }
    }
  }
  Past before(BlockId B, uint32_t Stmt) const {
    Past Now = AtBegin[B];
    for (const LockUse *U : ByBlock[B])
      if (U->Stmt < Stmt)
        Now = after(Now, U->What);
    return Now;
  }

private:
  const Function &F;
  std::vector<Past> AtBegin, AtEnd;
  std::vector<std::vector<const LockUse *>> ByBlock; ///< in order
};

/// The variables of \p F that may mean one thing now and another later.
class Changing {
public:
  explicit Changing(const Function &F) : All(addressedIn(F)) {
    std::map<const Variable *, unsigned> Writes;
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts) {
        if (S.Dest && S.Dest->kind() == ExprKind::Var &&
            S.Kind != StmtKind::Havoc)
          ++Writes[S.Dest->variable()];
      }
    for (auto [V, Count] : Writes)
      if (Count > (V->Kind == Storage::Parameter || V->isGlobal() ? 0U : 1U))
        All.insert(V);
  }

  bool mayChange(const Expr *Place) const {
    for (const Variable *V : variablesIn(Place))
      if (V->Ty->isScalar() && All.contains(V))
        return true;
    return false;
  }

private:
  std::set<const Variable *> All;
};

} // namespace

/// Whether callers know what \p State is.
static bool isOfCaller(const Expr *State) {
  for (const Variable *V : variablesIn(State))
    if (!V->isGlobal() && V->Kind != Storage::Parameter)
      return false;
  return true;
}

std::vector<LockEffect> effectsOf(const Function &F,
                                  const std::vector<LockUse> &Uses) {
  std::vector<LockEffect> Result;
  std::vector<const Expr *> Seen;
  Changing Names(F);
  for (const LockUse &U : Uses) {
    if (!U.State || std::find(Seen.begin(), Seen.end(), U.State) != Seen.end())
      continue;
    Seen.push_back(U.State);
    if (!isOfCaller(U.State) || Names.mayChange(U.State))
      continue;
    std::vector<Past> AtEnd = Flow(F, Uses, U.State).run();
    Past Any = 0;
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      if (F.Blocks[B].endsInReturn())
        Any |= AtEnd[B];
    if (Any == Held)
      Result.push_back({U.State, LockUse::Kind::Acquires});
    else if (Any == Given)
      Result.push_back({U.State, LockUse::Kind::Releases});
    else if (Any == Reset)
      Result.push_back({U.State, LockUse::Kind::Resets});
  }
  return Result;
}

std::vector<const Expr *> acquiredFirst(const Function &F,
                                        const std::vector<LockUse> &Uses) {
  std::vector<const Expr *> Result;
  for (const LockUse &U : Uses)
    if (U.State && U.What <= LockUse::Kind::MayAcquire &&
        std::find(Result.begin(), Result.end(), U.State) == Result.end() &&
        Flow(F, Uses, U.State).mayAcquireFirst())
      Result.push_back(U.State);
  return Result;
}

std::vector<bool> afterAcquire(const Function &F,
                               const std::vector<LockUse> &Uses,
                               const Expr *State) {
  std::vector<bool> Result(F.Blocks.size());
  std::vector<BlockId> Work;
  for (const LockUse &U : Uses)
    if (U.State == State && U.What <= LockUse::Kind::MayAcquire)
      Work.push_back(U.Block);
  while (!Work.empty()) {
    BlockId B = Work.back();
    Work.pop_back();
    if (Result[B])
      continue;
    Result[B] = true;
    Work.insert(Work.end(), F.Blocks[B].Succs.begin(), F.Blocks[B].Succs.end());
  }
  return Result;
}

static AtReturn fromPast(Past P) {
  return {(P & Held) != 0, (P & Released) != 0, (P & Untouched) != 0,
          (P & (Given | Reset)) != 0, (P & Regained) != 0};
}

AtReturn atReturns(const Function &F, const std::vector<LockUse> &Uses,
                   const Expr *State) {
  std::vector<Past> AtEnd = Flow(F, Uses, State).run();
  AtReturn Any;
  for (BlockId B = 0; B < F.Blocks.size(); ++B) {
    bool Returns = F.Blocks[B].endsInReturn();
    Any.add(fromPast(Returns ? AtEnd[B] : AtEnd[B] & (Released | Given)));
  }
  return Any;
}

InBetween inBetween(const Function &F, const std::vector<LockUse> &Uses,
                    const Expr *State,
                    const std::vector<std::pair<BlockId, uint32_t>> &Calls) {
  Flow Own(F, Uses, State);
  Own.run();
  InBetween Result;
  Own.eachUse([&](const LockUse &U, Past Before) {
    bool IsAcquire = U.What <= LockUse::Kind::MayAcquire;
    Result.MayBeReleased |= IsAcquire && (Before & (Held | Regained));
    Result.MayBeAcquired |= !IsAcquire && (Before & Released);
  });
  for (auto [Block, Stmt] : Calls)
    Result.MayBeReleased |= (Own.before(Block, Stmt) & (Held | Regained)) != 0;
  return Result;
}

/// The locks that \p Uses acquire, in their order.
static std::vector<const Expr *> acquiredIn(const std::vector<LockUse> &Uses) {
  std::vector<const Expr *> Result;
  for (const LockUse &U : Uses)
    if (U.State && U.What < LockUse::Kind::Releases &&
        std::find(Result.begin(), Result.end(), U.State) == Result.end())
      Result.push_back(U.State);
  return Result;
}

/// Without what may release any lock: this one nobody releases for others.
static std::vector<LockUse> withoutAny(std::vector<LockUse> Uses) {
  std::erase_if(Uses, [](const LockUse &U) { return !U.State; });
  return Uses;
}

std::vector<UnevenLock>
unevenLocks(const Function &F, const std::vector<LockUse> &Uses,
            const std::function<HeldIsWrong(const Expr *)> &When) {
  std::vector<UnevenLock> Result;
  std::vector<const Expr *> Locks = acquiredIn(Uses);
  if (Locks.empty())
    return Result;
  Changing Names(F);
  for (const Expr *State : Locks) {
    if (Names.mayChange(State))
      continue;
    UnevenLock Lock{State, std::vector<AtReturn>(F.Blocks.size()), When(State)};
    bool IsKept = Lock.When == HeldIsWrong::IfReleasedElsewhere;
    std::vector<LockUse> Own = IsKept ? Uses : withoutAny(Uses);
    std::vector<Past> AtEnd = Flow(F, Own, State).run();
    AtReturn Any;
    Lock.MayBeDropped = std::any_of(AtEnd.begin(), AtEnd.end(), [](Past P) {
      return (P & (Given | Regained)) != 0;
    });
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      if (F.Blocks[B].endsInReturn()) {
        Lock.Returns[B] = fromPast(AtEnd[B]);
        Any.add(Lock.Returns[B]);
      }
    // Where returns differ, results may tell callers what they have to do.
    if ((Any.MayBeReleased || Any.MayBeUntouched) &&
        Lock.When == HeldIsWrong::Always && !F.Ty->inner()->isVoid())
      Lock.When = HeldIsWrong::IfNotHeldElsewhere;
    if (Any.MayBeHeld &&
        (Lock.isOther(Any) || Lock.When >= HeldIsWrong::Always))
      Result.push_back(std::move(Lock));
  }
  return Result;
}

} // namespace predabs
