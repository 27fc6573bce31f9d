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

#ifndef PREDABS_CHECKERS_PROTOCOLS_CALLERHOLDS_H
#define PREDABS_CHECKERS_PROTOCOLS_CALLERHOLDS_H

#include "checkers/protocols/Balance.h"

namespace predabs {

/// Whether a parameter of \p F tells that the caller holds the lock \p State.
/// It is tested for a bit, or for being zero or a constant right before the
/// acquire that it spares; an early exit (`if (!n) goto out; lock(m); ... out:
/// unlock(m);`) is none of these.
bool isHeldByFlag(const ir::Function &F, const std::vector<LockUse> &Uses,
                  const ir::Expr *State);

} // namespace predabs

#endif
