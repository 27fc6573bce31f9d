// Compiles protocols into a module: the state of an object becomes memory of
// the object, and each call of an event's function becomes what the event says.
// Of `pthread_mutex_lock(m)` at a place where *m is free or held comes
//
//     goto broken, fine
//   broken:
//     assume (*%m).pthread_mutex_state == 1:u6
//     call @__predabs_break("lock", "double-acquire", "'m' is acquired twice",
//                           ...)
//     stop
//   fine:
//     assume !((*%m).pthread_mutex_state == 1:u6)
//     (*%m).pthread_mutex_state =
//       (*%m).pthread_mutex_state == 0:u6 ? 1:u6 : (*%m).pthread_mutex_state
//
// and all that decides assertions decides protocols too. The state is a field
// of the object's record, of a type that no C object has (ir::isState); where
// the record is not known, it is what a pointer of that type points to; of a
// protocol without objects it is a global variable.
//
// A function that is defined here is called all the same, for what else it
// does, and so is one of a protocol that is not balanced. Of a lock's functions
// that are only declared nothing else is expected but that they write to what
// their other arguments point to: the call becomes one of a function that
// returns any value and does nothing.
//
// Of locks, functions have to leave them as they found them, unless the result
// tells (Balance.h). So where a function may return with a lock held and may
// also return after releasing it, both ways to return become failures that
// nobody has to suffer from:
//
//     goto broken, broken.1, out
//   broken:
//     assume %acquired && (*%m).pthread_mutex_state == 1:u6 && -1 < 0
//     call @__predabs_break("lock", "held-at-return", ...)
//     stop
//   out:
//     return -1
//
// and only if the failure and the other way happen there is something to say.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_INSTRUMENT_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_INSTRUMENT_H

#include "checkers/protocols/language/Protocol.h"
#include "predicates/ir/Module.h"
#include "predicates/path/EntryStates.h"

#include <functional>
#include <span>

namespace predabs {

/// Whether another file defines this symbol.
using SymbolFinder = std::function<bool(const std::string &)>;

/// To be done before anybody analyses \p M. Where no function of \p M is an
/// event, nothing happens. Gives the states of objects at entry. With
/// \p IsElsewhere, files tell each other how objects that both can name are
/// made: a file that makes one in a state of its own defines a function with
/// the name MadePrefix and what follows it.
EntryStates instrument(ir::Module &M, const std::vector<Protocol> &Protocols,
                       const SymbolFinder &IsElsewhere = {});
constexpr std::string_view MadePrefix = "predabs.made.";

/// Whose free at entry a failing step needs the object to be.
enum class LockAtEntry : uint8_t {
  Any,  ///< callers decide in which state it is
  Free, ///< the function acquires it itself, so the normal caller does not
  Held, ///< the function acquires it itself, but never before this step
};

/// A step that breaks a protocol.
struct BrokenStep {
  std::string Check;   ///< "lock"
  std::string Finding; ///< "double-acquire"
  std::string Message; ///< "'m' is acquired twice"
  LockAtEntry Lock = LockAtEntry::Any;
  /// Of a return with a lock held: which of the function's locks, from 1. It
  /// is wrong if the lock has been released at another return with a result of
  /// one of these classes, a bit each.
  uint32_t Returning = 0, Classes = 0;
  /// Every path of the function that comes here makes the step wrong, whatever
  /// the data is.
  bool IsCertain = false;
  /// The function may return here with the lock held in a way that is not
  /// asked about, as it is not wrong or as a callee acquired it.
  bool IsPartial = false;

  /// That the function can return after it released the lock; no failure.
  bool isWitness() const { return Returning && Finding.empty(); }
  bool needsWitness() const { return Returning && !Finding.empty(); }
  bool isWitnessOf(const BrokenStep &O) const {
    return Returning == O.Returning && (Classes & O.Classes);
  }
};
/// The name of the function whose call says so.
constexpr std::string_view BreakName = "__predabs_break";
/// What the call \p S of that function says.
BrokenStep brokenStep(const ir::Stmt &S);
bool isBrokenStep(const ir::Stmt &S);

/// Which of \p All the state \p State is of; null where that is not known.
const Protocol *protocolOf(const ir::Expr *State,
                           std::span<const Protocol> All);

/// The function that stands for an event's, where that does nothing else.
constexpr std::string_view EventPrefix = "__predabs_event_";
/// The same, where the result is no choice of the environment's.
constexpr std::string_view ComputedEventPrefix = "__predabs_event_computed_";
/// The name of blocks behind a call, one for each way that the event may go.
constexpr std::string_view WayBlockName = "way";
/// Which of its results such a one has: a choice that is no result itself.
constexpr std::string_view ChosenEventPrefix = "__predabs_event_chosen_";

} // namespace predabs

#endif
