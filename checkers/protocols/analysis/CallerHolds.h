// Functions that are told by a flag that their caller holds a lock:
//
//   void clear(struct x *x, unsigned flags) {
//     if (!(flags & LOCKED))
//       lock(&x->lock);
//     x->n = 0;
//     unlock(&x->lock);
//   }
//
// With the flag the function takes the lock from its caller, whatever else it
// does; without, it acquires it itself. So the release is no mistake of the
// function, as it would be in
//
//   if (n > 3) lock(m);  if (n > 2) unlock(m);
//
// where some calls without an acquire release and others do not.
//
// The same holds for what memory tells: `if (c->locked) { c->locked = 0;
// unlock(&c->m); }` releases what the function was called with. And a flag may
// ask the function to keep the lock for its caller:
//
//   void get(struct x *x, int keep) { lock(&x->lock); ... if (!keep)
//     unlock(&x->lock); }

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_CALLERHOLDS_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_CALLERHOLDS_H

#include "checkers/protocols/analysis/Balance.h"
#include "checkers/protocols/analysis/Sites.h"

namespace predabs {

/// Whether a parameter of \p F tells that the caller holds the lock \p State.
/// It is tested for a bit, or for being zero or a constant right before the
/// acquire that it spares; an early exit (`if (!n) goto out; lock(m); ... out:
/// unlock(m);`) is none of these. If callers are \p Told by a truth, one is
/// enough, whatever else it decides.
bool isHeldByFlag(const ir::Function &F, const std::vector<LockUse> &Uses,
                  const ir::Expr *State, bool Told = false);

/// Whether a parameter of \p F asks it to keep the lock \p State: all that the
/// parameter does there is to spare the release, and without it the lock is
/// never held at a return. Or all that it does is to release the lock and
/// return, and without it the lock is always held.
bool isKeptByFlag(const ir::Function &F, const std::vector<LockUse> &Uses,
                  const ir::Expr *State);

/// What \p F writes that may tell whether the lock \p State is held: places
/// that others know, set to constants or by bits where it is acquired or
/// released.
std::set<ObjectName> flagsSet(const ir::Function &F,
                              const std::vector<LockUse> &Uses,
                              const ir::Expr *State);

/// Whether callers of \p F may know from memory how it leaves the lock
/// \p State: it sets flags beside it, or writes what a parameter points to.
bool tellsByMemory(const ir::Function &F, const std::vector<LockUse> &Uses,
                   const ir::Expr *State);

/// Whether the lock \p State is released only where one of \p Flags says so:
/// each release comes right after a test of one.
bool isReleasedByFlags(const ir::Function &F, const std::vector<LockUse> &Uses,
                       const ir::Expr *State,
                       const std::set<ObjectName> &Flags);

} // namespace predabs

#endif
