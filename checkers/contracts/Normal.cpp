#include "checkers/contracts/Normal.h"

#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Print.h"
#include "predicates/ir/Terms.h"

namespace predabs {

using namespace ir;

namespace {

bool isNumber(const Expr *E) { return E->kind() == ExprKind::Int; }

bool isBinary(const Expr *E, Op O) {
  return E->kind() == ExprKind::Binary && E->op() == O;
}

/// Such an address is never null.
bool isAddressOfLocal(const Expr *E) {
  const Variable *V =
      E->kind() == ExprKind::AddrOf ? rootOf(E->operand(0)) : nullptr;
  return V && !V->isGlobal();
}

class Normaliser {
public:
  explicit Normaliser(Context &Ctx) : Ctx(Ctx) {}

  /// Of a term whose operands are in normal form.
  const Expr *of(const Expr *E) {
    if (E->kind() != ExprKind::Binary)
      return E;
    switch (E->op()) {
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return commuted(E->op(), E->operand(0), E->operand(1));
    case Op::Add:
    case Op::Sub:
      return sum(E);
    case Op::Eq:
    case Op::Ne:
      return equality(E);
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge:
      return order(E->op(), E->operand(0), E->operand(1));
    default:
      return E;
    }
  }

private:
  /// Numbers stand on the right; the order of making does not count.
  bool isInOrder(const Expr *A, const Expr *B) const {
    if (isNumber(A) || isNumber(B))
      return isNumber(B);
    return A == B || print(A) <= print(B);
  }

  const Expr *commuted(Op O, const Expr *A, const Expr *B) {
    return isInOrder(A, B) ? Ctx.binary(O, A, B) : Ctx.binary(O, B, A);
  }

  bool wraps(const Type *T) const {
    return !T->isSigned() || Ctx.target().WrapSigned;
  }

  const Expr *sum(const Expr *E) {
    const Type *T = E->type();
    const Expr *A = E->operand(0), *B = E->operand(1);
    if (!T->isInt() || T->width() > 64)
      return E;
    if (isNumber(A) && E->op() == Op::Add)
      std::swap(A, B);
    if (!isNumber(B))
      return E->op() == Op::Add ? commuted(Op::Add, A, B) : E;
    SInt128 N = E->op() == Op::Add ? B->number() : -B->number();
    // `(x + 1) + 2`: where numbers do not wrap, both sums must go one way, or
    // the first could have no value where the whole has one.
    if ((isBinary(A, Op::Add) || isBinary(A, Op::Sub)) &&
        isNumber(A->operand(1))) {
      SInt128 M = A->operand(1)->number();
      M = A->op() == Op::Add ? M : -M;
      if (wraps(T) || (M < 0) == (N < 0)) {
        if (const Expr *Sum = plus(A->operand(0), M + N))
          return Sum;
      }
    }
    const Expr *Sum = plus(A, N);
    return Sum ? Sum : E;
  }

  /// Null if the number does not fit.
  const Expr *plus(const Expr *A, SInt128 N) {
    const Type *T = A->type();
    if (wraps(T))
      N = SInt128(signExtend(UInt128(N), T->width()));
    if (N == 0)
      return A;
    SInt128 Size = N < 0 ? -N : N;
    const Expr *Number = Ctx.intConst(T, UInt128(Size));
    if (Number->number() != Size)
      return wraps(T) ? Ctx.binary(Op::Add, A, Ctx.intConst(T, UInt128(N)))
                      : nullptr;
    return Ctx.binary(N < 0 ? Op::Sub : Op::Add, A, Number);
  }

  const Expr *equality(const Expr *E) {
    const Expr *A = E->operand(0), *B = E->operand(1);
    if (A->type()->isFloat())
      return E;
    // `(int)b != 0`
    if (B->isInt(0) && A->kind() == ExprKind::Cast &&
        A->operand(0)->type()->isBool() && A->type()->isInt())
      return E->op() == Op::Ne ? A->operand(0) : Ctx.notOf(A->operand(0));
    if (B->isInt(0) && isAddressOfLocal(A))
      return Ctx.boolConst(E->op() == Op::Ne);
    const Expr *Same = commuted(Op::Eq, A, B);
    return E->op() == Op::Eq ? Same : Ctx.notOf(Same);
  }

