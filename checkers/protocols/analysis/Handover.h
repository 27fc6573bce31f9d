// Who gives locks to callers, and who takes them from callers, in one file:
//
//   void begin(void) { lock(&m); ... }             gives m to its caller
//   void end(void)   { ... unlock(&m); }           takes m from its caller
//   void add(void)   { lock(&m); ... unlock(&m); } keeps it to itself
//
// Where nobody takes a lock, who returns with it held has forgotten to release
// it: also one that other files can name, if functions here that keep it to
// themselves show that this is the custom. Where nobody gives a lock that only
// this file can name, who releases it without having acquired it has forgotten
// that.
//
// Locks are told apart by what the source calls them (Sites.h). Only what a
// function does by itself counts, so that `begin` gives m even if all who call
// it know. Who calls a function that may release m while it holds m gives it
// too, and who acquires it twice or releases it twice, by itself, leaves the
// rest to others. A lock whose address goes elsewhere may be given and taken.

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_HANDOVER_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_HANDOVER_H

#include "checkers/protocols/analysis/Balance.h"
#include "checkers/protocols/analysis/Sites.h"

namespace predabs {

class Handovers {
public:
  /// A function may leave the lock \p N so.
  void note(const ObjectName &N, const AtReturn &Leaves);
  /// Others may have it while a function is running.
  void note(const ObjectName &N, const InBetween &Elsewhere);
  /// Another file may release \p N without having acquired it.
  void noteTaken(const ObjectName &N) { Taken.insert(N); }
  /// The address of \p N is used for something else than lock functions.
  void noteAddress(const ObjectName &N);

  bool isGiven(const ObjectName &N) const { return Given.contains(N); }
  bool isTaken(const ObjectName &N) const { return Taken.contains(N); }
  /// Whether some function keeps \p N to itself.
  bool isKept(const ObjectName &N) const { return Kept.contains(N); }
  /// Whether \p N is a variable whose address is used in this file alone, and
  /// there only for lock functions.
  bool isNotPointedTo(const ObjectName &N) const {
    return N.Var && N.Var->IsInternal && !Addressed.contains(N);
  }
  /// Whether no other file can name \p N: a static variable, or a member of a
  /// record that is defined here. C lets other files define the same record
  /// again, so of members the custom has to say so too.
  bool isOnlyHere(const ObjectName &N) const;
  /// Whether nobody takes \p N who is not here, as far as one can tell: only
  /// this file can name it, or it has the custom to keep it.
  bool isSettledHere(const ObjectName &N) const;

private:
  std::set<ObjectName> Given, Taken, Kept, Addressed;
};

} // namespace predabs

#endif
