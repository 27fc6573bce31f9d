#include "predicates/discovery/Solve.h"

#include "predicates/discovery/Guards.h"
#include "predicates/discovery/HornAtoms.h"
#include "predicates/ir/Terms.h"
#include "predicates/prover/HornParameters.h"

#include <algorithm>

namespace predabs::horn {

using namespace ir;

namespace {

/// What bringing a term to the solver costs, compared with its units.
constexpr uint64_t UnitsPerTerm = 20;
/// What making the clauses costs, compared with that.
constexpr uint64_t StepsPerUnit = 2;

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

/// Collects predicates from the conditions of relations.
class Harvest {
public:
  Harvest(const Region &R, const Clauses &Made, PredicateSet &Known, Cells &C)
      : R(R), Made(Made), Known(Known), C(C), Ctx(Known.module().Ctx),
        Comparisons(Ctx), ByRelation(Made.Relations.size()) {}

  std::vector<Candidate> run(const std::vector<prover::HornTerm> &Conditions,
                             uint64_t &Units) {
    learn();
    for (uint32_t I = 0; I < Conditions.size(); ++I)
      findAtoms(I, Conditions[I]);
    std::vector<std::vector<size_t>> Guards =
        neededGuards(Made, Conditions, Units);
    for (size_t I = 0; I < Made.Trails.size(); ++I)
      follow(Made.Trails[I], Guards[I]);
    return std::move(Found);
  }

private:
  /// How predicates and conditions are written that are known.
  void learn() {
    for (const Predicate &P : Known.globals())
      Comparisons.learn(P.Term);
    for (const Procedure &P : R.Procs) {
      for (const Predicate &X : Known.of(*P.Of))
        Comparisons.learn(X.Term);
      for (const Point &X : P.Points)
        for (const Stmt *S : X.Stmts)
          if (S->Kind == StmtKind::Assume)
            Comparisons.learn(S->Value);
    }
  }

  const Function &functionOf(uint32_t Relation) const {
    return *R.Procs[Made.Relations[Relation].Proc].Of;
  }

  void findAtoms(uint32_t Relation, prover::HornTerm Condition) {
    const Function &F = functionOf(Relation);
    std::vector<const Expr *> Meaning;
    for (const Argument &A : Made.Relations[Relation].Args)
      Meaning.push_back(termOf(Known, F, A));
    ByRelation[Relation] = Comparisons.of(Made.System, Condition, Meaning);
    for (const Expr *E : ByRelation[Relation])
      add(F, E);
  }

  void add(const Function &F, const Expr *E) {
    Candidate New = {scopeOf(F, E), E};
    if (Seen.insert({New.Scope ? New.Scope->Id + 1 : 0, E->id()}).second)
      Found.push_back(New);
  }

  /// Takes the atoms of a relation back to where the trail begins: they must
  /// be known on the way too.
  void follow(const Trail &T, const std::vector<size_t> &Guards) {
    bool ToGoal = T.Relation == Trail::Goal;
    // One alone decides where it is; of several the earlier ones must be
    // remembered.
    bool GuardsMatter = ToGoal || Guards.size() > 1;
    std::vector<const Expr *> Now;
    if (!ToGoal)
      Now = ByRelation[T.Relation];
    if (T.Call)
      Now = each(Now, [&](const Expr *E) {
        return C.inCaller(*T.Call, functionOf(T.Relation), E);
      });
    addReturned(T, Guards);
    for (size_t I = T.Stmts.size(); I-- > 0;) {
      for (const Expr *E : Now)
        add(*T.Func, E);
      const Stmt &S = *T.Stmts[I];
      if (GuardsMatter && std::binary_search(Guards.begin(), Guards.end(), I))
        for (const Expr *E : Comparisons.of(S.Value))
          Now.push_back(E);
      Now = each(Now, [&](const Expr *E) {
        return S.Kind == StmtKind::Return ? returned(*T.Func, S, E)
                                          : C.before(S, E);
      });
    }
    for (const Expr *E : Now)
      add(*T.Func, E);
  }

