// Functions that acquire or release a lock of their callers, wherever they
// return: a call of one does what its lock function does.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_LOCKWRAPPERS_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_LOCKWRAPPERS_H

#include "checkers/protocols/analysis/Balance.h"
#include "checkers/protocols/instrument/EventCalls.h"

#include <map>
#include <unordered_set>
#include <vector>

namespace predabs {

/// A function that acquires or releases a lock of its callers.
struct LockWrapper {
  LockEffect Effect;
  EventCall Lock; ///< a call that is about it
};

class LockWrappers {
public:
  explicit LockWrappers(EventCalls &Calls) : Calls(Calls) {}

  /// What the call \p S does, in the words of the caller.
  std::vector<LockWrapper> at(const ir::Stmt &S);
  void find();
  /// Adds what statement \p I of block \p B of \p In does to locks, and for
  /// each lock one call that is about it.
  void noteUses(const ir::Function &In, ir::BlockId B, uint32_t I,
                std::vector<LockUse> &Uses,
                std::map<const ir::Expr *, const EventCall> &Steps);

  /// Whether \p F, or what it calls here, acquires or releases any lock.
  bool usesLocks(const ir::Function &F) const { return Users.contains(&F); }

private:
  void noteCallee(ir::BlockId B, uint32_t I, const ir::Stmt &S,
                  std::vector<LockUse> &Uses,
                  std::map<const ir::Expr *, const EventCall> &Steps);
  void findIn(ir::Function &F);
  /// \p E with the arguments of \p Call for parameters, or null.
  const ir::Expr *passed(const ir::Expr *E, const ir::Stmt &Call);

  EventCalls &Calls;
  std::unordered_set<const ir::Function *> Users;
  std::map<const ir::Function *, std::vector<LockWrapper>> ByFunction;
};

} // namespace predabs

#endif
