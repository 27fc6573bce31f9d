#include "predicates/discovery/Atoms.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <unordered_set>

namespace predabs {

using namespace ir;

namespace {

/// Choices in one atom that are taken apart: each may double it.
constexpr unsigned MaxChoices = 4;

bool isNot(const Expr *E) {
  return E->kind() == ExprKind::Unary && E->op() == Op::Not;
}

bool isJunction(const Expr *E) {
  return E->kind() == ExprKind::Binary &&
         (E->op() == Op::LAnd || E->op() == Op::LOr);
}

bool isConnective(const Expr *E) {
  bool ComparesBools = isComparison(E) && E->operand(0)->type()->isBool();
  return isNot(E) || isJunction(E) || ComparesBools ||
         (E->kind() == ExprKind::Cond && E->type()->isBool());
}

/// Whether \p Atom is made of constants.
bool isFixed(const Expr *Atom) {
  std::vector<const Expr *> Terms = termsOf(Atom);
  return std::none_of(Terms.begin(), Terms.end(),
                      [](const Expr *E) { return E->isPlace(); });
}

/// An innermost choice in \p E, or null.
const Expr *choiceIn(const Expr *E) {
  for (const Expr *Part : termsOf(E))
    if (Part->kind() == ExprKind::Cond)
      return Part;
  return nullptr;
}

class AtomCollector {
public:
  explicit AtomCollector(Context &Ctx) : Ctx(Ctx) {}

  std::vector<const Expr *> Atoms;

  void collect(const Expr *Condition, unsigned Choices) {
    std::vector<const Expr *> Open = {simplify(Ctx, Condition)};
    while (!Open.empty()) {
      const Expr *E = Open.back();
      Open.pop_back();
      if (!Seen.insert(E).second)
        continue;
      if (!isConnective(E)) {
        add(E, Choices);
        continue;
      }
      for (unsigned I = E->numOperands(); I-- > 0;)
        Open.push_back(E->operand(I));
    }
  }

private:
  void add(const Expr *Atom, unsigned Choices) {
    const Expr *Choice = Choices ? choiceIn(Atom) : nullptr;
    if (!Choice)
      return emit(Atom);
    collect(Choice->operand(0), Choices - 1);
    for (unsigned Branch : {1, 2})
      collect(with(Atom, Choice, Choice->operand(Branch)), Choices - 1);
  }

  const Expr *with(const Expr *Atom, const Expr *Old, const Expr *New) {
    return rewrite(Ctx, Atom, [&](const Expr *E, const Expr *Rewritten) {
      return E == Old ? New : Rewritten;
    });
  }

  void emit(const Expr *Atom) {
    if (isComparison(Atom) && Atom->op() == Op::Ne)
      Atom = negation(Ctx, Atom);
    const Expr *Normal = normalForm(Ctx, Atom).Term;
    if (!isFixed(Atom) && Emitted.insert(Normal).second)
      Atoms.push_back(Atom);
  }

  Context &Ctx;
  std::unordered_set<const Expr *> Seen, Emitted;
};

} // namespace

std::vector<const Expr *> atomsOf(Context &Ctx, const Expr *Condition) {
  AtomCollector C(Ctx);
  C.collect(Condition, MaxChoices);
  return std::move(C.Atoms);
}

std::vector<const Expr *> conjunctsOf(Context &Ctx, const Expr *Condition) {
  std::vector<const Expr *> Found, Open = {simplify(Ctx, Condition)};
  while (!Open.empty()) {
    const Expr *E = Open.back();
    Open.pop_back();
    bool Negated = isNot(E);
    const Expr *Inner = Negated ? E->operand(0) : E;
    if (!isJunction(Inner) || (Inner->op() == Op::LAnd) == Negated) {
      Found.push_back(E);
      continue;
    }
    for (unsigned I : {1, 0})
      Open.push_back(Negated ? negation(Ctx, Inner->operand(I))
                             : Inner->operand(I));
  }
  return Found;
}

size_t sizeOf(const Expr *E) { return termsOf(E).size(); }

} // namespace predabs
