// Exceptions in the intermediate language are a few global variables, see
// docs/decisions/0002-exceptions-are-a-flag.md. After a call of a function
// without a body the lowering says that these may have changed:
//
//   call @f()
//   $predabs.exception = $predabs.exception because volatile
//
// Where f has got a body from another file, that is no longer so.

#ifndef PREDABS_PREDICATES_IR_EXCEPTIONS_H
#define PREDABS_PREDICATES_IR_EXCEPTIONS_H

#include "predicates/ir/Module.h"

namespace predabs::ir {

/// Whether \p V is one of the variables that say what becomes of exceptions.
/// All files of a program have them in common.
bool isOfExceptions(const Variable &V);

/// Takes out what is said after calls of functions that have a body now.
void settleExceptions(Module &M);

} // namespace predabs::ir

#endif
