// In which states a lock may be at a point of a function, on all paths that
// lead there, found by looking at its graph alone. In
//
//   lock(m);  if (n) log(n);  lock(m);
//
// m is held before the second call wherever that comes from, so the call is
// wrong whatever the data is. In
//
//   lock(m);  while (n--) { lock(m);  work();  unlock(m); }
//
// it is so when the loop comes to the call for the first time: what happens
// later does not matter.
//
// The graph has paths that no execution takes because an exception is being
// thrown or is not: inlined functions of the library come back in both ways at
// one place. So the two are followed side by side, and what happens without an
// exception counts.

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_CERTAIN_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_CERTAIN_H

#include "checkers/protocols/analysis/Balance.h"
#include "checkers/protocols/analysis/Sites.h"

#include <functional>

namespace predabs {

/// A bit for each state of a protocol; none: no path comes there.
using StateMask = uint64_t;
StateMask maskOf(const States &Some);

/// Where something happens to one lock, in order.
struct LockPoint {
  ir::BlockId Block = 0;
  uint32_t Stmt = 0;
  /// Where it leads from each state: nowhere if that is wrong. Empty: anywhere.
  std::vector<StateMask> Next;
};

/// What \p E does by those of its ways that \p CanBe. Where none fits nothing
/// happens.
std::vector<StateMask>
nextStates(const Protocol &P, const ProtocolEvent &E,
           const std::function<bool(const Transition &)> &CanBe);
/// What a function does that acquires the lock, or releases it, once or more.
std::vector<StateMask> nextOfWrapper(const Protocol &P, LockUse::Kind What);

/// The error of \p E that happens in all states of \p Left; null if none does.
/// SOUND: an error is certain only if all these states are its own. That each
/// is wrong in one way or another says nothing about any of the errors.
const Transition *onlyError(const ProtocolEvent &E, StateMask Left);

/// Follows a lock through \p F.
class CertainPast {
public:
  /// At entry the lock is in \p First, and it is always in \p Possible. \p
  /// Thrown tells whether an exception is being thrown, or is null; functions
  /// begin without one.
  CertainPast(const ir::Function &F, const std::vector<LockPoint> &Points,
              StateMask First, StateMask Possible, const ir::Variable *Thrown);

  /// In which states it may be. As long as the function is as it was.
  StateMask before(ir::BlockId B, uint32_t Stmt) const;
  /// On all paths that come there for the first time.
  StateMask beforeFirst(ir::BlockId B, uint32_t Stmt) const;
  StateMask atEnd(ir::BlockId B) const { return AtEnd[B].normally(); }
  /// Whether some path gets to the end of \p B without an exception.
  bool endsNormally(ir::BlockId B) const { return AtEnd[B].Normal != 0; }

private:
  /// Without an exception, and with one.
  struct Both {
    StateMask Normal = 0, Thrown = 0;

    StateMask together() const { return Normal | Thrown; }
    StateMask normally() const {
      return Normal ? Normal : Thrown;
    } ///< if it is
    bool add(const Both &O);
  };

  StateMask after(const LockPoint &P, StateMask Before) const;
  Both upTo(ir::BlockId B, uint32_t Stmt) const;
  void pass(const ir::Stmt &S, Both &Now) const;
  void run();

  const ir::Function &F;
  StateMask First, Possible;
  const ir::Variable *Thrown;
  /// Where paths end, if anywhere.
  std::pair<ir::BlockId, uint32_t> Last = {UINT32_MAX, 0};
  std::vector<std::vector<LockPoint>> ByBlock; ///< in order
  std::vector<Both> AtBegin;
  std::vector<Both> AtEnd;
};

} // namespace predabs

#endif
