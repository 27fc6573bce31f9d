// The states that an object may be in when a function returns, found by looking
// at its graph alone, with a set of states at each block. For
//
//   lock(m);  n = count++;  unlock(m);  return n;
//
// *m is as it was wherever the function returns: if it was free it is so again,
// and otherwise the function does not return.

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_STATEFLOW_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_STATEFLOW_H

#include "predicates/ir/Module.h"

#include <vector>

namespace predabs {

/// The places of \p F that hold a state and that \p F sets, each once.
std::vector<const ir::Expr *> statesSet(const ir::Function &F);

/// Whether \p Condition can hold while \p Place is in \p State.
bool mayHoldIn(const ir::Expr *Condition, const ir::Expr *Place,
               unsigned State);

/// Whether \p F leaves each of these in the state in which it finds it. Calls
/// are taken to change nothing, and names to mean the same all the time.
bool leavesStatesAsFound(const ir::Function &F);

} // namespace predabs

#endif
