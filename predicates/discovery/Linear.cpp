#include "predicates/discovery/Linear.h"

#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <numeric>

namespace predabs {

using namespace ir;

namespace {

constexpr SInt128 Large = SInt128(1) << 62;
/// Sums of more parts are left as they are.
constexpr size_t MaxParts = 12;

bool isLarge(SInt128 N) { return N > Large || N < -Large; }

bool isLinearType(const Type *T) { return T->isInt() && T->width() <= 64; }

bool wraps(Context &Ctx, const Type *T) {
  return !T->isSigned() || Ctx.target().WrapSigned;
}

/// Adds Factor * E to \p Into, as long as E is a sum or a multiple.
bool addTerm(Linear &Into, const Expr *E, SInt128 Factor) {
  std::vector<std::pair<const Expr *, SInt128>> Open = {{E, Factor}};
  for (unsigned Steps = 0; !Open.empty(); ++Steps) {
    auto [T, F] = Open.back();
    Open.pop_back();
    if (Steps > 200 || isLarge(F) || isLarge(Into.Constant))
      return false;
    Op O = T->op();
    if (T->kind() == ExprKind::Int) {
      if (isLarge(T->number() * (F > 1000 || F < -1000 ? Large : 1)))
        return false;
      Into.Constant += F * T->number();
    } else if (O == Op::Add || O == Op::Sub) {
      Open.push_back({T->operand(1), O == Op::Add ? F : -F});
      Open.push_back({T->operand(0), F});
    } else if (O == Op::Neg) {
      Open.push_back({T->operand(0), -F});
    } else if (O == Op::Mul && T->operand(1)->kind() == ExprKind::Int &&
               !isLarge(T->operand(1)->number() * 1000) && F < 1000 &&
               F > -1000) {
      Open.push_back({T->operand(0), F * T->operand(1)->number()});
    } else if (O == Op::Mul && T->operand(0)->kind() == ExprKind::Int &&
               !isLarge(T->operand(0)->number() * 1000) && F < 1000 &&
               F > -1000) {
      Open.push_back({T->operand(1), F * T->operand(0)->number()});
    } else {
      Into.Parts.push_back({T, F});
    }
  }
  return true;
}

/// Sorts parts and merges equal ones; numbers that wrap are reduced.
void tidy(Linear &L) {
  std::sort(L.Parts.begin(), L.Parts.end(), [](const auto &A, const auto &B) {
    return A.Of->id() < B.Of->id();
  });
  std::vector<Linear::Part> Merged;
  for (const Linear::Part &P : L.Parts)
    if (!Merged.empty() && Merged.back().Of == P.Of)
      Merged.back().Factor += P.Factor;
    else
      Merged.push_back(P);
  std::erase_if(Merged, [](const Linear::Part &P) { return P.Factor == 0; });
  L.Parts = std::move(Merged);
}

/// Whether the numbers are ones of the type, and their opposites too.
bool isWithin(const Linear &L) {
  SInt128 Limit = SInt128(1) << (L.Ty->width() - 1);
  auto IsSmall = [&](SInt128 N) { return N < Limit && -N < Limit; };
  return IsSmall(L.Constant) &&
         std::all_of(L.Parts.begin(), L.Parts.end(),
                     [&](const auto &P) { return IsSmall(P.Factor); });
}

/// Whether nothing is subtracted but a constant.
bool isPlain(const Linear &L) {
  return std::all_of(L.Parts.begin(), L.Parts.end(),
                     [](const auto &P) { return P.Factor > 0; });
}

const Expr *multiple(Context &Ctx, const Type *T, const Linear::Part &P) {
  if (P.Factor == 1)
    return P.Of;
  return Ctx.binary(Op::Mul, Ctx.intConst(T, UInt128(P.Factor)), P.Of);
}

/// The sum of \p Parts and \p Constant.
const Expr *sum(Context &Ctx, const Type *T,
                const std::vector<Linear::Part> &Parts, SInt128 Constant) {
  const Expr *S = nullptr;
  for (const Linear::Part &P : Parts) {
    const Expr *M = multiple(Ctx, T, P);
    S = S ? Ctx.binary(Op::Add, S, M) : M;
  }
  if (!S)
    return Ctx.intConst(T, UInt128(Constant));
  if (Constant == 0)
    return S;
  return Constant > 0
             ? Ctx.binary(Op::Add, S, Ctx.intConst(T, UInt128(Constant)))
             : Ctx.binary(Op::Sub, S, Ctx.intConst(T, UInt128(-Constant)));
}

/// Divides by what all factors have in common, if that changes nothing.
void reduce(Linear &L, Op &O) {
  SInt128 Common = 0;
  for (const Linear::Part &P : L.Parts) {
    SInt128 A = Common, B = P.Factor < 0 ? -P.Factor : P.Factor;
    while (B)
      std::swap(A, B), B %= A;
    Common = A;
  }
  if (Common <= 1)
    return;
  if (L.Constant % Common != 0 && (O == Op::Eq || O == Op::Ne))
    return;
  // 2x + 1 <= 0 is x + 1 <= 0 and 2x - 1 < 0 is x < 1, of integers.
  SInt128 Quotient = L.Constant / Common, Rest = L.Constant % Common;
  if (Rest != 0) {
    bool Up = O == Op::Le || O == Op::Gt;
    if (O == Op::Le || O == Op::Gt)
      Quotient += Up && Rest > 0 ? 1 : 0;
    else
      Quotient -= Rest < 0 ? 1 : 0;
  }
  for (Linear::Part &P : L.Parts)
    P.Factor /= Common;
  L.Constant = Quotient;
}

} // namespace

SInt128 Linear::factorOf(const Expr *E) const {
  for (const Part &P : Parts)
    if (P.Of == E)
      return P.Factor;
  return 0;
}

std::optional<Linear> linear(const Expr *E) {
  if (!isLinearType(E->type()))
    return std::nullopt;
  Linear L;
  L.Ty = E->type();
  if (!addTerm(L, E, 1) || isLarge(L.Constant) || L.Parts.size() > MaxParts)
    return std::nullopt;
  tidy(L);
  return L;
}

std::optional<Linear> add(const Linear &A, SInt128 Factor, const Linear &B) {
  Linear L = A;
  for (const Linear::Part &P : B.Parts) {
    if (isLarge(P.Factor) || isLarge(Factor) ||
        (Factor != 1 && Factor != -1 && isLarge(P.Factor * 1000)))
      return std::nullopt;
    L.Parts.push_back({P.Of, P.Factor * Factor});
  }
  L.Constant += Factor * B.Constant;
  tidy(L);
  if (isLarge(L.Constant) || L.Parts.size() > MaxParts)
    return std::nullopt;
  return L;
}

const Expr *toExpr(Context &Ctx, const Linear &A) {
  return sum(Ctx, A.Ty, A.Parts, A.Constant);
}

const Expr *compareToZero(Context &Ctx, Op O, Linear A) {
  const Type *T = A.Ty;
  bool Wraps = wraps(Ctx, T);
  if (!Wraps)
    reduce(A, O);
  std::vector<Linear::Part> Left, Right;
  for (const Linear::Part &P : A.Parts)
    if (P.Factor > 0)
      Left.push_back(P);
    else
      Right.push_back({P.Of, -P.Factor});
  SInt128 C = -A.Constant; // Left O Right + C
  if (Left.empty() && !Right.empty()) {
    std::swap(Left, Right);
    O = mirrored(O);
    C = -C;
  }
  if (Left.empty())
    return Ctx.boolConst(
        holds(O, 0, Wraps ? signExtend(UInt128(C), T->width()) : C));
  // x <= y - 1 is x < y.
  if (!Wraps && !Right.empty() && C == -1 && (O == Op::Le || O == Op::Gt)) {
    O = O == Op::Le ? Op::Lt : Op::Ge;
    C = 0;
  }
  if (!Wraps && !Right.empty() && C == 1 && (O == Op::Lt || O == Op::Ge)) {
    O = O == Op::Lt ? Op::Le : Op::Gt;
    C = 0;
  }
  // Rather x + 2 == y than x == y - 2.
  if (!Right.empty() && C < 0)
    return Ctx.binary(O, sum(Ctx, T, Left, -C), sum(Ctx, T, Right, 0));
  return Ctx.binary(O, sum(Ctx, T, Left, 0), sum(Ctx, T, Right, C));
}

namespace {

/// `A * B O 0` by the signs of A and B.
const Expr *ofProduct(Context &Ctx, Op O, const Expr *A, const Expr *B) {
  const Expr *Zero = Ctx.zero(A->type());
  auto Both = [&](Op OA, Op OB, Op Junction) {
    return Ctx.binary(Junction, linearised(Ctx, Ctx.binary(OA, A, Zero)),
                      linearised(Ctx, Ctx.binary(OB, B, Zero)));
  };
  switch (O) {
  case Op::Eq:
    return Both(Op::Eq, Op::Eq, Op::LOr);
  case Op::Ne:
    return Both(Op::Ne, Op::Ne, Op::LAnd);
  case Op::Gt:
    return Ctx.binary(Op::LOr, Both(Op::Gt, Op::Gt, Op::LAnd),
                      Both(Op::Lt, Op::Lt, Op::LAnd));
  case Op::Lt:
    return Ctx.binary(Op::LOr, Both(Op::Gt, Op::Lt, Op::LAnd),
                      Both(Op::Lt, Op::Gt, Op::LAnd));
  default:
    return Ctx.notOf(ofProduct(Ctx, opposite(O), A, B));
  }
}

} // namespace

namespace {

SInt128 modulo(SInt128 N, SInt128 M) { return ((N % M) + M) % M; }

/// `L % M == 0`, with all that M divides left out of L; null if \p E is of
/// another form. Numbers that wrap keep their remainder by powers of two only.
const Expr *divisible(Context &Ctx, const Expr *E) {
  if ((E->op() != Op::Eq && E->op() != Op::Ne) ||
      E->operand(0)->op() != Op::Rem || !E->operand(1)->isInt(0))
    return nullptr;
  const Expr *Rem = E->operand(0), *By = Rem->operand(1);
  if (By->kind() != ExprKind::Int || By->number() <= 1)
    return nullptr;
  SInt128 M = By->number();
  std::optional<Linear> L = linear(Rem->operand(0));
  if (!L || (wraps(Ctx, L->Ty) && (M & (M - 1)) != 0))
    return nullptr;
  L->Constant = modulo(L->Constant, M);
  for (Linear::Part &P : L->Parts)
    P.Factor = modulo(P.Factor, M);
  tidy(*L);
  if (L->Parts.empty())
    return Ctx.boolConst((L->Constant == 0) == (E->op() == Op::Eq));
  return Ctx.binary(E->op(), Ctx.binary(Op::Rem, toExpr(Ctx, *L), By),
                    E->operand(1));
}

/// A comparison of something that is never negative with 0, or null.
const Expr *ofUnsigned(Context &Ctx, const Expr *E) {
  const Expr *A = E->operand(0), *Zero = E->operand(1);
  if (A->type()->isSigned() || !Zero->isInt(0))
    return nullptr;
  switch (E->op()) {
  case Op::Ge:
  case Op::Lt:
    return Ctx.boolConst(E->op() == Op::Ge);
  case Op::Le:
    return Ctx.binary(Op::Eq, A, Zero);
  case Op::Gt:
    return Ctx.binary(Op::Ne, A, Zero);
  default:
    return nullptr;
  }
}

} // namespace

const Expr *linearised(Context &Ctx, const Expr *E) {
  if (!isComparison(E) || !isLinearType(E->operand(0)->type()) ||
      E->operand(0)->type()->isBool())
    return E;
  const Type *T = E->operand(0)->type();
  if (const Expr *Simple = divisible(Ctx, E))
    return Simple;
  if (const Expr *Simple = ofUnsigned(Ctx, E))
    return Simple;
  if (wraps(Ctx, T) && E->op() != Op::Eq && E->op() != Op::Ne)
    return E;
  std::optional<Linear> A = linear(E->operand(0)), B = linear(E->operand(1));
  std::optional<Linear> D = A && B ? add(*A, -1, *B) : std::nullopt;
  if (!D || !isWithin(*D))
    return E;
  const Expr *Only = D->Parts.size() == 1 ? D->Parts[0].Of : nullptr;
  if (Only && Only->op() == Op::Mul && D->Constant == 0 && !wraps(Ctx, T))
    return ofProduct(Ctx, D->Parts[0].Factor < 0 ? mirrored(E->op()) : E->op(),
                     Only->operand(0), Only->operand(1));
  return compareToZero(Ctx, E->op(), *D);
}

namespace {

/// The sum \p E in a common form.
const Expr *tidySum(Context &Ctx, const Expr *E) {
  if (E->op() != Op::Add && E->op() != Op::Sub && E->op() != Op::Mul)
    return E;
  std::optional<Linear> L = linear(E);
  return L && isWithin(*L) && isPlain(*L) ? toExpr(Ctx, *L) : E;
}

/// Whether operand \p I of \p E is computed with and not compared.
bool isInnerSum(const Expr *E, unsigned I) {
  switch (E->kind()) {
  case ExprKind::Index:
    return I == 1;
  case ExprKind::Cast:
    return true;
  default:
    return E->op() == Op::Mul || (E->op() == Op::PtrAdd && I == 1);
  }
}

} // namespace

const Expr *linearisedAll(Context &Ctx, const Expr *Term) {
  std::vector<const Expr *> Operands;
  return rewrite(Ctx, Term, [&](const Expr *, const Expr *New) {
    Operands.clear();
    bool IsChanged = false;
    for (unsigned I = 0; I < New->numOperands(); ++I) {
      const Expr *Old = New->operand(I);
      Operands.push_back(isInnerSum(New, I) ? tidySum(Ctx, Old) : Old);
      IsChanged |= Operands.back() != Old;
    }
    return linearised(Ctx, IsChanged ? withOperands(Ctx, New, Operands) : New);
  });
}

} // namespace predabs
