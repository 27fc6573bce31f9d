#include "predicates/discovery/Sums.h"

#include "predicates/ir/Comparisons.h"

#include <algorithm>
#include <utility>

namespace predabs::horn {

using namespace ir;
using Kind = LinearAtom::Kind;

namespace {

/// Larger ones are an accident of the search.
constexpr SInt128 MaxNumber = SInt128(1) << 62;
constexpr SInt128 MaxDivisor = SInt128(1) << 30;

SInt128 magnitude(SInt128 A) { return A < 0 ? -A : A; }

SInt128 floorDiv(SInt128 A, SInt128 B) { return A / B - (A % B < 0 ? 1 : 0); }

/// The rest of \p A divided by \p B > 0, not negative.
SInt128 modulo(SInt128 A, SInt128 B) { return ((A % B) + B) % B; }

SInt128 commonFactor(const Linear &L) {
  SInt128 Common = 0;
  for (const auto &[E, F] : L.Factors)
    for (SInt128 X = magnitude(F); X;) {
      SInt128 Rest = Common % X;
      Common = X;
      X = Rest;
    }
  return Common;
}

} // namespace

void Linear::add(const Expr *Term, SInt128 Times) {
  if ((Factors[Term] += Times) == 0)
    Factors.erase(Term);
}

void Linear::add(const Linear &O, SInt128 Times) {
  for (const auto &[E, F] : O.Factors)
    add(E, F * Times);
  Constant += O.Constant * Times;
}

Linear Linear::negated() const {
  Linear Result;
  Result.add(*this, -1);
  return Result;
}

bool Linear::isLarge() const {
  return magnitude(Constant) > MaxNumber ||
         std::any_of(Factors.begin(), Factors.end(), [](const auto &T) {
           return magnitude(T.second) > MaxNumber;
         });
}

LinearAtom LinearAtom::opposite() const {
  LinearAtom Result = {Kind::AtMostZero, Sum.negated()};
  Result.Sum.Constant += 1;
  return Result;
}

std::optional<LinearAtom> LinearAtom::reduced() const {
  if (Sum.Factors.empty())
    return std::nullopt;
  LinearAtom Result = *this;
  SInt128 By = commonFactor(Sum);
  if (What == Kind::Zero && Sum.Constant % By != 0)
    return std::nullopt;
  // Rounded so that the same numbers satisfy it.
  Result.Sum.Constant = -floorDiv(-Sum.Constant, By);
  for (auto &[E, F] : Result.Sum.Factors)
    F /= By;
  if (What == Kind::Zero && Result.Sum.Factors.begin()->second < 0)
    Result.Sum = Result.Sum.negated();
  return Result;
}

/// One side of a comparison.
struct Spelling::Side {
  std::vector<std::pair<const Expr *, SInt128>> Terms;
  SInt128 Constant = 0;
};

/// Takes integer expressions apart into sums.
class Spelling::Summands {
public:
  Summands(Spelling &How, Linear &To) : How(How), To(To) {}

  /// False: some number is too large.
  bool add(const Expr *Root, SInt128 Times) {
    Open = {{Root, Times}};
    while (!Open.empty()) {
      auto [E, F] = Open.back();
      Open.pop_back();
      if (magnitude(F) > MaxNumber)
        return false;
      if (!split(E, F))
        To.add(E, F);
    }
    return !To.isLarge();
  }

private:
  bool split(const Expr *E, SInt128 F) {
    switch (E->kind()) {
    case ExprKind::Int:
      if (magnitude(E->number()) > MaxNumber)
        return false;
      To.Constant += F * E->number();
      return true;
    case ExprKind::Cast:
      return splitCast(E, F);
    case ExprKind::Binary:
      return splitBinary(E, F);
    default:
      return false;
    }
  }

  bool splitBinary(const Expr *E, SInt128 F) {
    const Expr *A = E->operand(0), *B = E->operand(1);
    switch (E->op()) {
    case Op::Add:
    case Op::Sub:
      Open.push_back({A, F});
      Open.push_back({B, E->op() == Op::Add ? F : -F});
      return true;
    case Op::Mul:
      if (A->kind() != ExprKind::Int)
        std::swap(A, B);
      if (A->kind() != ExprKind::Int || magnitude(A->number()) > UINT32_MAX)
        return false;
      Open.push_back({B, F * A->number()});
      return true;
    case Op::Rem:
      return splitRemainder(A, B, F);
    default:
      return false;
    }
  }

