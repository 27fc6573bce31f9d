#include "predicates/discovery/Solve.h"

#include "predicates/discovery/Atoms.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs::horn {

using namespace ir;

namespace {

const Expr *termOf(PredicateSet &Known, const Function &F, const Argument &A) {
  Context &Ctx = Known.module().Ctx;
  switch (A.When) {
  case Argument::Moment::Entry:
    return Ctx.var(Known.entryValue(F, A.Cell));
  case Argument::Moment::Now:
    return A.Cell;
  case Argument::Moment::Result:
    break;
  }
  return Ctx.var(Known.result(F));
}

const Function *scopeOf(const Function &F, const Expr *E) {
  std::vector<const Variable *> Vars = variablesIn(E);
  bool OnlyGlobals =
      std::all_of(Vars.begin(), Vars.end(),
                  [](const Variable *V) { return V->isGlobal(); });
  return OnlyGlobals ? nullptr : &F;
}

void addCandidates(const Region &R, const Clauses &Made, uint32_t Relation,
                   prover::HornTerm Condition, PredicateSet &Known,
                   std::vector<Candidate> &To) {
  const RelationInfo &Info = Made.Relations[Relation];
  const Function &F = *R.Procs[Info.Proc].Of;
  std::vector<const Expr *> Meaning;
  for (const Argument &A : Info.Args)
    Meaning.push_back(termOf(Known, F, A));
  for (const Expr *E :
       atomsOf(Made.System, Condition, Meaning, Known.module().Ctx)) {
    Candidate New = {scopeOf(F, E), E};
    if (std::find(To.begin(), To.end(), New) == To.end())
      To.push_back(New);
  }
}

} // namespace

Solved solve(const Region &R, PredicateSet &Known, Cells &C, Cuts Where,
             Globals Begin, uint64_t Units) {
  Clauses Made = clausesOf(R, Known.module().Ctx, C, Where, Begin);
  prover::HornSolution S = prover::solve(Made.System, Units);
  Solved Result = {S.Exists, {}, S.Units};
  if (S.Exists == Answer::Yes)
    for (uint32_t I = 0; I < Made.Relations.size(); ++I)
      addCandidates(R, Made, I, S.Relations[I], Known, Result.Found);
  return Result;
}

} // namespace predabs::horn
