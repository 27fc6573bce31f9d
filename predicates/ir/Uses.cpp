#include "predicates/ir/Uses.h"

#include "predicates/ir/Terms.h"

namespace predabs::ir {

std::vector<const Expr *> rootsOf(const Stmt &S) {
  std::vector<const Expr *> Roots = S.Args;
  for (const Expr *E : {S.Dest, S.Value})
    if (E)
      Roots.push_back(E);
  return Roots;
}

std::set<const Variable *> addressedIn(const Function &F) {
  std::set<const Variable *> Result;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      for (const Expr *E : rootsOf(S))
        for (const Variable *V : addressedIn(E))
          Result.insert(V);
  return Result;
}

std::set<const Variable *> changedIn(const Function &F) {
  std::set<const Variable *> Result = addressedIn(F);
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Dest)
        if (const Variable *V = rootOf(S.Dest))
          Result.insert(V);
  return Result;
}

} // namespace predabs::ir
