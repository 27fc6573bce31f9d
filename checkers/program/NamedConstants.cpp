#include "checkers/program/NamedConstants.h"

#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

namespace predabs {

using namespace ir;

/// Whether \p S gives a global the value that it has at the beginning anyway.
static bool isInitial(const Variable &V, const Stmt &S) {
  if (!V.isGlobal() || !V.Ty->isInt())
    return false;
  return V.Init.empty() ? S.Value->isInt(0) : S.Value == V.Init[0].Value;
}

NamedConstants::NamedConstants(Module &M, const Aliases &A,
                               const Function *Start)
    : Ctx(M.Ctx) {
  std::set<const Variable *> Others;
  auto Note = [&](const Stmt &S) {
    if (!S.Dest)
      return;
    const Variable *V = rootOf(S.Dest);
    if (!V)
      return;
    bool IsNumber = S.Kind == StmtKind::Assign &&
                    S.Dest->kind() == ExprKind::Var &&
                    S.Value->kind() == ExprKind::Int;
    if (!IsNumber)
      Others.insert(V);
    else if (isInitial(*V, S))
      return;
    else if (!Values.emplace(V, S.Value).second && Values[V] != S.Value)
      Others.insert(V);
  };
  for (const auto &F : M.Functions)
    if (F.get() != Start)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts)
          Note(S), noteNumbers(S);
  std::erase_if(Values, [&](const auto &Entry) {
    const Variable *V = Entry.first;
    return Others.contains(V) || V->Kind == Storage::Parameter ||
           A.isAddressTaken(V);
  });
}

void NamedConstants::noteNumbers(const Stmt &S) {
  for (const Expr *E : termsOf(rootsOf(S)))
    if (E->kind() == ExprKind::Int)
      Numbers.insert(E->number());
}

std::vector<Candidate> NamedConstants::spelledOut(const Candidate &C) const {
  std::vector<const Variable *> Names;
  const Expr *Term = rewrite(Ctx, C.Term, [&](const Expr *E, const Expr *New) {
    if (E->kind() != ExprKind::Var)
      return New;
    auto It = Values.find(E->variable());
    if (It == Values.end())
      return New;
    Names.push_back(E->variable());
    return It->second;
  });
  if (Names.empty())
    return {C};
  std::vector<Candidate> Result;
  if (!placesRead(Term).empty())
    Result.push_back({C.Scope, Term});
  else if (Names.size() == 1)
    Result.push_back(C); // the name may be a variable after all
  for (const Variable *V : Names)
    Result.push_back({V->isGlobal() ? nullptr : C.Scope,
                      Ctx.binary(Op::Eq, Ctx.var(V), Values.at(V))});
  return Result;
}

} // namespace predabs
