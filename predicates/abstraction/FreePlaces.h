// Goals about something that nothing is known of need no prover: whatever the
// predicates are, `next[k] == m` can be true and false if no predicate
// mentions next[k] or an alias of it. Of `next[k] <= m` what remains is `m is
// the largest int`, where it must be true.

#ifndef PREDABS_PREDICATES_ABSTRACTION_FREEPLACES_H
#define PREDABS_PREDICATES_ABSTRACTION_FREEPLACES_H

#include "predicates/ir/Context.h"

#include <functional>
#include <optional>

namespace predabs {

/// What a goal with a free place in it comes down to: when it must be true,
/// and when it must be false.
struct WithoutFreePlace {
  const ir::Expr *MustHold, *MustFail;
};

/// \p IsFree says of a place that nothing else restricts what it holds;
/// \p MayOverlap whether two places may share memory. Nothing if the goal is
/// not of such a form.
std::optional<WithoutFreePlace> eliminateFreePlace(
    ir::Context &Ctx, const ir::Expr *Goal,
    const std::function<bool(const ir::Expr *)> &IsFree,
    const std::function<bool(const ir::Expr *, const ir::Expr *)> &MayOverlap);

/// Places in \p E whose contents matter for whether it can be evaluated:
/// operands of arithmetic, pointers that are followed.
std::vector<const ir::Expr *> placesThatMayTrap(const ir::Expr *E);

} // namespace predabs

#endif
