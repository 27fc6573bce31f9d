// Unknown values on a path that cannot happen, and known ones.

#include "predicates/discovery/BackwardWalk.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/discovery/Linear.h"
#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

namespace predabs::newton {

namespace {

/// Bounds of an unknown value that are combined.
constexpr size_t MaxPairs = 16;

struct ById {
  bool operator()(const Variable *A, const Variable *B) const {
    return A->Id < B->Id;
  }
};

} // namespace

std::vector<const Variable *> BackwardWalk::unknownsIn(const Expr *Term) const {
  std::vector<const Variable *> Found = variablesIn(Term);
  std::erase_if(Found, [](const Variable *V) {
    return !V->isLogical() || V->Name != "unknown";
  });
  return Found;
}

/// Conditions about a value that came out of nowhere at step \p N say nothing
/// before it, but two of them together may: of u > a and u < b it is a < b.
void BackwardWalk::eliminateUnknown(size_t N) {
  std::set<const Variable *, ById> Unknowns;
  for (const Condition &C : Conditions)
    for (const Variable *V : unknownsIn(C.Term))
      if (Eliminated.insert(V).second)
        Unknowns.insert(V);
  for (const Variable *V : Unknowns)
    if (!solveFor(N, V))
      combineBounds(N, V);
  // What remains may be decided by what else is in it.
  for (const Condition &C : std::vector(Conditions))
    for (const Variable *V : unknownsIn(C.Term))
      if (Unknowns.contains(V)) {
        addValues(N, C.Term);
        break;
      }
}

/// `u == t`, if \p Equation can be solved for \p Unknown: t, or null.
static const Expr *solution(Context &Ctx, const Expr *Equation,
                            const Expr *Unknown) {
  if (!isComparison(Equation) || Equation->op() != Op::Eq)
    return nullptr;
  auto Mentions = [&](const Expr *E) {
    std::vector<const Expr *> Terms = termsOf(E);
    return std::find(Terms.begin(), Terms.end(), Unknown) != Terms.end();
  };
  const Expr *A = Equation->operand(0), *B = Equation->operand(1);
  if (A == Unknown && !Mentions(B))
    return B;
  if (B == Unknown && !Mentions(A))
    return A;
  std::optional<Linear> L = linear(A), R = linear(B);
  std::optional<Linear> D = L && R ? add(*L, -1, *R) : std::nullopt;
  SInt128 Factor = D ? D->factorOf(Unknown) : 0;
  if (Factor != 1 && Factor != -1)
    return nullptr;
  Linear Rest{D->Ty, {}, -Factor * D->Constant};
  for (const Linear::Part &P : D->Parts)
    if (P.Of != Unknown) {
      if (Mentions(P.Of))
        return nullptr;
      Rest.Parts.push_back({P.Of, -Factor * P.Factor});
    }
  return toExpr(Ctx, Rest);
}

bool BackwardWalk::solveFor(size_t N, const Variable *Unknown) {
  const Expr *U = Ctx.var(Unknown), *Solution = nullptr;
  size_t Which = 0;
  for (; Which < Conditions.size() && !Solution; ++Which)
    Solution = solution(Ctx, Conditions[Which].Term, U);
  if (!Solution)
    return false;
  const Variable *From[] = {Unknown};
  const Expr *To[] = {Solution};
  std::vector<Condition> Old = Conditions;
  for (size_t I = 0; I < Old.size(); ++I)
    if (I + 1 != Which)
      if (const Expr *New = substitute(Ctx, Old[I].Term, From, To);
          New != Old[I].Term)
        add(N, {New, Old[I].OnlyAt});
  return true;
}

void BackwardWalk::combineBounds(size_t N, const Variable *Unknown) {
  const Expr *U = Ctx.var(Unknown);
  if (!Unknown->Ty->isInt() || !Unknown->Ty->isSigned() ||
      Ctx.target().WrapSigned)
    return;
  // Sums S with S <= 0, the unknown added or subtracted.
  std::vector<Linear> Upper, Lower;
  for (const Condition &C : Conditions) {
    if (!isComparison(C.Term) || C.Term->operand(0)->type() != Unknown->Ty)
      continue;
    Op O = C.Term->op();
    bool IsLess = O == Op::Lt || O == Op::Le;
    if (O == Op::Eq || O == Op::Ne)
      continue;
    std::optional<Linear> A = linear(C.Term->operand(IsLess ? 0 : 1));
    std::optional<Linear> B = linear(C.Term->operand(IsLess ? 1 : 0));
    std::optional<Linear> D = A && B ? predabs::add(*A, -1, *B) : std::nullopt;
    SInt128 Factor = D ? D->factorOf(U) : 0;
    if (Factor != 1 && Factor != -1)
      continue;
    D->Constant += O == Op::Lt || O == Op::Gt;
    (Factor == 1 ? Upper : Lower).push_back(*D);
  }
  if (Upper.size() * Lower.size() > MaxPairs)
    return;
  for (const Linear &A : Upper)
    for (const Linear &B : Lower)
      if (std::optional<Linear> Sum = predabs::add(A, 1, B))
        add(N, {compareToZero(Ctx, Op::Le, *Sum)});
}

// What places hold on the path.

/// The constant, or the address, that \p Place holds at step \p N, or null.
const Expr *BackwardWalk::fixedValue(size_t N, const Expr *Place) {
  const Type *T = Place->type();
  bool IsName =
      Place->kind() == ExprKind::Var && Place->variable()->isLogical();
  if (IsName || !T->isScalar() || T->isFloat() || T->isBool())
    return nullptr;
  const Expr *Value = Values.valueAt(N, Place);
  if (T->isPointer() && !Value->isConstant())
    Value = Values.inScopeOf(N, Value);
  return Value && Value->type() == T && (Value->isConstant() || T->isPointer())
             ? Value
             : nullptr;
}

/// That places in \p Term hold the constants that they hold on the path. And
/// the term with these in their places, one after the other: a contradiction of
/// many predicates becomes a chain of contradictions of few.
void BackwardWalk::addValues(size_t N, const Expr *Term) {
  for (const Expr *Place : placesRead(Term)) {
    const Expr *Value = fixedValue(N, Place);
    if (!Value)
      continue;
    add(N, {Ctx.binary(Op::Eq, Place, Value)});
    if (Place->kind() != ExprKind::Var || !addressedIn(Term).empty())
      continue;
    const Variable *From[] = {Place->variable()};
    Term = substitute(Ctx, Term, From, {&Value, 1});
    if (!simplify(Ctx, linearisedAll(Ctx, Term))->isConstant())
      add(N, {Term});
  }
}

/// A[i] and A[j], read at two decisions, are the same if i and j are: this is
/// so on the path where both have the same value.
void BackwardWalk::relateSubscripts(size_t N, const Expr *Condition) {
  auto Subscripts = [](const Expr *E) {
    std::vector<const Expr *> Found = placesRead(E);
    std::erase_if(Found, [](const Expr *P) {
      return P->kind() != ExprKind::Index || P->operand(1)->isConstant();
    });
    return Found;
  };
  std::vector<const Expr *> Here = Subscripts(Condition);
  if (Here.empty())
    return;
  for (uint32_t Other : Core) {
    const PathStep &At = Way.Steps[Other];
    if (Other >= N)
      break;
    if (At.isBlockEnd() || At.statement().Kind != StmtKind::Assume ||
        At.Func != &function(N) || At.Depth != Way.Steps[N].Depth)
      continue;
    for (const Expr *There : Subscripts(At.statement().Value))
      for (const Expr *Mine : Here) {
        const Expr *I = There->operand(1), *J = Mine->operand(1);
        if (I == J || There->operand(0) != Mine->operand(0) ||
            I->type() != J->type())
          continue;
        const Expr *Same = Ctx.binary(Op::Eq, I, J);
        if (isTrueAt(N, Same) &&
            isSame(Values.valueAt(N, I), Values.valueAt(Other, I)))
          add(N, {Same});
      }
  }
}

bool BackwardWalk::isSame(const Expr *A, const Expr *B) {
  return simplify(Ctx, linearised(Ctx, Ctx.binary(Op::Eq, A, B)))->isInt(1);
}

bool BackwardWalk::isTrueAt(size_t N, const Expr *Condition) {
  return simplify(Ctx, linearisedAll(Ctx, Values.valueAt(N, Condition)))
      ->isInt(1);
}

} // namespace predabs::newton
