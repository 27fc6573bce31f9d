// In which states the objects of a file begin: as calls make them (Made.h), as
// initialisers do, as locals that nobody initialised are, and as attributes
// say.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_INITIALSTATES_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_INITIALSTATES_H

#include "checkers/protocols/analysis/MadeObjects.h"
#include "checkers/protocols/instrument/EventCalls.h"

#include <set>
#include <vector>

namespace predabs {

class InitialStates {
public:
  explicit InitialStates(EventCalls &Calls) : Made(Calls.M), Calls(Calls) {}

  /// First all calls. Locks of attributes that no protocol knows are
  /// capabilities.
  void noteAttributes(const std::vector<Protocol> &Protocols);
  void noteCalls(const ir::Function &F);
  /// Objects that are in a state of their own before the first call.
  void noteObjects();
  /// How objects are made, also by functions of the file that are given them.
  void followMade();
  /// After that, and what other files say of Made: what it comes to.
  void settle();
  uint32_t entryStateOf(const EventCall &X);
  /// Objects whose state \p S sets without a call, and which that is.
  std::vector<std::pair<const ir::Expr *, uint32_t>>
  statesAfter(const Protocol &P, const ir::Stmt &S);
  /// Writes them down. The state lies on top of what C puts there.
  void initialiseGlobals();
  void beginLocals(ir::Function &F);

  MadeObjects Made;
  /// Those that functions do something to.
  std::set<std::pair<const Protocol *, ObjectName>> Named;
  EntryStates AtEntry;
  bool HasEvents = false;

private:
  /// The states that the call \p S of \p E brings any object into.
  States madeBy(const ProtocolEvent &E, const ir::Stmt &S);
  /// What is made under a name is found behind pointers, too, if its address
  /// goes anywhere: `table[i] = &store[i]`.
  void noteMadeBehindPointers();
  /// `t->mu = (pthread_mutex_t)INITIALIZER`.
  void noteCopies();
  /// Objects of the local variables of \p F, if a new one has a state of its
  /// own.
  std::vector<const ir::Expr *> newObjects(const Protocol &P,
                                           const ir::Function &F);
  std::vector<const ir::Expr *> globalObjects(const Protocol &P,
                                              ir::Variable &G);

  EventCalls &Calls;
};

} // namespace predabs

#endif
