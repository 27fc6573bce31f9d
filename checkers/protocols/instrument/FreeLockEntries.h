// A lock that a function acquires is free when the function is called: that is
// the normal way to call it. To look for failures of normal calls,
//
//   void add(struct queue *q) { lock(&q->lock); ... lock(&q->lock); ... }
//
// gets a caller that makes sure of it,
//
//   void fresh(struct queue *q) { assume(q->lock is free); add(q); }
//
// and that its parameters are what callers pass by habit
// (predicates/ir/Expected.h).
//
// Otherwise the first path to the second lock() might be one on which the
// caller holds it, which says nothing about add. What the functions that add()
// calls acquire counts too.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_FREELOCKENTRIES_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_FREELOCKENTRIES_H

#include "predicates/ir/Module.h"
#include "predicates/path/EntryStates.h"

#include <map>

namespace predabs {

/// Adds such callers to \p M, into which protocols are compiled; gives them by
/// the function that they call.
std::map<const ir::Function *, const ir::Function *>
addFreeLockEntries(ir::Module &M, const EntryStates &AtEntry);

/// Whether \p F is one of them.
bool isFreeLockEntry(const ir::Function &F);

} // namespace predabs

#endif
