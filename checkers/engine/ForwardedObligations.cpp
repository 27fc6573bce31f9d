#include "checkers/engine/ForwardedObligations.h"

#include "checkers/protocols/analysis/StateFlow.h"
#include "predicates/alias/Locations.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Whether \p S sets a state or looks at one.
bool isStep(const Stmt &S) {
  auto HasState = [](const Expr *E) {
    return E && std::ranges::any_of(termsOf(E), [](const Expr *T) {
             return isState(T->type());
           });
  };
  return HasState(S.Dest) || HasState(S.Value);
}

bool hasSteps(const Function &F) {
  return std::ranges::any_of(F.Blocks, [](const Block &B) {
    return std::ranges::any_of(B.Stmts, isStep);
  });
}

/// Looks into records and arrays.
bool mayHoldState(const Type *T) {
  if (T->isArray())
    return mayHoldState(T->inner());
  return holdsState(T) ||
         (T->isRecord() && std::ranges::any_of(T->fields(), [](const Field &F) {
            return mayHoldState(F.Ty);
          }));
}

/// Whether \p E has the address of a variable that may have a state.
bool hasObject(const Expr *E) {
  return std::ranges::any_of(termsOf(E), [](const Expr *T) {
    if (T->kind() != ExprKind::AddrOf)
      return false;
    const Expr *Root = alias::rootOf(T->operand(0));
    return Root->kind() == ExprKind::Var && mayHoldState(Root->type());
  });
}

/// Whether \p Call may decide which objects the callee deals with: it names
/// one, or passes two that may be the same.
bool choosesObjects(const Stmt &Call) {
  auto IsPointer = [](const Expr *Arg) {
    const Type *T = Arg->type();
    return T->isPointer() && (isState(T->inner()) || mayHoldState(T->inner()));
  };
  return std::ranges::any_of(Call.Args, hasObject) ||
         std::ranges::count_if(Call.Args, IsPointer) > 1;
}

bool isInLoop(const Function &F, BlockId B) {
  std::vector<bool> Seen(F.Blocks.size());
  for (std::vector<BlockId> Work = F.Blocks[B].Succs; !Work.empty();) {
    BlockId At = Work.back();
    Work.pop_back();
    if (At == B)
      return true;
    if (Seen[At])
      continue;
    Seen[At] = true;
    Work.insert(Work.end(), F.Blocks[At].Succs.begin(),
                F.Blocks[At].Succs.end());
  }
  return false;
}

} // namespace

ForwardedObligations::ForwardedObligations(const Module &M, const Aliases &A,
                                           const CallGraph &Calls)
    : A(A), HasSteps(M.Functions.size()), Changes(M.Functions.size()) {
  for (const auto &F : M.Functions) {
    HasSteps[F->Id] = hasSteps(*F);
    Changes[F->Id] = !leavesStatesAsFound(*F);
  }
  std::vector<const Function *> Order = Calls.bottomUp();
  for (bool IsNew = true; IsNew;) {
    IsNew = false;
    for (const Function *F : Order)
      for (const Function *Callee : Calls.callees(*F))
        if (Changes[Callee->Id] && !Changes[F->Id])
          IsNew = Changes[F->Id] = true;
  }
}

bool ForwardedObligations::mayChangeStates(const Stmt &S) const {
  return S.Kind == StmtKind::Call &&
         std::ranges::any_of(A.targets(S).Known, [&](const Function *Callee) {
           return Changes[Callee->Id];
         });
}

bool ForwardedObligations::by(const Function &F) const {
  if (HasSteps[F.Id])
    return false;
  unsigned Places = 0;
  for (BlockId B = 0; B < F.Blocks.size(); ++B)
    for (const Stmt &S : F.Blocks[B].Stmts) {
      if (S.Kind == StmtKind::Call && choosesObjects(S))
        return false;
      if (mayChangeStates(S) && (++Places > 1 || isInLoop(F, B)))
        return false;
    }
  return true;
}

} // namespace predabs
