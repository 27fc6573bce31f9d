// What a call may do to its object: the ways of its event that its arguments
// and the states of the object leave.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_WAYS_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_WAYS_H

#include "checkers/protocols/analysis/Balance.h"
#include "checkers/protocols/instrument/EventCalls.h"

#include <vector>

namespace predabs {

/// Ways that the same tests allow.
struct WayGroup {
  std::vector<const Transition *> Ways;
  const ir::Expr *Arguments = nullptr; ///< null: any
  ResultTest Returns;
};

bool mayAcquire(const Protocol &P, const ProtocolEvent &E);
/// Whether \p E releases what is held, and does not only make it new.
bool releasesHeld(const Protocol &P, const ProtocolEvent &E);
inline bool mayAcquire(const EventCall &X) {
  return mayAcquire(*X.What.In, *X.What.Event);
}
inline bool releasesHeld(const EventCall &X) {
  return releasesHeld(*X.What.In, *X.What.Event);
}

std::vector<WayGroup> groupsOf(EventCalls &Calls, const EventCall &X,
                               const ir::Stmt &Call);
bool tellsByResult(const std::vector<WayGroup> &Groups);
/// The first test of \p Groups, and whether there is another.
bool findSuccess(const std::vector<WayGroup> &Groups, ResultTest &Success);
/// Whether the ways of \p G lead from where the object is not held to where
/// it is.
bool acquires(const EventCall &X, const WayGroup &G);
LockUse::Kind useOf(EventCalls &Calls, const EventCall &X, const ir::Stmt &S);
bool releases(const EventCall &X);
bool changes(const EventCall &X);

/// `State is one of Among`.
const ir::Expr *isOneOf(ir::Context &Ctx, const ir::Expr *State,
                        const States &Among);
/// `A && B`, each of which may be null for true.
const ir::Expr *both(ir::Context &Ctx, const ir::Expr *A, const ir::Expr *B);

} // namespace predabs

#endif
