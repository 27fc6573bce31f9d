// Conditions that a function asks twice, to acquire a lock and to release it:
//
//   if (has_threads()) lock(&m);   n++;   if (has_threads()) unlock(&m);
//
// has_threads() is not here, so as far as one knows it could say no and then
// yes. But who wrote this relies on one answer, and a step that is wrong only
// because there were two is nothing to report. The same holds for flags that
// are volatile.

#ifndef PREDABS_CHECKERS_RUNS_GUARDS_H
#define PREDABS_CHECKERS_RUNS_GUARDS_H

#include "predicates/path/Path.h"

namespace predabs {

/// Whether \p Way depends on two answers to one question, with which a function
/// decides whether to acquire a lock and whether to release it.
bool guardsDisagree(const Path &Way);

} // namespace predabs

#endif
