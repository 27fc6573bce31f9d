#include "checkers/program/Volatile.h"

#include "predicates/alias/Asynchronous.h"
#include "predicates/ir/Uses.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

bool readsVolatile(const Stmt &S) {
  return S.Kind == StmtKind::Assign && S.Why == Reason::Volatile &&
         S.Value->isPlace() && S.Value != S.Dest;
}

/// The variable that \p Place is a part of, or null.
const Variable *variableOf(const Expr *Place) {
  while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
    Place = Place->operand(0);
  return Place->kind() == ExprKind::Var ? Place->variable() : nullptr;
}

template <class Do> void forReads(Function &F, Do Each) {
  for (Block &B : F.Blocks)
    for (Stmt &S : B.Stmts)
      if (readsVolatile(S))
        Each(S);
}

bool hasReads(const Function &F) {
  return std::ranges::any_of(F.Blocks, [](const Block &B) {
    return std::ranges::any_of(B.Stmts, readsVolatile);
  });
}

} // namespace

void settleOwnVolatile(Module &M) {
  for (const auto &F : M.Functions) {
    if (!hasReads(*F))
      continue;
    std::set<const Variable *> Addressed = addressedIn(*F);
    forReads(*F, [&](Stmt &S) {
      const Variable *V = variableOf(S.Value);
      // SOUND: nobody can write what has no address.
      if (V && !V->isGlobal() && !Addressed.contains(V))
        S.Why = Reason::None;
    });
  }
}

void settleUnknownVolatile(Module &M, const Aliases &A) {
  std::vector<Stmt *> Reads;
  for (const auto &F : M.Functions)
    forReads(*F, [&](Stmt &S) {
      if (S.Value->type()->isInt())
        Reads.push_back(&S);
    });
  if (Reads.empty())
    return;
  AsynchronousWrites Others(M, A);
  for (Stmt *S : Reads)
    if (!Others.mayChange(S->Value))
      S->Why = Reason::None;
}

} // namespace predabs
