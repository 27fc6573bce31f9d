// Compiles protocols into a module: the state of an object becomes memory of
// the object, and each call of an event's function becomes what the event says.
// Of `pthread_mutex_lock(m)` at a place where *m is free or held comes
//
//     goto broken, fine
//   broken:
//     assume (*%m).pthread_mutex_state == 1:u6
//     call @__predabs_break("lock", "double-acquire", "'m' is acquired twice",
//                           ...) marked violation
//     stop
//   fine:
//     assume !((*%m).pthread_mutex_state == 1:u6)
//     (*%m).pthread_mutex_state = (*%m).pthread_mutex_state == 0:u6
//       ? 1:u6 : (*%m).pthread_mutex_state marked acquires
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
//     call @__predabs_break("lock", "held-at-return", ...) marked violation
//     stop
//   out:
//     return -1
//
// and only if the failure and the other way happen there is something to say.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_INSTRUMENT_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_INSTRUMENT_H

#include "checkers/protocols/instrument/EventFunctions.h"
#include "checkers/protocols/instrument/SharedSymbols.h"
#include "checkers/protocols/instrument/Violation.h"
#include "checkers/protocols/language/Protocol.h"
#include "predicates/ir/Module.h"
#include "predicates/path/EntryStates.h"

namespace predabs {

/// To be done before anybody analyses \p M. Where no function of \p M is an
/// event, nothing happens. Gives the states of objects at entry. With
/// \p IsElsewhere, files tell each other how objects that both can name are
/// made: a file that makes one in a state of its own defines a function with
/// the name MadePrefix and what follows it.
EntryStates instrument(ir::Module &M, const std::vector<Protocol> &Protocols,
                       const SymbolFinder &IsElsewhere = {});

} // namespace predabs

#endif