  /// `a > b` or `!(a > b)`; with a number, that stands on the right.
  const Expr *order(Op O, const Expr *A, const Expr *B) {
    const Type *T = A->type();
    if (T->isFloat())
      return Ctx.binary(O, A, B);
    if (isNumber(A) && !isNumber(B))
      return order(mirrored(O), B, A);
    if (O == Op::Le || O == Op::Lt) {
      if (O == Op::Le)
        return Ctx.notOf(Ctx.binary(Op::Gt, A, B));
      if (!isNumber(B))
        return Ctx.binary(Op::Gt, B, A);
      return Ctx.notOf(order(Op::Ge, A, B));
    }
    if (O == Op::Ge && !isNumber(B))
      return Ctx.notOf(Ctx.binary(Op::Gt, B, A));
    if (O == Op::Ge)
      return atLeast(A, B);
    return Ctx.binary(Op::Gt, A, B);
  }

  /// `a >= 5` is `a > 4`.
  const Expr *atLeast(const Expr *A, const Expr *B) {
    const Type *T = A->type();
    if (T->isInt() && T->width() <= 64) {
      SInt128 Least = T->isSigned() ? -(SInt128(1) << (T->width() - 1)) : 0;
      if (B->number() == Least)
        return Ctx.binary(Op::Ge, A, B);
      return Ctx.binary(Op::Gt, A, Ctx.intConst(T, UInt128(B->number() - 1)));
    }
    return Ctx.binary(Op::Ge, A, B);
  }

  Context &Ctx;
};

bool isPartialStep(const Context &Ctx, const Expr *E) {
  switch (E->kind()) {
  case ExprKind::Deref:
  case ExprKind::Index:
    return true;
  case ExprKind::Cast:
    return E->operand(0)->type()->isFloat() && !E->type()->isFloat();
  case ExprKind::Unary:
    return E->op() == Op::Neg && E->type()->isInt() && E->type()->isSigned() &&
           !Ctx.target().WrapSigned;
  case ExprKind::Binary:
    switch (E->op()) {
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
      return E->type()->isInt() && E->type()->isSigned() &&
             !Ctx.target().WrapSigned;
    case Op::Div:
    case Op::Rem:
    case Op::Shl:
    case Op::Shr:
    case Op::PtrAdd:
    case Op::PtrDiff:
      return true;
    default:
      return false;
    }
  default:
    return false;
  }
}

/// Whether \p E computes its operand number \p I only sometimes.
bool computesSometimes(const Expr *E, unsigned I) {
  return I > 0 && (E->kind() == ExprKind::Cond || isBinary(E, Op::LAnd) ||
                   isBinary(E, Op::LOr));
}

} // namespace

const Expr *exactForm(Context &Ctx, const Expr *E) {
  Normaliser N(Ctx);
  return rewrite(Ctx, E,
                 [&](const Expr *, const Expr *New) { return N.of(New); });
}

bool isPartial(const Context &Ctx, const Expr *E) {
  for (const Expr *Term : termsOf(E))
    if (isPartialStep(Ctx, Term))
      return true;
  return false;
}

std::set<const Expr *> computedBy(const Expr *E) {
  std::set<const Expr *> Result = {E}, Named;
  for (std::vector<const Expr *> Work = {E}; !Work.empty();) {
    const Expr *Top = Work.back();
    Work.pop_back();
    for (unsigned I = 0; I < Top->numOperands(); ++I) {
      // A place that is named has its address computed, and is not read.
      auto &Seen = namesOnly(Top, I) ? Named : Result;
      if (!computesSometimes(Top, I) && Seen.insert(Top->operand(I)).second)
        Work.push_back(Top->operand(I));
    }
  }
  return Result;
}

unsigned treeSize(const Expr *E, unsigned Limit) {
  unsigned Size = 0;
  std::vector<const Expr *> Work = {E};
  while (!Work.empty() && Size <= Limit) {
    const Expr *Top = Work.back();
    Work.pop_back();
    ++Size;
    for (unsigned I = 0; I < Top->numOperands(); ++I)
      Work.push_back(Top->operand(I));
  }
  return Size;
}

} // namespace predabs
