#include "checkers/runs/GoalReachability.h"

namespace predabs {

using namespace ir;

void GoalReachability::add(const Path &P) {
  uint32_t Depth = UINT32_MAX;
  for (size_t I = P.Steps.size(); I-- > 0 && Depth > 0;) {
    const PathStep &S = P.Steps[I];
    if (S.Depth >= Depth)
      continue;
    // A call that was entered is behind us.
    addFrom(*S.Func, S.Block, Depth == UINT32_MAX ? S.Stmt : S.Stmt + 1);
    Depth = S.Depth;
  }
  work();
}

void GoalReachability::addFrom(const Function &F, BlockId B, uint32_t Stmt) {
  auto [It, IsNew] = First.try_emplace({&F, B}, Stmt);
  if (!IsNew && It->second <= Stmt)
    return;
  It->second = Stmt;
  Open.push_back({&F, B, Stmt});
}

void GoalReachability::work() {
  while (!Open.empty()) {
    Goal Next = Open.back();
    Open.pop_back();
    const Block &B = Next.Func->Blocks[Next.Block];
    for (size_t I = Next.Stmt; I < B.Stmts.size(); ++I)
      if (B.Stmts[I].Kind == StmtKind::Call)
        enter(B.Stmts[I]);
    for (BlockId Succ : B.Succs)
      addFrom(*Next.Func, Succ, 0);
  }
}

void GoalReachability::enter(const Stmt &Call) {
  for (const Function *F : W.A.targets(Call).Known)
    if (F->isDefined())
      addFrom(*F, 0, 0);
}

bool GoalReachability::contains(const Goal &G) const {
  auto It = First.find({G.Func, G.Block});
  return It != First.end() && It->second <= G.Stmt;
}

} // namespace predabs
