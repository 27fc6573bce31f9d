#include "checkers/protocols/Names.h"

namespace predabs {

using namespace ir;

/// `_M_mutex` of a std::mutex is nothing that a user knows.
static bool isInLibrary(const Expr *E) {
  return E->kind() == ExprKind::Field &&
         E->operand(0)->type()->name().starts_with("std::");
}

const Expr *writtenObject(const Expr *E) {
  while (E->kind() == ExprKind::Cast)
    E = E->operand(0);
  if (E->kind() == ExprKind::AddrOf)
    E = E->operand(0);
  bool IsPassed = true; // a pointer is what is passed
  for (;; E = E->operand(0)) {
    bool IsLibrary = isInLibrary(E);
    if (!IsLibrary && !(E->kind() == ExprKind::Deref && IsPassed))
      return E;
    IsPassed = IsLibrary;
  }
}

} // namespace predabs
