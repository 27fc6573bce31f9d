#include "checkers/Callers.h"

#include "checkers/protocols/Fresh.h"
#include "predicates/alias/Library.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

CallGraph::CallGraph(const Module &M, const Aliases &A)
    : M(M), Callees(M.Functions.size()), HasCallers(M.Functions.size()),
      Taken(M.Functions.size()), CallsOthers(M.Functions.size()) {
  for (const auto &G : M.Globals)
    for (const InitPart &P : G->Init)
      noteAddresses(P.Value);
  for (const auto &F : M.Functions)
    for (const Block &B : F->Blocks)
      for (const Stmt &S : B.Stmts)
        note(S, *F, A);
  for (auto &List : Callees) {
    std::sort(
        List.begin(), List.end(),
        [](const Function *X, const Function *Y) { return X->Id < Y->Id; });
    List.erase(std::unique(List.begin(), List.end()), List.end());
  }
}

static bool isDirect(const Stmt &S) {
  return S.Kind == StmtKind::Call && S.Value->kind() == ExprKind::FuncAddr;
}

static bool isForeign(const Function *F) {
  return !F->isDefined() && !F->IsNoReturn &&
         !F->Name.starts_with("__VERIFIER_nondet_") &&
         !alias::findLibraryFunction(*F);
}

void CallGraph::note(const Stmt &S, const Function &In, const Aliases &A) {
  if (isFreshCaller(In))
    return;
  if (S.Value && !isDirect(S))
    noteAddresses(S.Value);
  if (S.Dest)
    noteAddresses(S.Dest);
  for (const Expr *Arg : S.Args)
    noteAddresses(Arg);
  if (S.Kind != StmtKind::Call)
    return;
  CallTargets Targets = A.targets(S);
  if (Targets.AndOthers || std::ranges::any_of(Targets.Known, isForeign))
    CallsOthers[In.Id] = true;
  for (const Function *Callee : Targets.Known) {
    if (!Callee->isDefined())
      continue;
    Callees[In.Id].push_back(Callee);
    if (Callee != &In)
      HasCallers[Callee->Id] = true;
  }
}

void CallGraph::noteAddresses(const Expr *E) {
  for (const Expr *T : termsOf(E))
    if (T->kind() == ExprKind::FuncAddr)
      Taken[T->function()->Id] = true;
}

template <class Test>
bool CallGraph::anyReached(const Function &From, Test Is) const {
  std::vector<bool> Seen(M.Functions.size());
  std::vector<const Function *> Work = {&From};
  Seen[From.Id] = true;
  while (!Work.empty()) {
    const Function *F = Work.back();
    Work.pop_back();
    if (Is(*F))
      return true;
    for (const Function *Callee : callees(*F))
      if (!Seen[Callee->Id]) {
        Seen[Callee->Id] = true;
        Work.push_back(Callee);
      }
  }
  return false;
}

bool CallGraph::reaches(const Function &From, const Function &To) const {
  return anyReached(From, [&](const Function &F) { return &F == &To; });
}

bool CallGraph::leadsOut(const Function &From) const {
  return anyReached(From, [&](const Function &F) { return CallsOthers[F.Id]; });
}

std::vector<const Function *> CallGraph::bottomUp() const {
  std::vector<const Function *> Order;
  std::vector<bool> Seen(M.Functions.size());
  // A function and the position of its next callee.
  std::vector<std::pair<const Function *, size_t>> Open;
  for (const auto &Root : M.Functions) {
    if (Seen[Root->Id])
      continue;
    Seen[Root->Id] = true;
    Open.emplace_back(Root.get(), 0);
    while (!Open.empty()) {
      auto &[F, Next] = Open.back();
      if (Next == callees(*F).size()) {
        Order.push_back(F);
        Open.pop_back();
        continue;
      }
      const Function *Callee = callees(*F)[Next++];
      if (!Seen[Callee->Id]) {
        Seen[Callee->Id] = true;
        Open.emplace_back(Callee, 0);
      }
    }
  }
  return Order;
}

} // namespace predabs
