// What a function may change that outlives it, whoever calls it: globals, and
// what its parameters point to. Coarser than a contract, and known of more
// functions: those with loops too.
//
//   void clear(struct list *l) { while (l->n) l->item[--l->n] = 0; }
//
// changes l->n; for item it would have to know what that points to, so it may
// change anything that others can reach.

#ifndef PREDABS_CHECKERS_CONTRACTS_MODIFIED_H
#define PREDABS_CHECKERS_CONTRACTS_MODIFIED_H

#include "predicates/ir/Module.h"

#include <map>
#include <vector>

namespace predabs {

struct Modified {
  bool MayBeAnything = false; ///< that others can reach
  /// Otherwise: globals, and parts of `*p` for parameters p as they are at the
  /// entry, by Expr::id.
  std::vector<const ir::Expr *> Places;
};

/// What \p F may change, where \p Known has what the functions that it calls
/// may change, by Function::Id; those that are missing may change anything.
Modified modifiedBy(ir::Context &Ctx, const ir::Function &F,
                    const std::map<uint32_t, Modified> &Known);

} // namespace predabs

#endif
