// Default arguments and default member initialisers. Where
//
//   int line(int n = __builtin_LINE()) { return n; }
//
// is called as `line()`, n is the line of that call: the expression is the
// same for all calls, and what it gives depends on where it is used. In one
// default argument within another the outer one counts.

#include "plugin/lower/FunctionLowering.h"

using namespace clang;

namespace predabs::lower {

FunctionLowering::InDefault::InDefault(FunctionLowering &L, const Expr *E)
    : L(L), Outer(L.Default) {
  while (const auto *Paren = dyn_cast<ParenExpr>(E))
    E = Paren->getSubExpr();
  if (isa<CXXDefaultInitExpr>(E) || (isa<CXXDefaultArgExpr>(E) && !L.Default))
    L.Default = E;
}

/// `__builtin_LINE()` and its kin.
Value FunctionLowering::sourceLocation(const SourceLocExpr *E) {
  Value V = ML.constant(E->EvaluateInContext(AST, Default), E->getType());
  return V ? V : unknown(E, ir::Reason::Expression);
}

} // namespace predabs::lower
