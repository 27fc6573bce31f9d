#include "checkers/protocols/instrument/LockWrappers.h"

#include "checkers/protocols/instrument/Ways.h"
#include "predicates/ir/Terms.h"

namespace predabs {

using namespace ir;

/// How deep wrappers of locks are looked through.
static constexpr unsigned MaxWrappers = 4;

std::vector<LockWrapper> LockWrappers::at(const Stmt &S) {
  std::vector<LockWrapper> Result;
  if (S.Kind != StmtKind::Call || S.Value->kind() != ExprKind::FuncAddr)
    return Result;
  auto It = ByFunction.find(S.Value->function());
  if (It == ByFunction.end())
    return Result;
  for (LockWrapper W : It->second) {
    W.Effect.State = passed(W.Effect.State, S);
    W.Lock.Pointer = W.Lock.Pointer ? passed(W.Lock.Pointer, S) : nullptr;
    if (W.Effect.State)
      Result.push_back(W);
  }
  return Result;
}

void LockWrappers::find() {
  for (unsigned Depth = 0; Depth < MaxWrappers; ++Depth)
    for (const auto &F : Calls.M.Functions)
      if (F->isDefined())
        findIn(*F);
}

void LockWrappers::noteUses(const Function &In, BlockId B, uint32_t I,
                            std::vector<LockUse> &Uses,
                            std::map<const Expr *, const EventCall> &Steps) {
  const Stmt &S = In.Blocks[B].Stmts[I];
  for (const EventCall &X : Calls.of(S)) {
    if (X.isOfResult() || (!mayAcquire(X) && !releases(X)))
      continue;
    Steps.emplace(Calls.placeOf(X), X);
    Uses.push_back({B, I, Calls.placeOf(X), useOf(Calls, X, S)});
  }
  if (S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr &&
      S.Value->function()->isDefined() && !Calls.eventsOf(S))
    noteCallee(B, I, S, Uses, Steps);
}

void LockWrappers::noteCallee(BlockId B, uint32_t I, const Stmt &S,
                              std::vector<LockUse> &Uses,
                              std::map<const Expr *, const EventCall> &Steps) {
  const Function *Callee = S.Value->function();
  if (usesLocks(*Callee))
    Uses.push_back({B, I, nullptr, LockUse::Kind::MayRelease});
  for (const LockWrapper &W : at(S)) {
    Steps.emplace(W.Effect.State, W.Lock);
    Uses.push_back({B, I, W.Effect.State, W.Effect.What});
  }
}

void LockWrappers::findIn(Function &F) {
  std::vector<LockUse> Uses;
  std::map<const Expr *, const EventCall> Steps;
  for (BlockId B = 0; B < F.Blocks.size(); ++B)
    for (uint32_t I = 0; I < F.Blocks[B].Stmts.size(); ++I)
      noteUses(F, B, I, Uses, Steps);
  if (Uses.empty())
    return;
  Users.insert(&F);
  std::vector<LockWrapper> Found;
  for (const LockEffect &E : effectsOf(F, Uses))
    Found.push_back({E, Steps.at(E.State)});
  if (!Found.empty())
    ByFunction[&F] = std::move(Found);
}

const Expr *LockWrappers::passed(const Expr *E, const Stmt &Call) {
  bool Fits = true;
  const Expr *Result =
      ir::rewrite(Calls.Ctx, E, [&](const Expr *Old, const Expr *New) {
        if (Old->kind() != ExprKind::Var ||
            Old->variable()->Kind != Storage::Parameter)
          return New;
        uint32_t I = Old->variable()->Id;
        Fits &= I < Call.Args.size() && Old->type()->isScalar() &&
                Call.Args[I]->type() == Old->type();
        return Fits ? Call.Args[I] : New;
      });
  return Fits ? Result : nullptr;
}

} // namespace predabs
