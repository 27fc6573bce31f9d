// What the functions of a file do with locks, all together: who releases and
// acquires which, who hands them over (Handover.h), what attributes leave
// unsaid, and in which functions threads begin.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_FILELOCKS_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_FILELOCKS_H

#include "checkers/protocols/analysis/Handover.h"
#include "checkers/protocols/instrument/EventCalls.h"

#include <map>
#include <set>
#include <unordered_set>
#include <vector>

namespace predabs {

using LocksOfFunctions = std::map<const ir::Function *, std::set<ObjectName>>;

class FileLocks {
public:
  FileLocks(EventCalls &Calls, AttributedLocks Attributed)
      : Attributed(std::move(Attributed)), Calls(Calls) {
    for (const ir::Expr *Lock : this->Attributed.All)
      NamedByAttributes.insert(Calls.lockNameAt(Lock));
  }

  /// Before anything is asked.
  void find();
  /// Whether \p F, or what it calls here, may acquire or release \p N.
  bool mayChange(const ir::Function &F, const ObjectName &N) const;
  /// Whether what \p Call calls may acquire \p N.
  bool mayAcquireIn(const ir::Stmt &Call, const ObjectName &N) const;
  /// Whether callers cannot hold \p N when they call \p In.
  bool isNeverGiven(const ir::Function &In, const ObjectName &N) const;
  /// Whether other functions have attributes about \p N, and \p In has none.
  bool isKeptOut(const ir::Function &In, const ObjectName &N) const;
  /// Whether \p N is among those of \p F.
  bool isAttributed(const std::map<const ir::Function *,
                                   std::vector<const ir::Expr *>> &LocksOf,
                    const ir::Function &F, const ObjectName &N) const;
  /// Whether callers may be told by a truth how \p N was left.
  bool isToldByTruth(const ObjectName &N) const {
    return SaidByTruth.contains(N) && HeardByTruth.contains(N);
  }
  /// When it is wrong to return from \p In with a lock held.
  HeldIsWrong heldIsWrong(const ir::Function &In, const EventCall &X);

  const AttributedLocks Attributed;
  std::set<ObjectName> NamedByAttributes;
  Handovers Handed;
  /// What functions set that use a lock: it may tell whether that is held.
  std::map<ObjectName, std::set<ObjectName>> FlagsOf;
  std::unordered_set<const ir::Function *> Threads; ///< that begin in them

private:
  /// Which locks functions release, and change at all.
  void findChanges();
  /// The functions whose address is used.
  void findPointed();
  /// Where \p In calls a function of the file that may release \p N.
  std::vector<std::pair<ir::BlockId, uint32_t>>
  callsThatRelease(const ir::Function &In, const ObjectName &N) const;
  /// What \p In does to locks by itself.
  void noteHandovers(const ir::Function &In);
  /// `bool begin(x)` may say to `void end(x, bool)` how it left the lock.
  void noteTruths(const ir::Function &In, const ObjectName &N,
                  const ir::Expr *State, const std::vector<LockUse> &Uses);
  void noteAddresses(std::initializer_list<const ir::Expr *> Some,
                     std::vector<const ir::Expr *> Roots = {});
  /// An object of a protocol, an array of them, or a class around one.
  bool isSomeObject(const ir::Expr *Place) const;
  /// A new thread holds no lock.
  void noteThread(const ir::Stmt &S);
  bool speaksForItself(const ir::Function &F) const;

  EventCalls &Calls;
  /// The locks that functions release, those that they change at all, and
  /// those that they acquire, themselves or in what they call.
  LocksOfFunctions ReleasedBy, ChangedBy, AcquiredBy;
  std::unordered_set<const ir::Function *> Pointed; ///< to, by anything
  /// Locks of which a function says by its result how it left them, and of
  /// which one is told by a parameter.
  std::set<ObjectName> SaidByTruth, HeardByTruth;
};

} // namespace predabs

#endif
