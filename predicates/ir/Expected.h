// What callers keep to by habit, though nothing makes them: C lets any number
// into an enumeration, but who writes
//
//   enum how { Locked, Free };
//   void f(enum how how) { if (how == Free) lock(m); ... }
//
// thinks of the enumerators. The lowering notes them as a condition about the
// parameter in a temporary that nobody reads,
//
//   temp %expects: bool
//   entry:
//     %expects = %how <= 1
//
// so that it does nothing, and those who look for failures of usual calls find
// it. SOUND: no proof may rest on it.

#ifndef PREDABS_PREDICATES_IR_EXPECTED_H
#define PREDABS_PREDICATES_IR_EXPECTED_H

#include "predicates/ir/Module.h"

#include <string_view>

namespace predabs::ir {

/// What such temporaries are called, perhaps with a number behind it.
constexpr std::string_view ExpectedName = "expects";

/// What is noted in \p F: conditions about its parameters at entry.
std::vector<const Expr *> expectedOf(const Function &F);

} // namespace predabs::ir

#endif
