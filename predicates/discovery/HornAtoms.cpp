#include "predicates/discovery/HornAtoms.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace predabs::horn {

using namespace ir;
using prover::HornNode;
using prover::HornOp;
using prover::HornSystem;
using prover::HornTerm;

namespace {

constexpr size_t MaxAtomSize = 40;
constexpr unsigned MaxDepth = 100;
/// Larger factors are an accident of the search.
constexpr SInt128 MaxNumber = SInt128(1) << 62;

struct ById {
  bool operator()(const Expr *A, const Expr *B) const {
    return A->id() < B->id();
  }
};

/// Sum of Factor * Term, and a constant.
struct Linear {
  std::map<const Expr *, SInt128, ById> Factors;
  SInt128 Constant = 0;

  void add(const Linear &O, SInt128 Times) {
    for (const auto &[E, F] : O.Factors)
      if ((Factors[E] += F * Times) == 0)
        Factors.erase(E);
    Constant += O.Constant * Times;
  }
  bool operator==(const Linear &) const = default;
};

Linear negated(const Linear &L) {
  Linear Result;
  Result.add(L, -1);
  return Result;
}

SInt128 magnitude(SInt128 A) { return A < 0 ? -A : A; }

SInt128 floorDiv(SInt128 A, SInt128 B) { return A / B - (A % B < 0 ? 1 : 0); }

/// `Sum <= 0`, or `== 0`.
struct LinearAtom {
  Op Comparison = Op::Le;
  Linear Sum;

  bool operator==(const LinearAtom &) const = default;
};

/// One side of a comparison in the making.
struct Side {
  std::vector<std::pair<const Expr *, SInt128>> Terms;
  SInt128 Constant = 0;
};

class Writer {
public:
  explicit Writer(Context &Ctx) : Ctx(Ctx) {}

  /// Null where it cannot be said, or always holds.
  const Expr *write(LinearAtom A) {
    if (A.Sum.Factors.empty() || !divide(A))
      return nullptr;
    // Of two opposites the one whose first factor is positive.
    if (A.Comparison == Op::Eq && A.Sum.Factors.begin()->second < 0)
      A.Sum = negated(A.Sum);
    if (std::any_of(A.Sum.Factors.begin(), A.Sum.Factors.end(),
                    [](const auto &T) { return T.first->type()->isPointer(); }))
      return writePointers(A);
    if (A.Sum.Factors.size() == 1)
      return writeOne(A);
    return writeSides(A);
  }

private:
  /// By the common factor. False: it is decided.
  static bool divide(LinearAtom &A) {
    SInt128 By = 0;
    for (const auto &[E, F] : A.Sum.Factors) {
      SInt128 X = magnitude(F);
      while (X) {
        SInt128 Rest = By % X;
        By = X;
        X = Rest;
      }
    }
    // Rounded so that the same numbers satisfy it.
    if (A.Comparison == Op::Eq && A.Sum.Constant % By != 0)
      return false;
    A.Sum.Constant = -floorDiv(-A.Sum.Constant, By);
    for (auto &[E, F] : A.Sum.Factors)
      F /= By;
    return true;
  }

  static bool isTrivial(const Type *T, Op O, SInt128 Bound) {
    SInt128 Min = T->isSigned() ? -(SInt128(1) << (T->width() - 1)) : 0;
    SInt128 Max = (SInt128(1) << (T->width() - (T->isSigned() ? 1 : 0))) - 1;
    if (Bound < Min || Bound > Max)
      return true;
    return (O == Op::Le && Bound == Max) || (O == Op::Ge && Bound == Min);
  }

  /// `x <= 3`, where the factor is 1 or -1.
  const Expr *writeOne(const LinearAtom &A) {
    auto [E, F] = *A.Sum.Factors.begin();
    SInt128 Bound = F > 0 ? -A.Sum.Constant : A.Sum.Constant;
    Op O = A.Comparison == Op::Eq ? Op::Eq : F > 0 ? Op::Le : Op::Ge;
    if (E->type()->width() > 64 || isTrivial(E->type(), O, Bound))
      return nullptr;
    if (E->type()->isBool())
      return E; // of the two values any comparison tells which it is
    return Ctx.binary(O, E, Ctx.intConst(E->type(), UInt128(Bound)));
  }

