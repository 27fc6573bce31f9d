// Which decisions of a path are the condition that fails at its end, rather
// than what leads there. In
//
//   if (ready()) assert(kind(x) == 3 || x->n > 0);
//
// `ready()` leads there; what is decided from the call of kind() on, in kind()
// too, is the condition. So a failure is about what kind() gives back, and not
// about what ready() does. Of `assert(0)` the condition is what decides last in
// the function that it is reached, as it is of a call that fails.
//
// In `int ok = ready() && kind(x) == 3; assert(ok);` the operands of `&&` are
// the condition, too.

#ifndef PREDABS_PREDICATES_PATH_OWNCONDITION_H
#define PREDABS_PREDICATES_PATH_OWNCONDITION_H

#include "predicates/path/Path.h"

namespace predabs::path {

/// Whether a step of \p P belongs to the condition, for each.
std::vector<bool> conditionSteps(const Path &P);

/// Whether step \p I of \p P is that an assertion holds.
bool passesAssertion(const Path &P, size_t I);

} // namespace predabs::path

#endif
