// Locks that a function may leave held at some of its returns and not at
// others, found by looking at its graph alone. For
//
//   lock(m);  if (read(d) < 0) return -1;  unlock(m);  return 0;
//
// m may be held at the first return and has been released at the second. Only
// such locks are asked about: whether the two returns can be reached so, and
// with which results, is decided like everything else.

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_BALANCE_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_BALANCE_H

#include "predicates/ir/Module.h"

#include <functional>
#include <set>

namespace predabs {

/// What a call does to locks.
struct LockUse {
  enum class Kind : uint8_t {
    Acquires,
    MayAcquire, ///< as the result tells
    Releases,
    MayRelease, ///< any lock: a function that has to do with some
    Resets,     ///< brings it into a state of its own: made or destroyed
  };
  ir::BlockId Block = 0;
  uint32_t Stmt = 0;
  const ir::Expr *State = nullptr; ///< of the lock; null: of any
  Kind What = Kind::Acquires;
};

/// How a lock may be when a function returns.
struct AtReturn {
  bool MayBeHeld = false;      ///< and acquired by the function
  bool MayBeReleased = false;  ///< after it was acquired
  bool MayBeUntouched = false; ///< neither acquired nor released
  bool MayBeTaken = false;     ///< released without having been acquired
  /// Acquired again after that, as the caller had it: `unlock(m); p = alloc();
  /// lock(m); return p;`.
  bool MayBeRegained = false;

  /// Held wherever the function has acquired it.
  bool isKept() const { return MayBeHeld && !MayBeReleased && !MayBeTaken; }

  void add(const AtReturn &O) {
    MayBeHeld |= O.MayBeHeld;
    MayBeReleased |= O.MayBeReleased;
    MayBeUntouched |= O.MayBeUntouched;
    MayBeTaken |= O.MayBeTaken;
    MayBeRegained |= O.MayBeRegained;
  }
};

/// How \p F may leave the lock \p State, all its returns together. Released or
/// taken counts wherever that is: not all functions return.
AtReturn atReturns(const ir::Function &F, const std::vector<LockUse> &Uses,
                   const ir::Expr *State);

/// Whether somebody else may have the lock \p State in between, as far as one
/// sees what \p F does itself.
struct InBetween {
  bool MayBeReleased = false; ///< `lock(m); drop(); lock(m);`, or before a call
  bool MayBeAcquired = false; ///< `unlock(m); take(); unlock(m);`
};
/// \p Calls are the statements that may release it.
InBetween inBetween(const ir::Function &F, const std::vector<LockUse> &Uses,
                    const ir::Expr *State,
                    const std::vector<std::pair<ir::BlockId, uint32_t>> &Calls);

/// What a function does to a lock wherever it returns: a wrapper.
struct LockEffect {
  const ir::Expr *State = nullptr; ///< in terms of parameters and globals
  LockUse::Kind What = LockUse::Kind::Acquires;
};
/// Of the locks in \p Uses those that are held, or released, at all returns of
/// \p F.
std::vector<LockEffect> effectsOf(const ir::Function &F,
                                  const std::vector<LockUse> &Uses);

/// Of the locks in \p Uses those that \p F may acquire before it does anything
/// else with them: not `unlock(m); wait(); lock(m)`.
std::vector<const ir::Expr *> acquiredFirst(const ir::Function &F,
                                            const std::vector<LockUse> &Uses);

/// The blocks of \p F that can come after one that acquires the lock \p State,
/// and those that do. In `switch (o) { case 0: lock(m); break; case 1:
/// unlock(m);
/// }` the release is in none of them.
std::vector<bool> afterAcquire(const ir::Function &F,
                               const std::vector<LockUse> &Uses,
                               const ir::Expr *State);

/// What makes it wrong to return with a lock held.
enum class HeldIsWrong : uint8_t {
  IfReleasedElsewhere, ///< another return has released it
  IfNotHeldElsewhere,  ///< or has never acquired it
  Always,              ///< nobody would release it
  WhateverReturns,     ///< and no result tells the caller to
};

/// A lock that is held at a return where that may be wrong.
struct UnevenLock {
  const ir::Expr *State = nullptr;
  std::vector<AtReturn> Returns; ///< by block
  HeldIsWrong When = HeldIsWrong::IfReleasedElsewhere;
  /// Whether the function may release it for its caller on its way.
  bool MayBeDropped = false;

  /// Whether \p R is one of the other returns that count.
  bool isOther(const AtReturn &R) const {
    return R.MayBeReleased ||
           (When == HeldIsWrong::IfNotHeldElsewhere && R.MayBeUntouched);
  }
};

/// The locks among \p Uses, in their order, which some return of \p F may
/// have held while others, as \p When says, do not. Locks whose names may mean
/// something else later are left out.
std::vector<UnevenLock>
unevenLocks(const ir::Function &F, const std::vector<LockUse> &Uses,
            const std::function<HeldIsWrong(const ir::Expr *)> &When);

} // namespace predabs

#endif
