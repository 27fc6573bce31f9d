// What has happened to a lock on all paths of a function that lead to a point,
// found by looking at its graph alone. In
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

#ifndef PREDABS_CHECKERS_PROTOCOLS_CERTAIN_H
#define PREDABS_CHECKERS_PROTOCOLS_CERTAIN_H

#include "checkers/protocols/Balance.h"

namespace predabs {

enum class OnAllPaths : uint8_t {
  Unreached,
  Untouched,
  Held,
  Released,
  Differs, ///< from path to path, or nobody knows
};

/// Something else that matters to one lock.
struct LockPoint {
  ir::BlockId Block = 0;
  uint32_t Stmt = 0;
  OnAllPaths Then = OnAllPaths::Differs; ///< from there on
};

/// Follows the lock \p State through \p F.
class CertainPast {
public:
  /// \p Points are in order. \p Thrown tells whether an exception is being
  /// thrown, or is null; functions begin without one.
  CertainPast(const ir::Function &F, const std::vector<LockUse> &Uses,
              const ir::Expr *State, const std::vector<LockPoint> &Points,
              const ir::Variable *Thrown);

  /// As long as the function is as it was.
  OnAllPaths before(ir::BlockId B, uint32_t Stmt) const;
  /// On all paths that come there for the first time.
  OnAllPaths beforeFirst(ir::BlockId B, uint32_t Stmt) const;
  OnAllPaths atEnd(ir::BlockId B) const { return AtEnd[B]; }

private:
  /// Without an exception, and with one.
  struct Both {
    OnAllPaths Normal = OnAllPaths::Unreached, Thrown = OnAllPaths::Unreached;

    OnAllPaths together() const;
    OnAllPaths normally() const; ///< if it is
    bool add(const Both &O);
    void become(OnAllPaths Now);
  };

  Both upTo(ir::BlockId B, uint32_t Stmt) const;
  void pass(const ir::Stmt &S, Both &Now) const;
  void run();

  const ir::Function &F;
  const ir::Variable *Thrown;
  /// Where paths end, if anywhere.
  std::pair<ir::BlockId, uint32_t> Last = {UINT32_MAX, 0};
  std::vector<std::vector<LockPoint>> ByBlock; ///< in order
  std::vector<Both> AtBegin;
  std::vector<OnAllPaths> AtEnd;
};

} // namespace predabs

#endif
