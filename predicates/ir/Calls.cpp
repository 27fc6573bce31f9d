#include "predicates/ir/Calls.h"

#include <algorithm>

namespace predabs::ir {

FunctionList byId(FunctionList Functions) {
  std::ranges::sort(Functions, {}, &Function::Id);
  auto Rest = std::ranges::unique(Functions);
  Functions.erase(Rest.begin(), Rest.end());
  return Functions;
}

FunctionList directCallees(const Function &F) {
  FunctionList Result;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (const Function *Callee = directCallee(S))
        Result.push_back(Callee);
  return byId(std::move(Result));
}

FunctionList calleesFirst(const Module &M,
                          const std::vector<FunctionList> &Callees) {
  FunctionList Order;
  std::vector<bool> Seen(M.Functions.size());
  // A function and the position of its next callee.
  std::vector<std::pair<const Function *, size_t>> Open;
  auto Visit = [&](const Function *F) {
    if (!Seen[F->Id])
      Open.emplace_back(F, 0);
    Seen[F->Id] = true;
  };
  for (const auto &Root : M.Functions) {
    Visit(Root.get());
    while (!Open.empty()) {
      auto &[F, Next] = Open.back();
      if (Next < Callees[F->Id].size()) {
        Visit(Callees[F->Id][Next++]);
        continue;
      }
      Order.push_back(F);
      Open.pop_back();
    }
  }
  return Order;
}

bool isCallOf(const Stmt &Call, const Function &F) {
  if (Call.Args.size() < F.NumParams)
    return false;
  for (uint32_t I = 0; I < F.NumParams; ++I)
    if (Call.Args[I]->type() != F.Vars[I]->Ty)
      return false;
  return !Call.Dest || Call.Dest->type() == F.Ty->inner();
}

size_t numStatements(const Function &F) {
  size_t N = 0;
  for (const Block &B : F.Blocks)
    N += B.Stmts.size();
  return N;
}

} // namespace predabs::ir
