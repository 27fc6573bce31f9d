// What the user calls an object that a protocol is about.

#ifndef PREDABS_CHECKERS_PROTOCOLS_NAMES_H
#define PREDABS_CHECKERS_PROTOCOLS_NAMES_H

#include "predicates/ir/Module.h"

namespace predabs {

/// What to write for the object that \p Pointer points to: `dev->lock` for
/// `&dev->lock`, the pointer itself for `m`, and the mutex or guard for what
/// the C++ library keeps in it.
const ir::Expr *writtenObject(const ir::Expr *Pointer);

} // namespace predabs

#endif
