#include "predicates/abstraction/Simplify.h"

#include "predicates/ir/Module.h"
#include "predicates/ir/Terms.h"

#include <optional>

namespace predabs {

using namespace ir;

namespace {

bool isCompare(Op O) { return O >= Op::Eq && O <= Op::Ge; }

/// `a O b` is the opposite of `a opposite(O) b`.
Op opposite(Op O) {
  switch (O) {
  case Op::Eq:
    return Op::Ne;
  case Op::Ne:
    return Op::Eq;
  case Op::Lt:
    return Op::Ge;
  case Op::Le:
    return Op::Gt;
  case Op::Gt:
    return Op::Le;
  default:
    return Op::Lt;
  }
}

/// `a O b` is `b mirrored(O) a`.
Op mirrored(Op O) {
  switch (O) {
  case Op::Lt:
    return Op::Gt;
  case Op::Le:
    return Op::Ge;
  case Op::Gt:
    return Op::Lt;
  case Op::Ge:
    return Op::Le;
  default:
    return O;
  }
}

bool holdsOfEquals(Op O) { return O == Op::Eq || O == Op::Le || O == Op::Ge; }

bool isSum(const Expr *E) {
  return E->kind() == ExprKind::Binary &&
         (E->op() == Op::Add || E->op() == Op::Sub);
}

bool isConst(const Expr *E) { return E->kind() == ExprKind::Int; }

class Simplifier {
public:
  explicit Simplifier(Context &Ctx) : Ctx(Ctx) {}

  const Expr *operator()(const Expr *E) {
    if (E->kind() == ExprKind::Binary && isCompare(E->op()))
      return comparison(E->op(), E->operand(0), E->operand(1));
    if (E->kind() == ExprKind::Binary &&
        (E->op() == Op::LAnd || E->op() == Op::LOr))
      return junction(E);
    if (E->kind() == ExprKind::Cond && E->type()->isBool())
      return choice(E->operand(0), E->operand(1), E->operand(2));
    if (E->kind() == ExprKind::Unary && E->op() == Op::Not)
      return negation(Ctx, E->operand(0));
    return E;
  }

private:
  const Expr *junction(const Expr *E) {
    const Expr *A = E->operand(0), *B = E->operand(1);
    if (A == B || isConst(B))
      return A == B || B->isInt(E->op() == Op::LAnd) ? A : B;
    if (A == negation(Ctx, B))
      return Ctx.boolConst(E->op() == Op::LOr);
    return E;
  }

  /// `C ? A : B` of bools, as far as a branch is constant.
  const Expr *choice(const Expr *C, const Expr *A, const Expr *B) {
    if (isConst(A))
      return A->isInt(1) ? Ctx.binary(Op::LOr, C, B)
                         : Ctx.binary(Op::LAnd, negation(Ctx, C), B);
    if (isConst(B))
      return B->isInt(1) ? Ctx.binary(Op::LOr, negation(Ctx, C), A)
                         : Ctx.binary(Op::LAnd, C, A);
    return Ctx.cond(C, A, B);
  }

  const Expr *comparison(Op O, const Expr *A, const Expr *B) {
    if (A->type()->isFloat())
      return Ctx.binary(O, A, B);
    if (isConst(A) && !isConst(B))
      return comparison(mirrored(O), B, A);
    if (A == B)
      return Ctx.boolConst(holdsOfEquals(O));
    if (const Expr *E = ofChoice(O, A, B))
      return E;
    if (const Expr *E = ofAddresses(O, A, B))
      return E;
    if (A->type()->isBool())
      return ofBools(O, A, B);
    if (const Expr *E = ofSums(O, A, B))
      return E;
    if (const Expr *E = ofWidened(O, A, B))
      return E;
    return Ctx.binary(O, A, B);
  }