  const Expr *writeSides(const LinearAtom &A) {
    const Type *T = commonType(A.Sum);
    Side Left, Right;
    for (const auto &[E, F] : A.Sum.Factors)
      (F > 0 ? Left : Right).Terms.push_back({E, magnitude(F)});
    Op O = A.Comparison;
    SInt128 K = -A.Sum.Constant; // Left - Right <= K
    if (Left.Terms.empty()) {
      std::swap(Left, Right);
      O = mirrored(O);
      K = -K;
    }
    if (!T)
      return nullptr;
    if (O == Op::Le && K == -1 && !Right.Terms.empty()) {
      O = Op::Lt;
      K = 0;
    }
    // An unsigned difference would wrap.
    bool GoesLeft = K < 0 && !T->isSigned() && !Right.Terms.empty();
    (GoesLeft ? Left : Right).Constant = GoesLeft ? -K : K;
    const Expr *L = writeSide(Left, T), *R = writeSide(Right, T);
    return L && R ? Ctx.binary(O, L, R) : nullptr;
  }

  /// A type with room for all terms, or almost; null: there is none.
  const Type *commonType(const Linear &L) {
    const Type *First = L.Factors.begin()->first->type();
    bool AllSame = true;
    unsigned Width = 32;
    SInt128 Largest = magnitude(L.Constant);
    for (const auto &[E, F] : L.Factors) {
      AllSame &= E->type() == First;
      Width =
          std::max(Width, E->type()->width() + (E->type()->isSigned() ? 0 : 1));
      Largest = std::max(Largest, magnitude(F));
    }
    if (AllSame && First->width() >= 32 &&
        Largest < (SInt128(1) << (First->width() - 1)))
      return First;
    if (Largest >= (SInt128(1) << 31))
      Width = 64;
    if (Width > 65)
      return nullptr;
    return Ctx.intType(Width > 32 ? 64 : 32, true);
  }

  const Expr *writeSide(const Side &S, const Type *T) {
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
  const Expr *writePointers(const LinearAtom &A) {
    const Expr *Plus = nullptr, *Minus = nullptr;
    Linear Rest;
    Rest.Constant = A.Sum.Constant;
    for (const auto &[E, F] : A.Sum.Factors) {
      bool IsPointer = E->type()->isPointer();
      if (!IsPointer)
        Rest.Factors[E] = F;
      else if (F == 1 && !Plus)
        Plus = E;
      else if (F == -1 && !Minus)
        Minus = E;
      else
        return nullptr;
    }
    if (Plus && Minus)
      return writeDifference(A.Comparison, Plus, Minus, Rest);
    return Rest.Factors.empty() ? writeNull(A, Plus ? Plus : Minus) : nullptr;
  }

  /// Whether a pointer is null is all that its number says.
  const Expr *writeNull(const LinearAtom &A, const Expr *P) {
    SInt128 K = magnitude(A.Sum.Constant);
    if (K > 1 || P->kind() == ExprKind::AddrOf)
      return nullptr;
    return Ctx.binary(Op::Eq, P, Ctx.null(P->type()));
  }

  /// `Plus + Rest O Minus`.
  const Expr *writeDifference(Op O, const Expr *Plus, const Expr *Minus,
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
    const Expr *Index = writeSide(Count, Ctx.diffType());
    return Index ? Ctx.binary(O, Ctx.binary(Op::PtrAdd, Plus, Index), Minus)
                 : nullptr;
  }

  Context &Ctx;
};

class Collector {
public:
  Collector(const HornSystem &S, const std::vector<const Expr *> &Meaning,
            Context &Ctx)
      : S(S), Meaning(Meaning), Ctx(Ctx) {}

  std::vector<const Expr *> run(HornTerm Condition) {
    std::vector<LinearAtom> Facts = conjuncts(Condition);
    std::vector<HornTerm> Open = {Condition};
    std::set<HornTerm> Seen;
    while (!Open.empty()) {
      HornTerm T = Open.back();
      Open.pop_back();
      if (!Seen.insert(T).second)
        continue;
      if (isComparison(T)) {
        if (std::optional<LinearAtom> A = atomOf(T))
          take(*A, Facts);
        continue;
      }
      const std::vector<HornTerm> &Ops = S[T].Operands;
      Open.insert(Open.end(), Ops.rbegin(), Ops.rend());
    }
    return std::move(Found);
  }

private:
  bool isComparison(HornTerm T) const {
    return S[T].What == HornOp::Equal || S[T].What == HornOp::LessEqual;
  }

  /// Those that must hold.
  std::vector<LinearAtom> conjuncts(HornTerm Condition) {
    std::vector<HornTerm> Parts = {Condition};
    if (S[Condition].What == HornOp::And)
      Parts = S[Condition].Operands;
    std::vector<LinearAtom> Result;
    for (HornTerm T : Parts)
      if (std::optional<LinearAtom> A = literalOf(T))
        Result.push_back(*A);
    return Result;
  }