  bool splitRemainder(const Expr *A, const Expr *B, SInt128 F) {
    // Sums in remainders of sums are not looked at.
    if (IsInside || B->kind() != ExprKind::Int || B->number() <= 0 ||
        B->number() > MaxDivisor)
      return false;
    Linear Inner;
    Summands Parts(How, Inner);
    Parts.IsInside = true;
    if (!Parts.add(A, 1))
      return false;
    if (Inner.Factors.empty()) {
      To.Constant += F * (Inner.Constant % B->number());
      return true;
    }
    const Expr *E = How.remainder(Inner, B->number());
    if (E)
      To.add(E, F);
    return E != nullptr;
  }

  /// One that keeps the value.
  bool splitCast(const Expr *E, SInt128 F) {
    const Type *From = E->operand(0)->type(), *Into = E->type();
    if (!From->isInt() || !Into->isInt() || Into->isBool())
      return false;
    bool Keeps = From->isSigned()
                     ? Into->isSigned() && From->width() <= Into->width()
                     : From->width() < Into->width();
    // Nor does one that only says how to compute a sum.
    bool IsSame = From->width() == Into->width();
    if (Keeps || IsSame)
      Open.push_back({E->operand(0), F});
    return Keeps || IsSame;
  }

  Spelling &How;
  Linear &To;
  bool IsInside = false;
  std::vector<std::pair<const Expr *, SInt128>> Open;
};

std::optional<LinearAtom> Spelling::atomOf(const Expr *E) {
  if (!isComparison(E) || !E->operand(0)->type()->isInt())
    return std::nullopt;
  const Expr *L = E->operand(0), *R = E->operand(1);
  Op O = E->op();
  if (O == Op::Ge || O == Op::Gt) {
    std::swap(L, R);
    O = mirrored(O);
  }
  LinearAtom A;
  Summands S(*this, A.Sum);
  if (!S.add(L, 1) || !S.add(R, -1))
    return std::nullopt;
  A.What = O == Op::Eq || O == Op::Ne ? Kind::Zero : Kind::AtMostZero;
  if (O == Op::Lt)
    A.Sum.Constant += 1;
  return A;
}

const Expr *Spelling::remainder(const Linear &L, SInt128 By) {
  Side Sum;
  Linear Left;
  for (const auto &[E, F] : L.Factors)
    if (SInt128 Factor = modulo(F, By)) {
      Sum.Terms.push_back({E, Factor});
      Left.Factors[E] = Factor;
    }
  Sum.Constant = Left.Constant = modulo(L.Constant, By);
  if (By > MaxDivisor || Left.Factors.empty() ||
      std::any_of(Sum.Terms.begin(), Sum.Terms.end(),
                  [](const auto &T) { return !T.first->type()->isInt(); }))
    return nullptr;
  const Type *T = commonType(Left);
  return T ? Ctx.binary(Op::Rem, makeSide(Sum, T), Ctx.intConst(T, UInt128(By)))
           : nullptr;
}

/// What \p A times gives 1 modulo \p By, or 0.
static SInt128 inverse(SInt128 A, SInt128 By) {
  SInt128 R0 = By, R1 = modulo(A, By), X0 = 0, X1 = 1;
  while (R1) {
    SInt128 Q = R0 / R1;
    R0 = std::exchange(R1, R0 - Q * R1);
    X0 = std::exchange(X1, X0 - Q * X1);
  }
  return R0 == 1 ? modulo(X0, By) : 0;
}

/// That \p Remainder, of a sum, is 0: `(3 * x + 1) % 4` is 0 where `x % 4`
/// is 1.
std::optional<LinearAtom> Spelling::divisibility(const Expr *Remainder) {
  SInt128 By = Remainder->operand(1)->number();
  Linear Sum;
  if (!Summands(*this, Sum).add(Remainder->operand(0), 1) ||
      Sum.Factors.empty())
    return std::nullopt;
  LinearAtom Result = {Kind::Zero, {}};
  Linear Scaled = Sum;
  if (SInt128 Factor = inverse(Sum.Factors.begin()->second, By)) {
    Scaled = {};
    Scaled.add(Sum, Factor);
  }
  SInt128 Rest = modulo(-Scaled.Constant, By);
  bool IsOne = Scaled.Factors.size() == 1;
  if (IsOne)
    Scaled.Constant = 0;
  const Expr *E = remainder(Scaled, By);
  if (!E)
    return std::nullopt;
  Result.Sum.Factors[E] = 1;
  // That it is 1 modulo 2 is that it is not 0.
  Result.Sum.Constant = IsOne && By != 2 ? -Rest : 0;
  return Result;
}

std::optional<LinearAtom> Spelling::reduced(const LinearAtom &A) {
  std::optional<LinearAtom> Result = A.reduced();
  if (!Result || Result->Sum.Factors.size() != 1)
    return Result;
  auto [E, F] = *Result->Sum.Factors.begin();
  SInt128 K = Result->Sum.Constant;
  // At most 0, at least 1, or 0.
  bool IsOfZero = Result->What == Kind::Zero ? K == 0 : F > 0 ? K == 0 : K == 1;
  if (!IsOfZero || E->kind() != ExprKind::Binary || E->op() != Op::Rem ||
      E->operand(1)->kind() != ExprKind::Int || E->operand(1)->number() <= 0)
    return Result;
  std::optional<LinearAtom> Divides = divisibility(E);
  return Divides ? Divides : Result;
}

Spelling::Key Spelling::keyOf(const LinearAtom &Reduced) {
  LinearAtom A = Reduced;
  if (A.Sum.Factors.begin()->second < 0)
    A = A.opposite();
  Key Result;
  for (const auto &[E, F] : A.Sum.Factors)
    Result.push_back({E->id(), F});
  Result.push_back({UINT32_MAX - uint32_t(A.What), A.Sum.Constant});
  return Result;
}

void Spelling::learn(const Expr *E) {
  std::optional<LinearAtom> A = atomOf(E);
  if (A)
    A = reduced(*A);
  if (A)
    Learnt.try_emplace(keyOf(*A), E);
}

const Expr *Spelling::write(const LinearAtom &A) {
  std::optional<LinearAtom> Reduced = reduced(A);
  if (!Reduced)
    return nullptr;
  auto Known = Learnt.find(keyOf(*Reduced));
  return Known != Learnt.end() ? Known->second : make(*Reduced);
}

const Expr *Spelling::make(const LinearAtom &A) {
  if (std::any_of(A.Sum.Factors.begin(), A.Sum.Factors.end(),
                  [](const auto &T) { return T.first->type()->isPointer(); }))
    return makePointers(A);
  return A.Sum.Factors.size() == 1 ? makeOne(A) : makeSides(A);
}

static bool isTrivial(const Type *T, Op O, SInt128 Bound) {
  SInt128 Min = T->isSigned() ? -(SInt128(1) << (T->width() - 1)) : 0;
  SInt128 Max = (SInt128(1) << (T->width() - (T->isSigned() ? 1 : 0))) - 1;
  if (Bound < Min || Bound > Max)
    return true;
  return (O == Op::Le && Bound == Max) || (O == Op::Ge && Bound == Min);
}

/// `x <= 3`, where the factor is 1 or -1.
const Expr *Spelling::makeOne(const LinearAtom &A) {
  auto [E, F] = *A.Sum.Factors.begin();
  SInt128 Bound = F > 0 ? -A.Sum.Constant : A.Sum.Constant;
  Op O = A.What == Kind::Zero ? Op::Eq : F > 0 ? Op::Le : Op::Ge;
  if (E->type()->width() > 64 || isTrivial(E->type(), O, Bound))
    return nullptr;
  if (E->type()->isBool())
    return E; // of the two values any comparison tells which it is
  if ((O == Op::Le && Bound == -1) || (O == Op::Ge && Bound == 1)) {
    O = O == Op::Le ? Op::Lt : Op::Gt;
    Bound = 0;
  }
  return Ctx.binary(O, E, Ctx.intConst(E->type(), UInt128(Bound)));
}

const Expr *Spelling::makeSides(const LinearAtom &A) {
  const Type *T = commonType(A.Sum);
  if (!T)
    return nullptr;
  Side Left, Right;
  for (const auto &[E, F] : A.Sum.Factors)
    (F > 0 ? Left : Right).Terms.push_back({E, magnitude(F)});
  Op O = A.What == Kind::Zero ? Op::Eq : Op::Le;
  SInt128 K = -A.Sum.Constant; // Left - Right <= K
  if (Left.Terms.empty()) {
    std::swap(Left, Right);
    O = mirrored(O);
    K = -K;
  }
  if (O == Op::Le && K == -1 && !Right.Terms.empty()) {
    O = Op::Lt;
    K = 0;
  }
  // An unsigned difference would wrap.
  bool GoesLeft = K < 0 && !T->isSigned() && !Right.Terms.empty();
  (GoesLeft ? Left : Right).Constant = GoesLeft ? -K : K;
  return Ctx.binary(O, makeSide(Left, T), makeSide(Right, T));
}

/// A type with room for all terms, or almost; null: there is none.
const Type *Spelling::commonType(const Linear &L) {
  const Type *First = L.Factors.begin()->first->type();
  bool AllSame = true;
  unsigned Width = 32;
  SInt128 Largest = magnitude(L.Constant);
  for (const auto &[E, F] : L.Factors) {
    const Type *T = E->type();
    AllSame &= T == First;
    Width = std::max(Width, T->width() + (T->isSigned() ? 0 : 1));
    Largest = std::max(Largest, magnitude(F));
  }
  if (AllSame && First->width() >= 32 && First->width() <= 64 &&
      Largest < (SInt128(1) << (First->width() - 1)))
    return First;
  if (Largest >= (SInt128(1) << 31))
    Width = 64;
  if (Width > 65)
    return nullptr;
  return Ctx.intType(Width > 32 ? 64 : 32, true);
}

const Expr *Spelling::makeSide(const Side &S, const Type *T) {
  const Expr *Sum = nullptr;
  for (const auto &[E, F] : S.Terms) {
    const Expr *Term = Ctx.cast(T, E);
    if (F != 1)
      Term = Ctx.binary(Op::Mul, Ctx.intConst(T, UInt128(F)), Term);
    Sum = Sum ? Ctx.binary(Op::Add, Sum, Term) : Term;
  }
  if (!Sum)
    return Ctx.intConst(T, UInt128(S.Constant));
  if (S.Constant == 0)
    return Sum;
  Op O = S.Constant > 0 ? Op::Add : Op::Sub;
  return Ctx.binary(O, Sum, Ctx.intConst(T, UInt128(magnitude(S.Constant))));
}

/// Of one pointer, or two whose difference matters.
const Expr *Spelling::makePointers(const LinearAtom &A) {
  const Expr *Plus = nullptr, *Minus = nullptr;
  Linear Rest;
  Rest.Constant = A.Sum.Constant;
  for (const auto &[E, F] : A.Sum.Factors) {
    if (!E->type()->isPointer())
      Rest.Factors[E] = F;
    else if (F == 1 && !Plus)
      Plus = E;
    else if (F == -1 && !Minus)
      Minus = E;
    else
      return nullptr;
  }
  Op O = A.What == Kind::Zero ? Op::Eq : Op::Le;
  if (Plus && Minus)
    return makeDifference(O, Plus, Minus, Rest);
  return Rest.Factors.empty() ? makeNull(A, Plus ? Plus : Minus) : nullptr;
}

/// Whether a pointer is null is all that its number says.
const Expr *Spelling::makeNull(const LinearAtom &A, const Expr *P) {
  if (magnitude(A.Sum.Constant) > 1 || P->kind() == ExprKind::AddrOf)
    return nullptr;
  return Ctx.binary(Op::Eq, P, Ctx.null(P->type()));
}

/// `Plus + Rest O Minus`.
const Expr *Spelling::makeDifference(Op O, const Expr *Plus, const Expr *Minus,
                                     const Linear &Rest) {
  const Type *T = Plus->type();
  SInt128 Size = SInt128(std::max<uint64_t>(T->inner()->size(), 1));
  Minus = Ctx.cast(T, Minus);
  if (Rest.Factors.empty() && magnitude(Rest.Constant) < Size) {
    // Elements do not overlap.
    if (Rest.Constant != 0 && O == Op::Eq)
      return nullptr;
    return Ctx.binary(Rest.Constant > 0 ? Op::Lt : O, Plus, Minus);
  }
  Side Count;
  Count.Constant = -floorDiv(-Rest.Constant, Size);
  for (const auto &[E, F] : Rest.Factors) {
    if (F % Size != 0)
      return nullptr;
    Count.Terms.push_back({E, F / Size});
  }
  bool IsOne = Count.Terms.size() == 1 && Count.Constant == 0 &&
               Count.Terms[0].second == 1;
  bool IsShort = Count.Terms.empty() && magnitude(Count.Constant) < INT32_MAX;
  const Expr *Index =
      IsOne ? Count.Terms[0].first
            : makeSide(Count, IsShort ? Ctx.intType(32, true) : Ctx.diffType());
  return Ctx.binary(O, Ctx.binary(Op::PtrAdd, Plus, Index), Minus);
}

} // namespace predabs::horn