  /// A comparison with `c ? a : b` where it is known for a or for b.
  const Expr *ofChoice(Op O, const Expr *A, const Expr *B) {
    // Nested choices are tried in all combinations: not too many of them.
    if ((A->kind() != ExprKind::Cond && B->kind() != ExprKind::Cond) ||
        ChoiceDepth == MaxChoiceDepth)
      return nullptr;
    ++ChoiceDepth;
    bool Left = A->kind() == ExprKind::Cond;
    const Expr *C = Left ? A : B;
    auto With = [&](const Expr *Branch) {
      return Left ? comparison(O, Branch, B) : comparison(O, A, Branch);
    };
    const Expr *Then = With(C->operand(1)), *Else = With(C->operand(2));
    --ChoiceDepth;
    if (!isConst(Then) && !isConst(Else) && Then != Else)
      return nullptr;
    return Then == Else ? Then : choice(C->operand(0), Then, Else);
  }

  /// Objects have addresses of their own, other than null.
  const Expr *ofAddresses(Op O, const Expr *A, const Expr *B) {
    if (O != Op::Eq && O != Op::Ne)
      return nullptr;
    auto ObjectOf = [](const Expr *E) -> const Variable * {
      if (E->kind() == ExprKind::Cast && E->operand(0)->type()->isPointer())
        E = E->operand(0);
      return E->kind() == ExprKind::AddrOf ? rootOf(E->operand(0)) : nullptr;
    };
    const Variable *VA = ObjectOf(A), *VB = ObjectOf(B);
    bool Apart = VA && (B->isInt(0) ? exists(VA)
                                    : VB && areApart(VA, VB) && isInside(A) &&
                                          isInside(B));
    return Apart ? Ctx.boolConst(O == Op::Ne) : nullptr;
  }
  /// SOUND: a weak `extern` that nobody defines is at null.
  static bool exists(const Variable *V) {
    return !V->isGlobal() || V->IsDefined;
  }
  /// SOUND: equal string literals may be one object, and so may constants
  /// without a name.
  static bool areApart(const Variable *A, const Variable *B) {
    return A != B && A->Ty->size() && B->Ty->size() &&
           !(A->IsConst && B->IsConst);
  }
  /// Whether the address \p E is one of a part that surely is in its object
  /// and not its end: no subscript is involved.
  static bool isInside(const Expr *E) {
    if (E->kind() == ExprKind::Cast)
      E = E->operand(0);
    for (E = E->operand(0); E->kind() != ExprKind::Var; E = E->operand(0))
      if (E->kind() != ExprKind::Field || !E->type()->size())
        return false;
    return true;
  }

  const Expr *ofBools(Op O, const Expr *A, const Expr *B) {
    if (!isConst(B) || (O != Op::Eq && O != Op::Ne))
      return Ctx.binary(O, A, B);
    return B->isInt(O == Op::Eq) ? A : negation(Ctx, A);
  }

  /// The constant that \p E adds to something, which \p Rest becomes.
  std::optional<SInt128> splitConstant(const Expr *E, const Expr *&Rest) {
    Rest = E;
    if (!isSum(E) || !isConst(E->operand(1)))
      return std::nullopt;
    Rest = E->operand(0);
    SInt128 C = E->operand(1)->number();
    return E->op() == Op::Add ? C : -C;
  }

  /// Moves constants to the right and drops common summands.
  const Expr *ofSums(Op O, const Expr *A, const Expr *B) {
    const Type *T = A->type();
    if (!T->isInt() || T->width() > 64)
      return nullptr;
    // Where numbers wrap only equations survive an addition on both sides.
    bool Wraps = !T->isSigned() || Ctx.target().WrapSigned;
    if (Wraps && O != Op::Eq && O != Op::Ne)
      return nullptr;
    const Expr *RestA, *RestB;
    std::optional<SInt128> CA = splitConstant(A, RestA);
    std::optional<SInt128> CB = splitConstant(B, RestB);
    if (CA && isConst(B))
      return withConstant(O, RestA, B->number() - *CA, Wraps);
    if ((CA || CB) && RestA == RestB)
      return ofConstants(O, CA.value_or(0), CB.value_or(0), T);
    if (CA && CB && *CA == *CB)
      return comparison(O, RestA, RestB);
    if (isSum(A) && isSum(B) && A->op() == B->op() &&
        A->operand(1) == B->operand(1))
      return comparison(O, A->operand(0), B->operand(0));
    if (isSum(A) && isSum(B) && A->op() == B->op() && A->op() == Op::Add &&
        A->operand(0) == B->operand(0))
      return comparison(O, A->operand(1), B->operand(1));
    return nullptr;
  }

