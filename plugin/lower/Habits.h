// What callers pass by habit; see predicates/ir/Expected.h.

#ifndef PREDABS_PLUGIN_LOWER_HABITS_H
#define PREDABS_PLUGIN_LOWER_HABITS_H

#include "plugin/lower/ModuleLowering.h"

namespace predabs::lower {

/// The condition that \p Number is one of the enumerators of \p T, or put
/// together of its flags; null if \p T is no enumeration with values.
Value usualValues(ModuleLowering &ML, Value Number, clang::QualType T);

} // namespace predabs::lower

#endif
