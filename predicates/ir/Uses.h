// What the statements of a function mention, write, and take addresses of.

#ifndef PREDABS_PREDICATES_IR_USES_H
#define PREDABS_PREDICATES_IR_USES_H

#include "predicates/ir/Module.h"

#include <set>
#include <vector>

namespace predabs::ir {

/// What \p S is made of: its arguments, where it writes, and its value.
std::vector<const Expr *> rootsOf(const Stmt &S);

/// The variables whose addresses statements of \p F take.
std::set<const Variable *> addressedIn(const Function &F);
/// These, and those that statements of \p F write, or parts of them.
std::set<const Variable *> changedIn(const Function &F);

} // namespace predabs::ir

#endif
