// Volatile and atomic objects that nobody else can know. What is read from such
// an object may be any value, since other threads, handlers of signals and
// devices write it as they like: but only if they can get at it. In
//
//   void f(void) { volatile int n = 3;  assert(n == 3); }
//
// nobody has the address of n, so it holds what was written.

#ifndef PREDABS_CHECKERS_PROGRAM_VOLATILE_H
#define PREDABS_CHECKERS_PROGRAM_VOLATILE_H

#include "predicates/alias/Aliases.h"

namespace predabs {

/// Reads of local variables whose address nobody takes become plain ones.
void settleOwnVolatile(ir::Module &M);
/// The same for numbers in objects of which others cannot know, as \p A says.
void settleUnknownVolatile(ir::Module &M, const Aliases &A);

} // namespace predabs

#endif
