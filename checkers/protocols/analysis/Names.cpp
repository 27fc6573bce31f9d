#include "checkers/protocols/analysis/Names.h"

#include "predicates/ir/Terms.h"
#include "predicates/language/Predicate.h"

#include <unordered_set>

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

/// The name of a variable as the source has it, without the numbers and scopes
/// that make it unique.
static std::string sourceName(const Variable &V) {
  size_t Dot = V.Name.find('.');
  if (Dot == V.Name.npos || Dot == 0)
    return V.Name;
  return V.isGlobal() ? V.Name.substr(Dot + 1) : V.Name.substr(0, Dot);
}

Definitions definitionsIn(const Function &F) {
  Definitions Result;
  std::unordered_set<const Variable *> Seen;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Dest && S.Dest->kind() == ExprKind::Var &&
          S.Dest->variable()->Kind == Storage::Temporary) {
        bool IsFirst = Seen.insert(S.Dest->variable()).second;
        if (IsFirst && S.Kind == StmtKind::Assign)
          Result[S.Dest->variable()] = S.Value;
        else
          Result.erase(S.Dest->variable());
      }
  return Result;
}

const Expr *inWords(Context &Ctx, const Expr *E, const Definitions &Known) {
  for (unsigned Depth = 0; Depth < 4; ++Depth)
    E = rewrite(Ctx, E, [&](const Expr *Old, const Expr *New) {
      auto It = Old->kind() == ExprKind::Var ? Known.find(Old->variable())
                                             : Known.end();
      return It == Known.end() ? New : It->second;
    });
  return E;
}

std::string objectText(const Expr *Pointer) {
  const Expr *Object = writtenObject(Pointer);
  for (const Variable *V : variablesIn(Object))
    if (V->Kind == Storage::Temporary)
      return "";
  return cText(Object, sourceName);
}

} // namespace predabs
