// From a trace of the Boolean program to the path of the program that it means.

#ifndef PREDABS_PREDICATES_ABSTRACTION_TRACEPATH_H
#define PREDABS_PREDICATES_ABSTRACTION_TRACEPATH_H

#include "predicates/abstraction/Abstract.h"
#include "predicates/bp/Trace.h"
#include "predicates/path/Path.h"

namespace predabs {

/// The path of \p T, a trace of \p A's program. Statements that the Boolean
/// program left out because they change no predicate are on the path too.
Path pathOf(const Abstraction &A, const bp::Flow &F, const bp::Trace &T);

} // namespace predabs

#endif
