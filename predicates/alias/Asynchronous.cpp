#include "predicates/alias/Asynchronous.h"

#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>

namespace predabs {

using namespace ir;

AsynchronousWrites::AsynchronousWrites(Module &M, const Aliases &A)
    : M(M), A(A) {
  for (const auto &G : M.Globals)
    for (const InitPart &P : G->Init)
      addHandlers(P.Value);
  for (const auto &F : M.Functions)
    for (const Block &B : F->Blocks)
      for (const Stmt &S : B.Stmts)
        for (const Expr *E : rootsOf(S))
          if (S.Kind != StmtKind::Call || E != S.Value ||
              E->kind() != ExprKind::FuncAddr)
            addHandlers(E);
}

void AsynchronousWrites::addHandlers(const Expr *Root) {
  for (const Expr *E : termsOf(Root))
    if (E->kind() == ExprKind::FuncAddr)
      Handlers.insert(E->function());
}

/// Whether \p Place may be, or lie behind, a variable that every function can
/// use.
bool AsynchronousWrites::isOfGlobal(const Expr *Place) const {
  return std::ranges::any_of(M.Globals, [&](const auto &G) {
    const Expr *Var = M.Ctx.var(G.get());
    if (!G->IsConst && A.mayOverlap(Place, Var))
      return true;
    const Type *T = G->Ty;
    return T->isPointer() && !T->inner()->isFunction() &&
           !T->inner()->isVoid() && A.mayOverlap(Place, M.Ctx.deref(Var));
  });
}

bool AsynchronousWrites::mayChange(const Expr *Place) const {
  // SOUND: who does not have its address, by whatever way, cannot write it.
  return A.isKnownToOthers(Place) || isOfGlobal(Place) ||
         std::ranges::any_of(Handlers, [&](const Function *F) {
           return A.mayModify(*F, Place);
         });
}

} // namespace predabs
