// Sets of predicates, see Predicate.h.

#include "predicates/language/Predicate.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace predabs {

using ir::Expr;
using ir::ExprKind;
using ir::Op;

namespace {

bool isExactComparison(const Expr *E) {
  return E->kind() == ExprKind::Binary && E->op() >= Op::Eq &&
         E->op() <= Op::Ge && !E->operand(0)->type()->isFloat();
}

} // namespace

PredicateSet::Question PredicateSet::questionOf(const Expr *Term) {
  while (Term->kind() == ExprKind::Unary && Term->op() == Op::Not)
    Term = Term->operand(0);
  if (!isExactComparison(Term))
    return {Op::None, Term->id(), 0};
  uint32_t A = Term->operand(0)->id(), B = Term->operand(1)->id();
  switch (Term->op()) {
  case Op::Lt: // A < B, and its negation A >= B
  case Op::Ge:
    return {Op::Lt, A, B};
  case Op::Gt: // B < A, and its negation B >= A
  case Op::Le:
    return {Op::Lt, B, A};
  default:
    return {Op::Eq, std::min(A, B), std::max(A, B)};
  }
}

void PredicateSet::add(const ir::Function *F, const Expr *Term,
                       std::string Text) {
  assert(Term->type()->isBool());
  Scope &S = F ? Scopes[F->Id].Predicates : Global;
  auto IsKnown = [&](const auto &What) {
    return S.has(What) || Global.has(What);
  };
  Question Q = questionOf(Term);
  if (Term->isConstant() || IsKnown(Q))
    return;
  if (Text.empty() || IsKnown(Text))
    Text = predicateText(Term);
  if (IsKnown(Text) || IsKnown(predicateText(M.Ctx.notOf(Term))))
    return;
  S.Asked.insert(Q);
  S.Texts.insert(Text);
  S.List.push_back({Term, std::move(Text)});
}

const std::vector<Predicate> &PredicateSet::of(const ir::Function &F) const {
  static const std::vector<Predicate> None;
  auto Found = Scopes.find(F.Id);
  return Found == Scopes.end() ? None : Found->second.Predicates.List;
}

size_t PredicateSet::size() const {
  size_t Size = Global.List.size();
  for (const auto &[Id, S] : Scopes)
    Size += S.Predicates.List.size();
  return Size;
}

const ir::Variable *PredicateSet::entryValue(const ir::Function &F,
                                             const Expr *Place) {
  FunctionScope &S = Scopes[F.Id];
  const ir::Variable *&V = S.ByPlace[Place->id()];
  if (V)
    return V;
  V = addLogical("'" + cText(Place), Place->type(), Place);
  S.Constants.push_back(V);
  return V;
}

std::vector<const ir::Variable *>
PredicateSet::constants(const ir::Function &F) const {
  auto Found = Scopes.find(F.Id);
  if (Found == Scopes.end())
    return {};
  return Found->second.Constants;
}

/// The variable of \p F that \p S returns as it is, or null.
static const ir::Variable *returnedVariable(const ir::Function &F,
                                            const ir::Stmt &S) {
  if (!S.Value || S.Value->kind() != ExprKind::Var ||
      S.Value->type() != F.Ty->inner())
    return nullptr;
  const ir::Variable *V = S.Value->variable();
  bool IsNamed =
      V->Kind == ir::Storage::Local || V->Kind == ir::Storage::Parameter;
  return IsNamed ? V : nullptr;
}

/// The variable that every return statement of \p F returns, or null.
static const ir::Variable *onlyReturnedVariable(const ir::Function &F) {
  const ir::Variable *Only = nullptr;
  for (const ir::Block &B : F.Blocks) {
    if (!B.endsInReturn())
      continue;
    const ir::Variable *V = returnedVariable(F, B.Stmts.back());
    if (!V || (Only && Only != V))
      return nullptr;
    Only = V;
  }
  return Only;
}

const ir::Variable *PredicateSet::result(const ir::Function &F) {
  const ir::Variable *&Result = Scopes[F.Id].Result;
  if (!Result)
    Result = onlyReturnedVariable(F);
  if (!Result)
    Result = addLogical("return", F.Ty->inner(), nullptr);
  return Result;
}

const ir::Variable *
PredicateSet::addLogical(std::string Name, const ir::Type *Ty, const Expr *Of) {
  ir::Variable &V = M.Logicals.emplace_back();
  V.Name = std::move(Name);
  V.Ty = Ty;
  V.Kind = ir::Storage::Logical;
  V.Id = NumLogical++;
  V.ValueOf = Of;
  return &V;
}

} // namespace predabs
