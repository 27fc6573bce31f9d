// Weakest preconditions over places, by Morris' general axiom of assignment
// (c2bp.txt 4.2; polymorphic paper 5.2): what a term must be before `l = e` so
// that it is what it is afterwards. A place l' in the term that may be l
// becomes `&l == &l' ? e : l'`; one that cannot be stays; one that is the same
// becomes e; one that may overlap l only in part becomes a new variable that
// nobody knows anything about. So WP(*p = 3, x > 5), if p may point to x, is
//
//   (p == &x ? 3 : x) > 5
//
// which is the disjunction over the alias scenarios of the papers, without
// their 2^k copies of the term.

#ifndef PREDABS_PREDICATES_ABSTRACTION_WEAKESTPRECONDITION_H
#define PREDABS_PREDICATES_ABSTRACTION_WEAKESTPRECONDITION_H

#include "predicates/alias/Aliases.h"
#include "predicates/language/Predicate.h"

#include <array>
#include <functional>
#include <map>
#include <span>

namespace predabs {

class WeakestPrecondition {
public:
  WeakestPrecondition(PredicateSet &P, const Aliases &A)
      : Ctx(P.module().Ctx), P(P), A(A) {}

  /// \p Term, of any type, before `Dest = Value`. Null \p Value: any value.
  const ir::Expr *ofAssign(const ir::Expr *Dest, const ir::Expr *Value,
                           const ir::Expr *Term);
  /// \p Term before the assignment, assumption or havoc \p S. Of an
  /// assumption the term itself: that it holds is not in the result.
  const ir::Expr *of(const ir::Stmt &S, const ir::Expr *Term);

  /// \p Term before a moment at which each place that \p MayChange may have got
  /// another value.
  using PlaceTest = std::function<bool(const ir::Expr *)>;
  const ir::Expr *forgetting(const PlaceTest &MayChange, const ir::Expr *Term);

  /// \p Term after the call \p Call, if it was that before: what the call may
  /// have changed becomes a variable for the value that it had ("orig" in the
  /// papers). The same place gives the same variable.
  const ir::Expr *asBefore(const ir::Stmt &Call, const ir::Expr *Term);

  /// What a call gives back before it is assigned to \p Dest (may be null).
  const ir::Expr *returned(const ir::Type *Ty, const ir::Expr *Dest);

  /// A variable that nobody knows anything about, for what \p Place holds
  /// after \p Cause (null: a havoc of everything). The same question gives the
  /// same variable until the next step.
  const ir::Expr *unknownValue(const ir::Expr *Place, const ir::Expr *Cause);
  /// From now on unknown values are others: for going through several
  /// statements at once.
  void nextStep() { ++Step; }
  void firstStep() { Step = 0; }

private:
  const ir::Expr *ofHavocOfAll(const ir::Stmt &S, const ir::Expr *Term);
  /// What \p Place, named as before the assignment, holds after it.
  const ir::Expr *contentsAfter(const ir::Expr *Dest, const ir::Expr *Value,
                                const ir::Expr *Place);
  /// The same where Place is no larger part of memory than Dest and may
  /// overlap it.
  const ir::Expr *overlapped(const ir::Expr *Dest, const ir::Expr *Value,
                             const ir::Expr *Place);
  const ir::Expr *stored(const ir::Expr *Dest, const ir::Expr *Value,
                         const ir::Expr *Place);

  ir::Context &Ctx;
  PredicateSet &P;
  const Aliases &A;
  uint32_t Step = 0;
  std::map<uint32_t, const ir::Expr *> Before; ///< by the place's id
  /// By the ids of the type and the place (0: none).
  std::map<std::pair<uint32_t, uint32_t>, const ir::Expr *> Returned;
  /// By the ids of the place and the cause, and the step.
  std::map<std::array<uint32_t, 3>, const ir::Expr *> Unknown;
};

/// Whether the places \p A and \p B begin at the same address, as a term; null
/// where it cannot be said because one of them is a bit-field.
const ir::Expr *sameAddress(ir::Context &Ctx, const ir::Expr *A,
                            const ir::Expr *B);

/// \p Term with each variable \p From[i] replaced by \p To[i], all at once.
/// The term does not take the address of any of them.
const ir::Expr *substitute(ir::Context &Ctx, const ir::Expr *Term,
                           std::span<const ir::Variable *const> From,
                           std::span<const ir::Expr *const> To);

} // namespace predabs

#endif
