#include "predicates/abstraction/FreePlaces.h"

#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// The range of an integer or pointer type.
struct Range {
  SInt128 Least, Most;
};
std::optional<Range> rangeOf(const Type *T) {
  if ((!T->isInt() && !T->isPointer()) || T->width() > 64)
    return std::nullopt;
  if (T->isInt() && T->isSigned())
    return Range{-(SInt128(1) << (T->width() - 1)),
                 (SInt128(1) << (T->width() - 1)) - 1};
  return Range{0, (SInt128(1) << T->width()) - 1};
}

/// `L O c` where L may be any value of \p R: whether it can be true, or false
/// if \p O is turned around.
bool canHold(Op O, Range R, SInt128 C) {
  return holds(O, R.Least, C) || holds(O, R.Most, C) ||
         (O == Op::Eq && R.Least <= C && C <= R.Most);
}

class Elimination {
public:
  Elimination(Context &Ctx, const std::function<bool(const Expr *)> &IsFree,
              const std::function<bool(const Expr *, const Expr *)> &MayOverlap)
      : Ctx(Ctx), IsFree(IsFree), MayOverlap(MayOverlap) {}

  std::optional<WithoutFreePlace> run(const Expr *Goal) {
    if (Goal->isPlace() && IsFree(Goal))
      return open();
    if (!isComparison(Goal))
      return std::nullopt;
    const Expr *A = Goal->operand(0), *B = Goal->operand(1);
    if (auto Left = compare(Goal->op(), A, B))
      return Left;
    return compare(mirrored(Goal->op()), B, A);
  }

private:
  WithoutFreePlace open() {
    return {Ctx.boolConst(false), Ctx.boolConst(false)};
  }
  const Expr *equals(const Expr *A, SInt128 Value) {
    return Ctx.binary(Op::Eq, A, Ctx.intConst(A->type(), UInt128(Value)));
  }

  /// `A O B` if A is a free place, perhaps widened.
  std::optional<WithoutFreePlace> compare(Op O, const Expr *A, const Expr *B) {
    const Expr *Place = A;
    while (Place->kind() == ExprKind::Cast && keepsValue(Place))
      Place = Place->operand(0);
    std::optional<Range> R = rangeOf(Place->type());
    if (!Place->isPlace() || !R || !IsFree(Place) || dependsOn(B, Place))
      return std::nullopt;
    if (B->kind() == ExprKind::Int)
      return WithoutFreePlace{
          Ctx.boolConst(!canHold(opposite(O), *R, B->number())),
          Ctx.boolConst(!canHold(O, *R, B->number()))};
    if (Place != A)
      return std::nullopt;
    return compareSame(O, B, *R);
  }

  /// The other operand has the same range.
  WithoutFreePlace compareSame(Op O, const Expr *B, Range R) {
    const Expr *Never = Ctx.boolConst(false);
    switch (O) {
    case Op::Lt:
      return {Never, equals(B, R.Least)};
    case Op::Le:
      return {equals(B, R.Most), Never};
    case Op::Gt:
      return {Never, equals(B, R.Most)};
    case Op::Ge:
      return {equals(B, R.Least), Never};
    default:
      return open();
    }
  }

  static bool keepsValue(const Expr *Cast) {
    std::optional<Range> From = rangeOf(Cast->operand(0)->type()),
                         To = rangeOf(Cast->type());
    return From && To && To->Least <= From->Least && From->Most <= To->Most;
  }

  bool dependsOn(const Expr *E, const Expr *Place) {
    std::vector<const Expr *> Read = placesRead(E);
    return std::any_of(Read.begin(), Read.end(), [&](const Expr *P) {
      return P == Place || MayOverlap(P, Place);
    });
  }

  Context &Ctx;
  const std::function<bool(const Expr *)> &IsFree;
  const std::function<bool(const Expr *, const Expr *)> &MayOverlap;
};

/// Whether \p Parent may be undefined, or an address, because of what an
/// operand is.
bool traps(const Expr *Parent) {
  switch (Parent->kind()) {
  case ExprKind::Deref:
  case ExprKind::Index:
    return true;
  case ExprKind::Unary:
    return Parent->op() == Op::Neg;
  case ExprKind::Binary:
    return (Parent->op() >= Op::Add && Parent->op() <= Op::Shr) ||
           Parent->op() == Op::PtrAdd || Parent->op() == Op::PtrDiff;
  case ExprKind::Cast:
    return Parent->operand(0)->type()->isFloat();
  default:
    return false;
  }
}

} // namespace

std::optional<WithoutFreePlace> eliminateFreePlace(
    Context &Ctx, const Expr *Goal,
    const std::function<bool(const Expr *)> &IsFree,
    const std::function<bool(const Expr *, const Expr *)> &MayOverlap) {
  return Elimination(Ctx, IsFree, MayOverlap).run(Goal);
}

std::vector<const Expr *> placesThatMayTrap(const Expr *E) {
  std::vector<const Expr *> Operands;
  for (const Expr *Part : termsOf(E)) {
    if (!traps(Part))
      continue;
    for (unsigned I = Part->kind() == ExprKind::Index; I < Part->numOperands();
         ++I)
      Operands.push_back(Part->operand(I));
  }
  // Whether the rest is evaluated at all may depend on conditions before it.
  if (!Operands.empty())
    for (const Expr *Part : termsOf(E))
      if (Part->kind() == ExprKind::Cond ||
          (Part->kind() == ExprKind::Binary &&
           (Part->op() == Op::LAnd || Part->op() == Op::LOr)))
        Operands.push_back(Part->operand(0));
  return placesRead(Operands);
}

} // namespace predabs
