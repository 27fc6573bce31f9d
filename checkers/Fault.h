// Faults that the engine commits on demand, so that tests can show that none
// of them reaches the compile.

#ifndef PREDABS_CHECKERS_FAULT_H
#define PREDABS_CHECKERS_FAULT_H

namespace predabs {

enum class Fault { None, Segv, Abort, Stack, Spin, OutOfMemory };

/// Does not return, except for Fault::None.
void commit(Fault F);

} // namespace predabs

#endif