  /// What is known behind calls, as far as something behind them needs it.
  void addReturned(const Trail &T, const std::vector<size_t> &Guards) {
    size_t Last = Guards.empty() ? 0 : Guards.back();
    if (!T.Returned.empty())
      Last = std::max(Last, T.Returned.back().first);
    for (const auto &[Position, Exit] : T.Returned)
      if (Position < Last)
        for (const Expr *E : ByRelation[Exit])
          if (const Expr *Here = behindCall(*T.Stmts[Position], Exit, E))
            for (const Expr *Atom : Comparisons.of(Here))
              add(*T.Func, Atom);
  }

  /// \p E, of the exit of a callee, in the caller; null if it cannot be said.
  const Expr *behindCall(const Stmt &Call, uint32_t Exit, const Expr *E) {
    const Function &F = functionOf(Exit);
    std::vector<const Variable *> From;
    std::vector<const Expr *> To;
    for (const Variable *V : variablesIn(E)) {
      const Expr *Value = valueInCaller(Call, F, V);
      if (!Value || Value->type() != V->Ty)
        return nullptr;
      From.push_back(V);
      To.push_back(Value);
    }
    const Expr *Here = substitute(Ctx, E, From, To);
    std::vector<const Variable *> Vars = variablesIn(Here);
    bool IsKnown =
        std::none_of(Vars.begin(), Vars.end(),
                     [](const Variable *V) { return V->isLogical(); });
    return IsKnown ? Here : nullptr;
  }

  const Expr *valueInCaller(const Stmt &Call, const Function &F,
                            const Variable *V) {
    if (V->isGlobal())
      return Ctx.var(V);
    if (F.Ty->inner()->isScalar() && V == Known.result(F))
      return Call.Dest;
    const Expr *Old = V->isLogical() ? V->ValueOf : Ctx.var(V);
    return Old && Cells::isOfInterface(F, Old) ? C.inCaller(Call, F, Old)
                                               : nullptr;
  }

  template <typename Fn>
  std::vector<const Expr *> each(const std::vector<const Expr *> &Terms,
                                 Fn Change) {
    std::vector<const Expr *> Result;
    for (const Expr *E : Terms) {
      const Expr *New = Change(E);
      if (New == E)
        Result.push_back(E);
      else if (New)
        for (const Expr *Atom : Comparisons.of(New))
          Result.push_back(Atom);
    }
    return Result;
  }

  /// \p E before the return, where the result is what is returned.
  const Expr *returned(const Function &F, const Stmt &S, const Expr *E) {
    if (!F.Ty->inner()->isScalar())
      return E;
    const Variable *Result = Known.result(F);
    std::vector<const Variable *> Vars = variablesIn(E);
    if (!Result->isLogical() ||
        std::find(Vars.begin(), Vars.end(), Result) == Vars.end())
      return E;
    return S.Value ? substitute(Ctx, E, std::span(&Result, 1),
                                std::span(&S.Value, 1))
                   : nullptr;
  }

  const Region &R;
  const Clauses &Made;
  PredicateSet &Known;
  Cells &C;
  Context &Ctx;
  Atoms Comparisons;
  std::vector<std::vector<const Expr *>> ByRelation;
  std::vector<Candidate> Found;
  std::set<std::pair<uint32_t, uint32_t>> Seen; ///< scope and term
};

} // namespace

Solved solve(const Region &R, PredicateSet &Known, Cells &C, Cuts Where,
             uint64_t Units) {
  Clauses Made =
      clausesOf(R, Known.module().Ctx, C, Where, StepsPerUnit * Units);
  // What a solver does before it begins to search, it does not count.
  uint64_t Preparing = UnitsPerTerm * Made.System.numTerms();
  if (!Made.AreComplete)
    return {Answer::Unknown, {}, Made.Steps / StepsPerUnit};
  if (Units && Preparing > Units)
    return {Answer::Unknown, {}, Preparing / 10 + Made.Steps / StepsPerUnit};
  Preparing += Made.Steps / StepsPerUnit;
  prover::HornSolution S = prover::solveForAll(Made.System, Units / 2);
  Solved Result = {S.Exists, {}, S.Units + Preparing};
  if (S.Exists != Answer::Yes && (!Units || S.Units < Units)) {
    S = prover::solve(Made.System, Units ? Units - S.Units : 0);
    Result = {S.Exists, {}, Result.Units + S.Units};
  }
  if (S.Exists == Answer::Yes)
    Result.Found = Harvest(R, Made, Known, C).run(S.Relations, Result.Units);
  return Result;
}

} // namespace predabs::horn
