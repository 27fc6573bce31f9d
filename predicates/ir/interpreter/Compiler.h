// Translates a function into the instructions that a machine executes. The
// conditions that lead into a block's successors are decided at the end of
// the block, once; a block is then entered behind its assumption.

#ifndef PREDABS_PREDICATES_IR_INTERPRETER_COMPILER_H
#define PREDABS_PREDICATES_IR_INTERPRETER_COMPILER_H

#include "predicates/ir/interpreter/Addresses.h"
#include "predicates/ir/interpreter/Bytecode.h"

namespace predabs::ir::interp {

/// Whether the code tells an observer what it does. Then all variables live in
/// memory, where their addresses and what is uninitialised are known.
enum class Observed : uint8_t { No, Yes };

/// \p F must have a body.
void compileFunction(const Function &F, const Addresses &Addrs,
                     const Target &Tgt, Observed O, Code &C);

/// Code that writes those parts of the globals' initial values that are no
/// plain numbers.
void compileInitialisers(const Module &M, const Addresses &Addrs, Code &C);

} // namespace predabs::ir::interp

#endif
