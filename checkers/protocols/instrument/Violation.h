// A violation of a protocol, as a statement that must not be reached:
//
//   call @__predabs_break("lock", "double-acquire", "'m' is acquired twice",
//                         0, 0) marked violation, free-at-entry

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_VIOLATION_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_VIOLATION_H

#include "predicates/ir/Module.h"

namespace predabs {

/// Whose free at entry a violation needs the object to be.
enum class LockAtEntry : uint8_t {
  Any,  ///< callers decide in which state it is
  Free, ///< the function acquires it itself, so the normal caller does not
  Held, ///< the function acquires it itself, but never before this step
};

/// A step that a protocol forbids.
struct Violation {
  std::string Check;   ///< "lock"
  std::string Finding; ///< "double-acquire"
  std::string Message; ///< "'m' is acquired twice"
  LockAtEntry Lock = LockAtEntry::Any;
  /// Of a return with a lock held: which of the function's locks, from 1. It
  /// is wrong if the lock has been released at another return with a result of
  /// one of these classes, a bit each.
  uint32_t Returning = 0, Classes = 0;
  /// Every path of the function that comes here is wrong, whatever the data is.
  bool IsCertain = false;
  /// The function may return here with the lock held in a way that is not
  /// asked about, as it is not wrong or as a callee acquired it.
  bool IsPartial = false;

  /// That the function can return after it released the lock; no failure.
  bool isWitness() const { return Returning && Finding.empty(); }
  bool needsWitness() const { return Returning && !Finding.empty(); }
  bool isWitnessOf(const Violation &O) const {
    return Returning == O.Returning && (Classes & O.Classes);
  }
};

/// The name of the function whose call is one.
constexpr std::string_view ViolationName = "__predabs_break";
bool isViolation(const ir::Stmt &S);
/// What the call \p S of that function says.
Violation violationOf(const ir::Stmt &S);
/// The marks of the call that says \p V, but for its texts and numbers.
ir::MarkSet marksOf(const Violation &V);

} // namespace predabs

#endif
