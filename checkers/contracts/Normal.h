// One form for terms that mean the same: x + 1 for 1 + x, !(x > 4) for x < 5.
// What has no value (an overflow, a division by zero) has none in this form
// either, and conversely.

#ifndef PREDABS_CHECKERS_CONTRACTS_NORMAL_H
#define PREDABS_CHECKERS_CONTRACTS_NORMAL_H

#include "predicates/ir/Module.h"

#include <set>

namespace predabs {

const ir::Expr *exactForm(ir::Context &Ctx, const ir::Expr *E);

/// Whether there are states in which \p E has no value.
bool isPartial(const ir::Context &Ctx, const ir::Expr *E);

/// The terms that are computed whenever \p E is.
std::set<const ir::Expr *> computedBy(const ir::Expr *E);

/// Nodes of \p E as a tree, at most \p Limit + 1.
unsigned treeSize(const ir::Expr *E, unsigned Limit);

} // namespace predabs

#endif
