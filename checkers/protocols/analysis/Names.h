// What the user calls an object that a protocol is about.

#ifndef PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_NAMES_H
#define PREDABS_CHECKERS_PROTOCOLS_ANALYSIS_NAMES_H

#include "predicates/ir/Module.h"

#include <unordered_map>

namespace predabs {

/// What temporaries with one assignment stand for.
using Definitions = std::unordered_map<const ir::Variable *, const ir::Expr *>;
Definitions definitionsIn(const ir::Function &F);

/// \p E in the words of the source, as far as \p Known goes.
const ir::Expr *inWords(ir::Context &Ctx, const ir::Expr *E,
                        const Definitions &Known);

/// The object as the user wrote it: `dev->lock` of `&dev->lock`.
std::string objectText(const ir::Expr *Pointer);

/// What to write for the object that \p Pointer points to: `dev->lock` for
/// `&dev->lock`, the pointer itself for `m`, and the mutex or guard for what
/// the C++ library keeps in it.
const ir::Expr *writtenObject(const ir::Expr *Pointer);

} // namespace predabs

#endif
