// Puts the body of a function in place of a call. For
//
//   func @half(%n: i32) -> i32 { entry: return %n / 2 }
//   func @f(%x: i32) { entry: %y = call @half(%x)  return %y }
//
// the call in f becomes
//
//   entry:             half.entry:             half.end:
//     %n = %x            %y = %n / 2             return %y
//     goto half.entry    goto half.end
//
// The statements get the location of the call: who reads about them does not
// know the function. A parameter that nobody changes, and whose argument is the
// same at all times (`&x`), is replaced by it.

#ifndef PREDABS_PREDICATES_IR_INLINE_H
#define PREDABS_PREDICATES_IR_INLINE_H

#include "predicates/ir/Module.h"

namespace predabs::ir {

/// The block in which what follows the call goes on, at its beginning.
/// Statement number \p Stmt of block \p B of \p F is a call, by name, of
/// another function that is defined and takes these arguments (canInline).
BlockId inlineCall(Module &M, Function &F, BlockId B, uint32_t Stmt);

/// Whether \p Call can be replaced: its arguments have the types of the
/// parameters, and nobody takes the address of a block of the callee.
bool canInline(const Stmt &Call);

} // namespace predabs::ir

#endif
