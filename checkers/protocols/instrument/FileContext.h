// What is known of a whole file when its functions are rewritten.

#ifndef PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_FILECONTEXT_H
#define PREDABS_CHECKERS_PROTOCOLS_INSTRUMENT_FILECONTEXT_H

#include "checkers/protocols/instrument/FileLocks.h"
#include "checkers/protocols/instrument/InitialStates.h"
#include "checkers/protocols/instrument/LockWrappers.h"

namespace predabs {

struct FileContext {
  EventCalls &Calls;
  InitialStates &Initial;
  FileLocks &Locks;
  LockWrappers &Wrappers;
};

} // namespace predabs

#endif
