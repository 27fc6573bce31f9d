#include "predicates/ir/Terms.h"

#include "predicates/ir/Module.h"
#include "predicates/ir/TermTable.h"

#include <algorithm>

namespace predabs::ir {

/// Room for the terms of most expressions.
static constexpr size_t Usual = 32;

std::vector<const Expr *> termsOf(std::span<const Expr *const> Roots) {
  struct Entry {
    const Expr *E;
    bool IsOpen; ///< its operands are above, or in Order
  };
  std::vector<const Expr *> Order;
  std::vector<Entry> Stack;
  Order.reserve(Usual);
  Stack.reserve(Usual);
  for (size_t I = Roots.size(); I-- > 0;)
    Stack.push_back({Roots[I], false});
  TermSet Opened;
  while (!Stack.empty()) {
    auto [E, IsOpen] = Stack.back();
    if (IsOpen)
      Order.push_back(E);
    if (IsOpen || !Opened.insert(E)) {
      Stack.pop_back();
      continue;
    }
    Stack.back().IsOpen = true;
    for (unsigned I = E->numOperands(); I-- > 0;)
      if (!Opened.contains(E->operand(I)))
        Stack.push_back({E->operand(I), false});
  }
  return Order;
}

std::vector<const Expr *> termsOf(const Expr *Root) {
  return termsOf(std::span<const Expr *const>(&Root, 1));
}

/// A part of something that is no place any more: of a choice between places,
/// or of a zero.
static const Expr *project(Context &Ctx, const Expr *Of, const Expr *Whole,
                           const Expr *Subscript) {
  if (Whole->kind() == ExprKind::Cond)
    return Ctx.cond(Whole->operand(0),
                    project(Ctx, Of, Whole->operand(1), Subscript),
                    project(Ctx, Of, Whole->operand(2), Subscript));
  if (Whole->kind() == ExprKind::Zero)
    return Ctx.zero(Of->type());
  return Of->kind() == ExprKind::Field ? Ctx.field(Whole, Of->fieldIndex())
                                       : Ctx.index(Whole, Subscript);
}

const Expr *withOperands(Context &Ctx, const Expr *E,
                         std::span<const Expr *const> New) {
  bool Changed = false;
  for (unsigned I = 0; I < E->numOperands(); ++I)
    Changed |= New[I] != E->operand(I);
  if (!Changed)
    return E;
  switch (E->kind()) {
  case ExprKind::Field:
    return project(Ctx, E, New[0], nullptr);
  case ExprKind::Index:
    return project(Ctx, E, New[0], New[1]);
  case ExprKind::Deref:
    return Ctx.deref(New[0]);
  case ExprKind::AddrOf:
    return Ctx.addrOf(New[0]);
  case ExprKind::Unary:
    return Ctx.unary(E->op(), New[0]);
  case ExprKind::Binary:
    return Ctx.binary(E->op(), New[0], New[1]);
  case ExprKind::Cast:
    return Ctx.cast(E->type(), New[0]);
  case ExprKind::Cond:
    return Ctx.cond(New[0], New[1], New[2]);
  default:
    return E;
  }
}

static void sortById(std::vector<const Expr *> &Terms) {
  std::sort(Terms.begin(), Terms.end(),
            [](const Expr *A, const Expr *B) { return A->id() < B->id(); });
}

std::vector<const Expr *> placesRead(std::span<const Expr *const> Roots) {
  // A place is read unless all that it serves for is to name a larger place's
  // part or an address.
  std::vector<const Expr *> Places;
  std::vector<std::pair<const Expr *, bool>> Stack;
  Stack.reserve(Usual);
  TermSet Walked[2];
  for (const Expr *R : Roots)
    Stack.push_back({R, true});
  while (!Stack.empty()) {
    auto [E, IsRead] = Stack.back();
    Stack.pop_back();
    if (!Walked[IsRead].insert(E))
      continue;
    if (E->isPlace() && IsRead)
      Places.push_back(E);
    for (unsigned I = 0; I < E->numOperands(); ++I)
      Stack.push_back({E->operand(I), !namesOnly(E, I)});
  }
  sortById(Places);
  return Places;
}

std::vector<const Expr *> placesRead(const Expr *Root) {
  return placesRead(std::span<const Expr *const>(&Root, 1));
}

const Variable *rootOf(const Expr *Place) {
  while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
    Place = Place->operand(0);
  return Place->kind() == ExprKind::Var ? Place->variable() : nullptr;
}

std::vector<const Variable *> variablesIn(const Expr *Root) {
  std::vector<const Expr *> Terms;
  for (const Expr *E : termsOf(Root))
    if (E->kind() == ExprKind::Var)
      Terms.push_back(E);
  sortById(Terms);
  std::vector<const Variable *> Vars;
  for (const Expr *E : Terms)
    Vars.push_back(E->variable());
  return Vars;
}

std::vector<const Variable *> addressedIn(const Expr *Root) {
  std::vector<const Variable *> Vars;
  for (const Expr *E : termsOf(Root)) {
    if (E->kind() != ExprKind::AddrOf)
      continue;
    const Variable *V = rootOf(E->operand(0));
    if (V && std::find(Vars.begin(), Vars.end(), V) == Vars.end())
      Vars.push_back(V);
  }
  return Vars;
}

} // namespace predabs::ir
