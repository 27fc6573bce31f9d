// Decides the obligations of a translation unit.
//
//   int f(int x) { assert(x > 0); return x; }
//
// has one, the call of __assert_fail that the macro hides, and the report
// holds the decision about it.
//
// This version finds the obligations and decides none: each is unknown.

#ifndef PREDABS_CHECKERS_ENGINE_H
#define PREDABS_CHECKERS_ENGINE_H

#include "checkers/Options.h"
#include "checkers/Report.h"

namespace predabs {

/// The functions whose call is the failure of an obligation.
std::vector<std::string_view> failureFunctions();

/// All that has to hold in \p M, function by function in the module's order.
std::vector<Obligation> findObligations(const ir::Module &M);

Report check(const ir::Module &M, const Options &Opts);

} // namespace predabs

#endif
