// Decides the obligations of a translation unit.
//
//   int f(int x) { assert(x > 0); return x; }
//
// has one, the call of __assert_fail that the macro hides, and the report
// holds the decision about it.
//
// Changes the module: temporaries are forwarded, and a function is added from
// which the program starts.

#ifndef PREDABS_CHECKERS_ENGINE_H
#define PREDABS_CHECKERS_ENGINE_H

#include "checkers/Properties.h"

namespace predabs {

Report check(ir::Module &M, const Options &Opts);

} // namespace predabs

#endif
