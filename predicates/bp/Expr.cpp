// Interned Boolean terms, see Expr.h.

#include "predicates/bp/Expr.h"

#include <cassert>
#include <functional>
#include <unordered_set>

namespace predabs::bp {

unsigned arity(ExprKind K) {
  switch (K) {
  case ExprKind::False:
  case ExprKind::True:
  case ExprKind::Star:
  case ExprKind::Var:
  case ExprKind::Next:
    return 0;
  case ExprKind::Not:
    return 1;
  case ExprKind::Cond:
    return 3;
  default:
    return 2;
  }
}

namespace {

size_t hashOf(const Expr &E) {
  size_t H = size_t(E.Kind);
  auto Mix = [&H](const void *P) {
    H = (H ^ std::hash<const void *>()(P)) * 0x9e3779b97f4a7c15;
    H ^= H >> 29;
  };
  Mix(E.V);
  for (const Expr *O : E.Op)
    Mix(O);
  return H;
}

bool same(const Expr &A, const Expr &B) {
  return A.Kind == B.Kind && A.V == B.V && A.Op == B.Op;
}

} // namespace

uint32_t &ExprArena::slotOf(const Expr &E) {
  size_t Mask = Slots.size() - 1;
  size_t I = hashOf(E) & Mask;
  while (Slots[I] && !same(Terms[Slots[I] - 1], E))
    I = (I + 1) & Mask;
  return Slots[I];
}

/// At most half of the slots are taken, so that a search is short.
void ExprArena::grow() {
  if (Terms.size() * 2 < Slots.size())
    return;
  Slots.assign(Slots.empty() ? 64 : Slots.size() * 2, 0);
  for (const Expr &E : Terms)
    slotOf(E) = E.Id + 1;
}

const Expr *ExprArena::make(ExprKind K, const Variable *V,
                            std::array<const Expr *, 3> Op) {
  Expr E;
  E.Kind = K;
  E.V = V;
  E.Op = Op;
  grow();
  uint32_t &Slot = slotOf(E);
  if (Slot)
    return &Terms[Slot - 1];
  E.IsDeterministic = K != ExprKind::Star && K != ExprKind::Choose;
  E.HasNext = K == ExprKind::Next;
  for (unsigned I = 0; I != 3; ++I) {
    assert((Op[I] != nullptr) == (I < arity(K)) && "as many as the arity says");
    if (Op[I]) {
      E.IsDeterministic &= Op[I]->IsDeterministic;
      E.HasNext |= Op[I]->HasNext;
    }
  }
  E.Id = uint32_t(Terms.size());
  Slot = E.Id + 1;
  return &Terms.emplace_back(E);
}

std::vector<const Expr *> termsOf(const Expr *Root) {
  std::vector<const Expr *> Order;
  std::unordered_set<const Expr *> Seen;
  // A term stands here once to open its operands and once to be listed.
  std::vector<std::pair<const Expr *, bool>> Work = {{Root, false}};
  while (!Work.empty()) {
    auto [E, Opened] = Work.back();
    Work.pop_back();
    if (Opened) {
      Order.push_back(E);
      continue;
    }
    if (!Seen.insert(E).second)
      continue;
    Work.emplace_back(E, true);
    for (unsigned I = arity(E->Kind); I-- != 0;)
      Work.emplace_back(E->Op[I], false);
  }
  return Order;
}

} // namespace predabs::bp
