// What one function does with locks: which of them it may leave held at some
// returns and not at others (Balance.h), which it has from its callers, and
// which of its steps are certainly wrong.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_FUNCTIONLOCKS_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_FUNCTIONLOCKS_H

#include "checkers/protocols/analysis/Names.h"
#include "checkers/protocols/analysis/Results.h"
#include "checkers/protocols/instrument/CertainViolations.h"
#include "checkers/protocols/instrument/CodeWriter.h"
#include "checkers/protocols/instrument/Violation.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace predabs {

/// A lock that is held at some returns, and the variables that follow it.
struct TrackedLock {
  UnevenLock Lock;
  const Protocol *In;
  States HeldStates;
  std::string Text;         ///< as the user wrote it
  const ir::Expr *Acquired; ///< whether the function acquired it
  /// Whether it released it for its caller, who held it; or null.
  const ir::Expr *Dropped;
  CertainPast Past;
  bool IsKeptOut; ///< attributes say so
  /// Callees may, in ways that Acquired does not tell.
  bool MayCalleesAcquire;
  bool TellsByMemory; ///< how it is left, if callers release it
  /// The function returns with it held and a result that is no error.
  bool IsKeptOnSuccess;
};

class FunctionLocks {
public:
  FunctionLocks(CodeWriter &Code, FileContext &File);

  using NewValues = std::vector<std::pair<const ir::Expr *, const ir::Expr *>>;
  /// While the function is as it was written.
  void find();
  /// Who the violation \p X, which was in block \p Origin, is for. A release
  /// that never comes after an acquire is for callers who hold the lock, if
  /// there can be any.
  LockAtEntry atEntry(const EventCall &X, ir::BlockId Origin);
  /// What \p What on its lock tells about \p U. Who acquires it after having
  /// released it for the caller leaves it as it was.
  NewValues flagsAfter(const TrackedLock &U, LockUse::Kind What);
  /// The lock as the user wrote it.
  std::string textOf(const EventCall &X);

  std::vector<TrackedLock> Tracked;
  CertainViolations Certain;
  Definitions Defined;
  ResultClasses Results;
  bool IsThread; ///< a thread begins in it

private:
  /// For the state of each lock a call that is about it.
  using CallsByState = std::map<const ir::Expr *, const EventCall>;
  void findAcquired(const std::vector<LockUse> &Uses);
  void findFlags(const std::vector<LockUse> &Uses, const CallsByState &Events);
  /// Finds certain violations on the way.
  std::map<const ir::Expr *, CertainPast> pasts(const CallsByState &Events);
  void track(const std::vector<LockUse> &Uses, const CallsByState &Events,
             std::map<const ir::Expr *, CertainPast> Pasts);
  /// Whether a function of the file that this one calls may leave the lock
  /// held, other than always.
  bool mayCalleesAcquire(const ir::Expr *State, const ObjectName &N);
  /// The locks that attributes say it is called with.
  void findNeeded();
  /// Whether no caller holds the lock of \p X.
  bool isFreeAtEntry(const EventCall &X);
  States heldStates(const EventCall &X);
  bool isKeptOnSuccess(const UnevenLock &L, const EventCall &X);

  CodeWriter &Code;
  ir::Function &In;
  FileContext &File;
  std::set<const ir::Expr *> Needed; ///< by the function, says its attribute
  std::set<const ir::Expr *> ByFlag; ///< held by callers who say so with a flag
  /// Acquired by the function, and not left held at any return: callers do not
  /// hold it either.
  std::set<const ir::Expr *> KeptToItself;
  /// By states of locks that are free at entry: the blocks behind an acquire.
  std::unordered_map<const ir::Expr *, std::vector<bool>> Acquired;
};

} // namespace predabs

#endif
