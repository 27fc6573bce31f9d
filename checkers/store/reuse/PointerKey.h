// A key of all that pointers of a file may point to: while it stays the same,
// so does what the alias analysis finds. Of
//
//   static int *last;
//   int *keep(int *p) { int *old = last; last = p; return old; }
//
// it has the lines
//
//   $last = %p      return $last
//
// What a function calls its variables does not matter, nor how many it has for
// the same, nor the order of its statements, nor what it computes with numbers.

#ifndef PREDABS_CHECKERS_STORE_REUSE_POINTERKEY_H
#define PREDABS_CHECKERS_STORE_REUSE_POINTERKEY_H

#include "checkers/store/format/Summary.h"
#include "predicates/ir/Module.h"

namespace predabs {

/// Of all in \p M that the alias analysis looks at: the statements that may
/// move addresses or write memory of others, as a set.
/// SOUND: no address goes through a number that is narrower than it.
Key pointerKey(const ir::Module &M);

/// Whether \p E is the address of a text in the source, `"too many"`.
bool isTextAddress(const ir::Expr *E);
/// \p E with texts in place of their names, whose numbers change with the
/// texts before them.
std::string printWithTexts(const ir::Expr *E);

} // namespace predabs

#endif
