// Walking and rebuilding expressions. They may be thousands deep: walk them
// with these, not by recursion.

#ifndef PREDABS_PREDICATES_IR_TERMS_H
#define PREDABS_PREDICATES_IR_TERMS_H

#include "predicates/ir/Context.h"
#include "predicates/ir/TermTable.h"

#include <span>
#include <vector>

namespace predabs::ir {

/// The terms in \p Root, each once, operands first, so \p Root comes last.
std::vector<const Expr *> termsOf(const Expr *Root);
/// The same for several roots together.
std::vector<const Expr *> termsOf(std::span<const Expr *const> Roots);

/// \p E with other operands of the same types; folds as the Context does.
/// Fields and elements of something that is no place are projected: the field
/// of `c ? s : t` is `c ? s.f : t.f`.
const Expr *withOperands(Context &Ctx, const Expr *E,
                         std::span<const Expr *const> Operands);

/// Whether \p Parent uses its operand \p I only to name a part of memory,
/// without looking at what that holds: x in `x.f`, `x[1]` and `&x`.
inline bool namesOnly(const Expr *Parent, unsigned I) {
  return I == 0 && (Parent->kind() == ExprKind::Field ||
                    Parent->kind() == ExprKind::Index ||
                    Parent->kind() == ExprKind::AddrOf);
}

/// The places in \p Root whose contents its value depends on, in order of
/// id. In `p->f + (&x == q)` these are p->f, p and q, not x and not *p.
std::vector<const Expr *> placesRead(const Expr *Root);
std::vector<const Expr *> placesRead(std::span<const Expr *const> Roots);

/// The variable that \p Place is a part of, or null if it is behind a pointer.
const Variable *rootOf(const Expr *Place);

/// The variables that occur in \p Root, also as `&x`, by id of their term.
std::vector<const Variable *> variablesIn(const Expr *Root);
/// Those whose address \p Root takes: x in `&x.f`.
std::vector<const Variable *> addressedIn(const Expr *Root);

/// Rewrites a term bottom-up, each shared part once. \p Change is called with
/// every term after its operands are rewritten, and gives what stands for it.
template <typename Fn>
const Expr *rewrite(Context &Ctx, const Expr *Root, Fn Change) {
  TermTable<const Expr *> New;
  std::vector<const Expr *> Operands;
  for (const Expr *E : termsOf(Root)) {
    Operands.clear();
    for (unsigned I = 0; I < E->numOperands(); ++I)
      Operands.push_back(New.at(E->operand(I)));
    New.insert(E).first = Change(E, withOperands(Ctx, E, Operands));
  }
  return New.at(Root);
}

} // namespace predabs::ir

#endif
