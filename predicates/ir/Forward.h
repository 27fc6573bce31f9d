// Puts the definitions of temporaries where they are used, so that conditions
// and assignments speak of the variables that the user knows:
//
//   %t = call @f(%a)          %b = call @f(%a)
//   %b = %t                   %t = %b
//   %t.1 = %i                 %t.1 = %i
//   %i = %t.1 + 1     -->     %i = %i + 1
//   assume %t.1 < %n          assume %i - 1 < %n
//
// What is executed stays the same, step by step: no statement is added or
// taken away. A temporary that nobody reads any more is left where it is, but
// not the result of a call: `%t = call @printf(...)` becomes `call @printf(...)`.

#ifndef PREDABS_PREDICATES_IR_FORWARD_H
#define PREDABS_PREDICATES_IR_FORWARD_H

#include "predicates/ir/Module.h"

namespace predabs::ir {

void forwardTemporaries(Module &M);
/// The same in one function.
void forwardTemporaries(Context &Ctx, Function &F);

} // namespace predabs::ir

#endif
