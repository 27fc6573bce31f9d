// Faults that the engine commits on demand, so that tests can show that none
// of them reaches the compile.

#ifndef PREDABS_CHECKERS_OPTIONS_FAULT_H
#define PREDABS_CHECKERS_OPTIONS_FAULT_H

namespace predabs {

enum class Fault {
  None,
  Segv,
  Abort,
  Stack,
  Spin,
  OutOfMemory,
  LateSegv, ///< after something was decided
  LateSpin,
};

/// At the beginning. Does not return, except for Fault::None and late ones.
void commit(Fault F);
/// When something is decided. Does not return for late ones.
void commitLate(Fault F);

} // namespace predabs

#endif
