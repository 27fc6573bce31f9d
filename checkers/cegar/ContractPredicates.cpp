#include "checkers/cegar/ContractPredicates.h"

#include "predicates/alias/CallGraph.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// More would cost more than they save.
constexpr size_t MaxEach = 3, MaxTerms = 12;

/// The functions in Workspace::Contracted that \p From may run.
std::vector<const Function *> contracted(const Workspace &W,
                                         const Function &From) {
  FunctionList Result = byId(reachedFrom({&From}, W.A));
  std::erase_if(Result,
                [&](const Function *F) { return !W.Contracted.contains(F); });
  return Result;
}

/// Whether \p E is over parameters and globals alone.
bool isOverEntry(const Expr *E) {
  return std::ranges::all_of(variablesIn(E), [](const Variable *V) {
    return V->isGlobal() || V->Kind == Storage::Parameter;
  });
}

/// \p E with symbolic constants for what it reads.
const Expr *atEntry(PredicateSet &P, const Function &F, const Expr *E) {
  Context &Ctx = P.module().Ctx;
  std::vector<const Expr *> Read = placesRead(E);
  return rewrite(Ctx, E, [&](const Expr *Old, const Expr *New) {
    bool IsRead = Old->isPlace() && std::ranges::find(Read, Old) != Read.end();
    return IsRead ? Ctx.var(P.entryValue(F, Old)) : New;
  });
}

} // namespace

void addContractPredicates(const Workspace &W, PredicateSet &P,
                           const Function &From) {
  Context &Ctx = P.module().Ctx;
  for (const Function *F : contracted(W, From)) {
    if (!F->Ty->inner()->isInt() && !F->Ty->inner()->isPointer())
      continue;
    size_t Count = 0;
    for (const Block &B : F->Blocks) {
      const Expr *Value = B.endsInReturn() ? B.Stmts.back().Value : nullptr;
      if (!Value || termsOf(Value).size() > MaxTerms || !isOverEntry(Value) ||
          ++Count > MaxEach)
        continue;
      P.add(F,
            Ctx.binary(Op::Eq, Ctx.var(P.result(*F)), atEntry(P, *F, Value)));
    }
  }
}

} // namespace predabs
