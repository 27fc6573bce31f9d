#include "predicates/discovery/HornAtoms.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>

namespace predabs::horn {

using namespace ir;
using prover::HornNode;
using prover::HornOp;
using prover::HornSystem;
using prover::HornTerm;
using Kind = LinearAtom::Kind;

namespace {

constexpr size_t MaxAtomSize = 40;
constexpr unsigned MaxDepth = 100;

bool isWanted(const Expr *E) {
  return E && !variablesIn(E).empty() && termsOf(E).size() <= MaxAtomSize;
}

class Collector {
public:
  Collector(const HornSystem &S, const std::vector<const Expr *> &Meaning,
            Spelling &How)
      : S(S), Meaning(Meaning), How(How) {}

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
    return A ? std::optional(A->opposite()) : std::nullopt;
  }

  void take(LinearAtom A, const std::vector<LinearAtom> &Facts) {
    auto IsFact = [&](const LinearAtom &B) {
      return std::find(Facts.begin(), Facts.end(), B) != Facts.end();
    };
    // The comparison may be there as its opposite.
    for (const LinearAtom &B : {A, A.opposite()})
      if (A.What == Kind::AtMostZero && IsFact(B) &&
          IsFact({Kind::AtMostZero, B.Sum.negated()}))
        A = {Kind::Zero, B.Sum};
    const Expr *E = How.write(A);
    if (isWanted(E) && std::find(Found.begin(), Found.end(), E) == Found.end())
      Found.push_back(E);
  }

  std::optional<LinearAtom> atomOf(HornTerm T) {
    const HornNode &N = S[T];
    std::optional<Linear> A = linear(N.Operands[0], 0);
    std::optional<Linear> B = linear(N.Operands[1], 0);
    if (!A || !B)
      return std::nullopt;
    A->add(*B, -1);
    Kind What = N.What == HornOp::Equal ? Kind::Zero : Kind::AtMostZero;
    return LinearAtom{What, std::move(*A)}.reduced();
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
    return Result.isLarge() ? std::nullopt : std::optional(std::move(Result));
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
    return Result.isLarge() ? std::nullopt : std::optional(std::move(Result));
  }

  /// `(a + b) % k`, as one term.
  std::optional<Linear> remainder(const HornNode &N, unsigned Depth) {
    std::optional<Linear> A = linear(N.Operands[0], Depth + 1);
    std::optional<SInt128> By = S.asNumber(N.Operands[1]);
    if (!A || !By || *By <= 0)
      return std::nullopt;
    const Expr *E = How.remainder(*A, *By);
    if (!E)
      return std::nullopt;
    Linear Result;
    Result.add(E, 1);
    return Result;
  }

  const HornSystem &S;
  const std::vector<const Expr *> &Meaning;
  Spelling &How;
  std::vector<const Expr *> Found;
};

bool isJunction(const Expr *E) {
  if (E->kind() == ExprKind::Binary)
    return E->op() == Op::LAnd || E->op() == Op::LOr ||
           (isComparison(E) && E->operand(0)->type()->isBool());
  return (E->kind() == ExprKind::Unary && E->op() == Op::Not) ||
         (E->kind() == ExprKind::Cond && E->type()->isBool());
}

} // namespace

std::vector<const Expr *> Atoms::of(const HornSystem &S, HornTerm Condition,
                                    const std::vector<const Expr *> &Meaning) {
  return Collector(S, Meaning, How).run(Condition);
}

std::vector<const Expr *> Atoms::of(const Expr *Root) {
  std::vector<const Expr *> Open = {simplify(Ctx, Root)}, Found;
  std::set<const Expr *> Seen;
  while (!Open.empty()) {
    const Expr *E = Open.back();
    Open.pop_back();
    if (!Seen.insert(E).second)
      continue;
    if (std::optional<LinearAtom> A = How.atomOf(E))
      E = How.write(*A);
    if (E && isJunction(E))
      for (unsigned I = E->numOperands(); I-- > 0;)
        Open.push_back(E->operand(I));
    else if (isWanted(E) &&
             std::find(Found.begin(), Found.end(), E) == Found.end())
      Found.push_back(E);
  }
  return Found;
}

void Atoms::learn(const Expr *Root) {
  std::vector<const Expr *> Open = {Root};
  while (!Open.empty()) {
    const Expr *E = Open.back();
    Open.pop_back();
    if (isJunction(E))
      for (unsigned I = 0; I < E->numOperands(); ++I)
        Open.push_back(E->operand(I));
    else
      How.learn(E);
  }
}

} // namespace predabs::horn