  std::optional<LinearAtom> literalOf(HornTerm T) {
    if (isComparison(T))
      return atomOf(T);
    if (S[T].What != HornOp::Not ||
        S[S[T].Operands[0]].What != HornOp::LessEqual)
      return std::nullopt;
    std::optional<LinearAtom> A = atomOf(S[T].Operands[0]);
    if (A) { // !(L <= 0) is -L + 1 <= 0
      A->Sum = negated(A->Sum);
      A->Sum.Constant += 1;
    }
    return A;
  }

  void take(LinearAtom A, const std::vector<LinearAtom> &Facts) {
    auto IsFact = [&](const LinearAtom &B) {
      return std::find(Facts.begin(), Facts.end(), B) != Facts.end();
    };
    // The comparison may be there as its opposite.
    LinearAtom Not = {Op::Le, negated(A.Sum)};
    Not.Sum.Constant += 1;
    for (const LinearAtom &B : {A, Not})
      if (A.Comparison == Op::Le && IsFact(B) &&
          IsFact({Op::Le, negated(B.Sum)}))
        A = {Op::Eq, B.Sum};
    const Expr *E = Writer(Ctx).write(A);
    if (!E || E->isConstant() || termsOf(E).size() > MaxAtomSize)
      return;
    if (std::find(Found.begin(), Found.end(), E) == Found.end())
      Found.push_back(E);
  }

  std::optional<LinearAtom> atomOf(HornTerm T) {
    const HornNode &N = S[T];
    std::optional<Linear> A = linear(N.Operands[0], 0);
    std::optional<Linear> B = linear(N.Operands[1], 0);
    if (!A || !B)
      return std::nullopt;
    A->add(*B, -1);
    return LinearAtom{N.What == HornOp::Equal ? Op::Eq : Op::Le, std::move(*A)};
  }

  static bool isLarge(const Linear &L) {
    return magnitude(L.Constant) > MaxNumber ||
           std::any_of(L.Factors.begin(), L.Factors.end(), [](const auto &T) {
             return magnitude(T.second) > MaxNumber;
           });
  }

  std::optional<Linear> linear(HornTerm T, unsigned Depth) {
    const HornNode &N = S[T];
    Linear Result;
    if (Depth > MaxDepth)
      return std::nullopt;
    switch (N.What) {
    case HornOp::Number:
      Result.Constant = N.Value;
      break;
    case HornOp::Variable:
      if (!Meaning[size_t(N.Value)])
        return std::nullopt;
      Result.Factors[Meaning[size_t(N.Value)]] = 1;
      break;
    case HornOp::Add:
      for (HornTerm Op : N.Operands) {
        std::optional<Linear> Part = linear(Op, Depth + 1);
        if (!Part)
          return std::nullopt;
        Result.add(*Part, 1);
      }
      break;
    case HornOp::Mul:
      return product(N, Depth);
    case HornOp::Mod:
      return remainder(N, Depth);
    default:
      return std::nullopt;
    }
    return isLarge(Result) ? std::nullopt : std::optional(std::move(Result));
  }

  std::optional<Linear> product(const HornNode &N, unsigned Depth) {
    std::optional<Linear> A = linear(N.Operands[0], Depth + 1);
    std::optional<Linear> B = linear(N.Operands[1], Depth + 1);
    if (!A || !B || (!A->Factors.empty() && !B->Factors.empty()))
      return std::nullopt;
    if (!A->Factors.empty())
      std::swap(A, B);
    Linear Result;
    Result.add(*B, A->Constant);
    return isLarge(Result) ? std::nullopt : std::optional(std::move(Result));
  }

  /// `(a + b) % k`, as one term.
  std::optional<Linear> remainder(const HornNode &N, unsigned Depth) {
    std::optional<Linear> A = linear(N.Operands[0], Depth + 1);
    std::optional<SInt128> By = S.asNumber(N.Operands[1]);
    if (!A || !By || A->Factors.empty())
      return std::nullopt;
    // Written as a comparison with zero, to be taken apart again.
    const Expr *Sum = sumOf(*A, *By);
    if (!Sum)
      return std::nullopt;
    Linear Result;
    const Expr *K = Ctx.intConst(Sum->type(), UInt128(*By));
    Result.Factors[Ctx.binary(Op::Rem, Sum, K)] = 1;
    return Result;
  }

  const Expr *sumOf(const Linear &L, SInt128 By) {
    const Expr *Sum = nullptr;
    const Type *T = L.Factors.begin()->first->type();
    for (const auto &[E, F] : L.Factors) {
      if (E->type() != T || !T->isInt() || T->isBool() ||
          By >= (SInt128(1) << (T->width() - 1)))
        return nullptr;
      // Modulo By all factors can be positive.
      SInt128 Factor = F - floorDiv(F, By) * By;
      if (Factor == 0)
        continue;
      const Expr *Term = E;
      if (Factor != 1)
        Term = Ctx.binary(Op::Mul, Ctx.intConst(T, UInt128(Factor)), E);
      Sum = Sum ? Ctx.binary(Op::Add, Sum, Term) : Term;
    }
    SInt128 K = L.Constant - floorDiv(L.Constant, By) * By;
    if (Sum && K)
      Sum = Ctx.binary(Op::Add, Sum, Ctx.intConst(T, UInt128(K)));
    return Sum;
  }

