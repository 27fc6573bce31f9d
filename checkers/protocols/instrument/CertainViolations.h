// Steps of one function that are wrong on every path that comes there
// (Certain.h), as far as it is seen what happens to their locks.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_CERTAINVIOLATIONS_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_CERTAINVIOLATIONS_H

#include "checkers/protocols/analysis/Certain.h"
#include "checkers/protocols/instrument/FileContext.h"

#include <set>
#include <vector>

namespace predabs {

class CertainViolations {
public:
  CertainViolations(const ir::Function &In, FileContext &File);

  /// Whether it is known how callers leave a lock.
  enum class AtEntry : uint8_t { Any, Free };
  /// In which states the lock \p State, of the call \p X, has been.
  CertainPast pastOf(const ir::Expr *State, const EventCall &X, AtEntry How);
  /// Looks for violations by calls on it.
  void note(const ir::Expr *State, const CertainPast &Past);
  bool isCertain(const ir::Stmt &Call, const Transition &T) const;

private:
  /// A call as it is found again when its block has become others.
  struct CallKey {
    ir::Loc Where;
    const ir::Expr *Callee;
    std::vector<const ir::Expr *> Args;

    bool operator==(const CallKey &) const = default;
  };
  /// What tells which lock a state belongs to, and who else knows where it is.
  struct NameParts {
    std::vector<const ir::Expr *> Terms;
    ObjectName Name;
    bool IsInMemory = false; ///< others can change it: `c->owner->lock`
    std::set<const ir::Variable *> Aliases; ///< of the function, point to it
    bool IsKept = false;                    ///< memory may, or callees may
  };

  static CallKey keyOf(const ir::Stmt &S);
  /// Of calls that cannot be told apart all have to agree.
  void noteError(const ir::Stmt &S, const Transition *Error);
  /// What happens to the lock \p State, of the step \p X: also where it may
  /// become another, or be changed in a way that is not followed here.
  std::vector<LockPoint> pointsOf(const ir::Expr *State, const EventCall &X);
  /// What the calls at a statement do to it.
  void addSteps(ir::BlockId B, uint32_t I, const ir::Expr *State,
                std::vector<LockPoint> &Into);
  NameParts partsOf(const ir::Expr *State, const EventCall &X);
  static void noteKeeper(const ir::Stmt &S, NameParts &Parts);
  bool unsettles(const ir::Stmt &S, const EventCall &X, const NameParts &Parts);
  /// Whether they may be one object, by their names.
  bool mayBeSame(const EventCall &A, const EventCall &B);
  /// Whether the call \p S may do something to \p Lock.
  bool mayChange(const ir::Stmt &S, const ir::Expr *Lock,
                 const NameParts &Parts) const;
  /// Whether the function lets others know where a variable is that tells
  /// which lock \p State is.
  bool isNameKnown(const ir::Expr *State) const;

  const ir::Function &In;
  FileContext &File;
  std::set<const ir::Variable *> Addressed; ///< in the function
  /// What is wrong with calls wherever they come from; null: nothing, or not
  /// always the same.
  std::vector<std::pair<CallKey, const Transition *>> Errors;
};

} // namespace predabs

#endif
