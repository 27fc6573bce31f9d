// The instructions that decide what comes next. Distances to jump are counted
// in instructions from the one that jumps.

#ifndef PREDABS_PREDICATES_INTERPRETER_CONTROL_H
#define PREDABS_PREDICATES_INTERPRETER_CONTROL_H

#include "predicates/interpreter/Bytecode.h"

namespace predabs::ir::interp {

/// Counts Imm statements.
Handler countStepsHandler();

/// Jumps by Imm.
Handler jumpHandler();
/// Jumps by Imm if the bool A is false, or true.
Handler jumpIfFalseHandler();
Handler jumpIfTrueHandler();
/// Ends the path unless the bool A holds.
Handler assumeHandler();
/// Jumps by the value of A as Switches[Imm] says.
Handler switchHandler();
/// Jumps to one of the Choices[Imm] whose condition holds.
Handler chooseHandler();

/// Calls[Imm]. Dst gets a scalar result, the address B an aggregate.
Handler callHandler();
/// Returns A, of the function's result type, or nothing.
Handler returnHandler();
Handler returnVoidHandler();

/// Asks for the value of Havocs[Imm]; a scalar goes to Dst.
Handler havocHandler();

/// Ends the run, or the path, with Messages[Imm].
Handler refuseHandler();
Handler deadEndHandler();

} // namespace predabs::ir::interp

#endif
