// Interned Boolean terms, see Expr.h.

#include "predicates/bp/Expr.h"

#include <cassert>
#include <functional>

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

size_t ExprArena::Hash::operator()(const Expr *E) const {
  size_t H = size_t(E->Kind);
  auto Mix = [&H](const void *P) {
    H = (H ^ std::hash<const void *>()(P)) * 0x9e3779b97f4a7c15;
    H ^= H >> 29;
  };
  Mix(E->V);
  for (const Expr *O : E->Op)
    Mix(O);
  return H;
}

bool ExprArena::Same::operator()(const Expr *A, const Expr *B) const {
  return A->Kind == B->Kind && A->V == B->V && A->Op == B->Op;
}

const Expr *ExprArena::make(ExprKind K, const Variable *V,
                            std::array<const Expr *, 3> Op) {
  Expr E;
  E.Kind = K;
  E.V = V;
  E.Op = Op;
  if (auto Found = Known.find(&E); Found != Known.end())
    return *Found;
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
  Terms.push_back(E);
  return *Known.insert(&Terms.back()).first;
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
