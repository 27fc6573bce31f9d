// What messages about locks point at: which lock a function holds instead of
// the one that it releases, and where a lock came into the state that is wrong
// on every path.

#ifndef PREDABS_CHECKERS_EXPLAIN_LOCKNOTES_H
#define PREDABS_CHECKERS_EXPLAIN_LOCKNOTES_H

#include "checkers/obligations/Obligations.h"
#include "predicates/path/Path.h"

namespace predabs {

/// A lock that the function of \p G holds in the end of \p Way, of those that
/// it acquires and never releases, if that of \p G is none of these: its state,
/// or null.
const ir::Expr *heldInstead(const Goal &G, const Path &Way);

/// What brought the lock into the state in which \p O is wrong on every path.
std::vector<Note> notesOnEveryPath(const FoundObligation &O);

} // namespace predabs

#endif
