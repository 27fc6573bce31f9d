// The globals of a run: their addresses and what they hold when it begins.

#ifndef PREDABS_PREDICATES_INTERPRETER_GLOBALS_H
#define PREDABS_PREDICATES_INTERPRETER_GLOBALS_H

#include "predicates/interpreter/Machine.h"

namespace predabs::ir::interp {

/// The size of a global; an initialised flexible member makes it bigger than
/// its type.
uint64_t extentOf(const Variable &Global);

/// Gives the globals their addresses and contents; false: \p Run has stopped.
bool layOutGlobals(Machine &Run, GlobalsStart Start);
/// Constants may be written until all initialisers have run.
void protectConstants(Machine &Run);
/// Both, for a run that begins with its entry; see RunOptions::Starts.
bool startWithEntry(Machine &Run);

} // namespace predabs::ir::interp

#endif