  const HornSystem &S;
  const std::vector<const Expr *> &Meaning;
  Context &Ctx;
  std::vector<const Expr *> Found;
};

/// An integer expression as a sum; wraps are not looked at.
class Summands {
public:
  /// False: some number is too large.
  static bool add(const Expr *Root, SInt128 Times, Linear &To) {
    std::vector<std::pair<const Expr *, SInt128>> Open = {{Root, Times}};
    while (!Open.empty()) {
      auto [E, F] = Open.back();
      Open.pop_back();
      if (magnitude(F) > MaxNumber)
        return false;
      if (!split(E, F, Open, To)) {
        Linear One;
        One.Factors[E] = 1;
        To.add(One, F);
      }
    }
    return magnitude(To.Constant) <= MaxNumber;
  }

private:
  static bool split(const Expr *E, SInt128 F,
                    std::vector<std::pair<const Expr *, SInt128>> &Open,
                    Linear &To) {
    if (E->kind() == ExprKind::Int) {
      if (magnitude(E->number()) > MaxNumber)
        return false;
      To.Constant += F * E->number();
      return true;
    }
    if (E->kind() == ExprKind::Cast)
      return splitCast(E, F, Open);
    if (E->kind() != ExprKind::Binary)
      return false;
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
    default:
      return false;
    }
  }

  /// One that keeps the value.
  static bool splitCast(const Expr *E, SInt128 F,
                        std::vector<std::pair<const Expr *, SInt128>> &Open) {
    const Type *From = E->operand(0)->type(), *To = E->type();
    if (!From->isInt() || !To->isInt() || To->isBool())
      return false;
    bool Keeps = From->isSigned()
                     ? To->isSigned() && From->width() <= To->width()
                     : From->width() < To->width();
    if (Keeps)
      Open.push_back({E->operand(0), F});
    return Keeps;
  }
};

/// The comparison \p E as a sum.
std::optional<LinearAtom> linearAtom(const Expr *E) {
  if (!isComparison(E) || !E->operand(0)->type()->isInt())
    return std::nullopt;
  LinearAtom A;
  const Expr *L = E->operand(0), *R = E->operand(1);
  Op O = E->op();
  if (O == Op::Ge || O == Op::Gt) {
    std::swap(L, R);
    O = mirrored(O);
  }
  if (!Summands::add(L, 1, A.Sum) || !Summands::add(R, -1, A.Sum))
    return std::nullopt;
  A.Comparison = O == Op::Eq || O == Op::Ne ? Op::Eq : Op::Le;
  if (O == Op::Lt)
    A.Sum.Constant += 1;
  return A;
}

bool isJunction(const Expr *E) {
  if (E->kind() == ExprKind::Binary)
    return E->op() == Op::LAnd || E->op() == Op::LOr ||
           (isComparison(E) && E->operand(0)->type()->isBool());
  return (E->kind() == ExprKind::Unary && E->op() == Op::Not) ||
         (E->kind() == ExprKind::Cond && E->type()->isBool());
}

} // namespace

std::vector<const Expr *> atomsOf(const Expr *Root, Context &Ctx) {
  std::vector<const Expr *> Open = {simplify(Ctx, Root)}, Found;
  std::set<const Expr *> Seen;
  while (!Open.empty()) {
    const Expr *E = Open.back();
    Open.pop_back();
    if (!Seen.insert(E).second || E->isConstant())
      continue;
    if (isJunction(E)) {
      for (unsigned I = E->numOperands(); I-- > 0;)
        Open.push_back(E->operand(I));
      continue;
    }
    if (std::optional<LinearAtom> A = linearAtom(E)) {
      E = Writer(Ctx).write(*A);
      if (E && isJunction(E)) {
        Open.push_back(E);
        continue;
      }
    }
    if (E && !E->isConstant() && termsOf(E).size() <= MaxAtomSize &&
        std::find(Found.begin(), Found.end(), E) == Found.end())
      Found.push_back(E);
  }
  return Found;
}

std::vector<const Expr *> atomsOf(const HornSystem &S, HornTerm Condition,
                                  const std::vector<const Expr *> &Meaning,
                                  Context &Ctx) {
  return Collector(S, Meaning, Ctx).run(Condition);
}

} // namespace predabs::horn
