#include "predicates/ir/Expected.h"

#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs::ir {

static bool isNote(const Stmt &S) {
  if (S.Kind != StmtKind::Assign || S.Dest->kind() != ExprKind::Var ||
      !S.Dest->type()->isBool())
    return false;
  const Variable &V = *S.Dest->variable();
  return V.Kind == Storage::Temporary && V.Name.starts_with(ExpectedName);
}

static bool isAboutParameters(const Expr *E) {
  return std::ranges::all_of(variablesIn(E), [](const Variable *V) {
    return V->Kind == Storage::Parameter;
  });
}

std::vector<const Expr *> expectedOf(const Function &F) {
  std::vector<const Expr *> Result;
  if (F.isDefined())
    for (const Stmt &S : F.Blocks[0].Stmts)
      if (isNote(S) && isAboutParameters(S.Value))
        Result.push_back(S.Value);
  return Result;
}

} // namespace predabs::ir
