#include "predicates/alias/CallGraph.h"

#include "predicates/alias/Library.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using namespace ir;

FunctionList calleesIn(const Function &F, const Aliases &A) {
  FunctionList Result;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Kind == StmtKind::Call)
        for (const Function *Callee : A.targets(S).Known)
          if (Callee->isDefined())
            Result.push_back(Callee);
  return Result;
}

FunctionList reachedFrom(FunctionList From, const Aliases &A) {
  return ir::reachedFrom(std::move(From),
                         [&](const Function &F) { return calleesIn(F, A); });
}

CallGraph::CallGraph(const Module &M, const Aliases &A,
                     const FunctionTest &AreAside)
    : M(M), Callees(M.Functions.size()), HasCallers(M.Functions.size()),
      Taken(M.Functions.size()), CallsOthers(M.Functions.size()) {
  for (const auto &G : M.Globals)
    for (const InitPart &P : G->Init)
      noteAddresses(P.Value);
  for (const auto &F : M.Functions)
    if (!AreAside || !AreAside(*F))
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts)
          note(S, *F, A);
  for (FunctionList &List : Callees)
    List = byId(std::move(List));
}

static bool isForeign(const Function *F) {
  return !F->isDefined() && !F->IsNoReturn &&
         !F->Name.starts_with("__VERIFIER_nondet_") &&
         !alias::findLibraryFunction(*F);
}

void CallGraph::note(const Stmt &S, const Function &In, const Aliases &A) {
  if (S.Value && !directCallee(S))
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
  return ir::anyReached(
      {&From}, [&](auto &F) -> auto & { return callees(F); }, Is);
}

FunctionList CallGraph::reachedFrom(const Function &From) const {
  return ir::reachedFrom({&From},
                         [&](auto &F) -> auto & { return callees(F); });
}

bool CallGraph::reaches(const Function &From, const Function &To) const {
  return anyReached(From, [&](const Function &F) { return &F == &To; });
}

bool CallGraph::leadsOut(const Function &From) const {
  return anyReached(From, [&](const Function &F) { return CallsOthers[F.Id]; });
}

FunctionList CallGraph::bottomUp() const { return calleesFirst(M, Callees); }

} // namespace predabs