  /// Of two summands of one thing.
  const Expr *ofConstants(Op O, SInt128 A, SInt128 B, const Type *T) {
    if (O == Op::Eq || O == Op::Ne) {
      bool Same = signExtend(UInt128(A - B), T->width()) == 0;
      return Ctx.boolConst(Same == (O == Op::Eq));
    }
    bool Less = A < B, Equal = A == B;
    return Ctx.boolConst(Equal ? holdsOfEquals(O)
                               : Less == (O == Op::Lt || O == Op::Le));
  }

  const Expr *withConstant(Op O, const Expr *A, SInt128 C, bool Wraps) {
    const Type *T = A->type();
    if (Wraps || signExtend(UInt128(C), T->width()) == C)
      return comparison(O, A, Ctx.intConst(T, UInt128(C)));
    // Beyond the type's range: where the sum is defined it is decided.
    bool TooLarge = C > 0;
    bool Holds = O == Op::Ne || ((O == Op::Lt || O == Op::Le) && TooLarge) ||
                 ((O == Op::Gt || O == Op::Ge) && !TooLarge);
    return Ctx.boolConst(Holds);
  }

  /// A comparison of two values widened from one type is one of the values.
  const Expr *ofWidened(Op O, const Expr *A, const Expr *B) {
    if (A->kind() != ExprKind::Cast || !A->type()->isInt())
      return nullptr;
    const Type *From = A->operand(0)->type();
    if (!From->isInt() || !keepsValue(From, A->type()))
      return nullptr;
    if (B->kind() == ExprKind::Cast && B->operand(0)->type() == From)
      return comparison(O, A->operand(0), B->operand(0));
    if (From->isBool() && isConst(B) && (O == Op::Eq || O == Op::Ne) &&
        (B->isInt(0) || B->isInt(1)))
      return ofBools(O, A->operand(0), Ctx.boolConst(B->isInt(1)));
    return nullptr;
  }
  static bool keepsValue(const Type *From, const Type *To) {
    if (From->isSigned() == To->isSigned())
      return From->width() <= To->width();
    return !From->isSigned() && From->width() < To->width();
  }

  static constexpr unsigned MaxChoiceDepth = 4;
  Context &Ctx;
  unsigned ChoiceDepth = 0;
};

} // namespace

const Expr *simplify(Context &Ctx, const Expr *Term) {
  Simplifier S(Ctx);
  return rewrite(Ctx, Term,
                 [&](const Expr *, const Expr *New) { return S(New); });
}

const Expr *negation(Context &Ctx, const Expr *Term) {
  if (Term->kind() == ExprKind::Binary && isCompare(Term->op()) &&
      !Term->operand(0)->type()->isFloat())
    return Ctx.binary(opposite(Term->op()), Term->operand(0), Term->operand(1));
  return Ctx.notOf(Term);
}

Normal normalForm(Context &Ctx, const Expr *Term) {
  bool Positive = true;
  while (Term->kind() == ExprKind::Unary && Term->op() == Op::Not) {
    Term = Term->operand(0);
    Positive = !Positive;
  }
  if (Term->kind() != ExprKind::Binary || !isCompare(Term->op()) ||
      Term->operand(0)->type()->isFloat())
    return {Term, Positive};
  Op O = Term->op();
  const Expr *A = Term->operand(0), *B = Term->operand(1);
  if (A->id() > B->id()) {
    std::swap(A, B);
    O = mirrored(O);
  }
  if (O == Op::Ne || O == Op::Ge || O == Op::Gt) {
    O = opposite(O);
    Positive = !Positive;
  }
  return {Ctx.binary(O, A, B), Positive};
}

} // namespace predabs
