// Where the states of objects lie in larger ones (isState in Type.h). Of
//
//   struct dev { int n; pthread_mutex_t lock; };
//
// with a state on the first byte of the mutex, that is at byte 8.

#ifndef PREDABS_PREDICATES_IR_STATES_H
#define PREDABS_PREDICATES_IR_STATES_H

#include "predicates/ir/Type.h"

#include <vector>

namespace predabs::ir {

/// Whether \p T is a state or has one.
bool hasStates(const Type *T);

/// More states in one object are not counted.
constexpr size_t MaxStatesInObject = 4096;

/// The offsets in bytes of all states in \p T, up to a limit.
std::vector<uint64_t> stateOffsets(const Type *T);

} // namespace predabs::ir

#endif
