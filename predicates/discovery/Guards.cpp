#include "predicates/discovery/Guards.h"

#include "predicates/ir/Syntax.h"
#include "predicates/prover/Solver.h"

#include <algorithm>
#include <exception>

namespace predabs::horn {

using namespace ir;
using prover::HornAtom;
using prover::HornClause;
using prover::HornNode;
using prover::HornOp;
using prover::HornSystem;
using prover::HornTerm;
using prover::Operator;
using prover::Solver;
using prover::Sort;
using prover::Term;

namespace {

constexpr uint64_t UnitsPerCheck = 100'000;

/// Terms of clauses as terms of a solver.
class Translation {
public:
  /// What variable i stands for.
  using Values = std::vector<Term>;
  Translation(const HornSystem &From, Solver &To) : From(From), To(To) {}

  Term operator()(HornTerm Root, Values &Variables) {
    std::unordered_map<uint32_t, Term> Made;
    return prover::madeOf(From, Root, Made, [&](HornTerm T) {
      return make(From[T], Made, Variables);
    });
  }

private:
  Term make(const HornNode &N, const std::unordered_map<uint32_t, Term> &Made,
            Values &Variables) {
    auto At = [&](size_t I) { return Made.at(N.Operands[I].Id); };
    switch (N.What) {
    case HornOp::Number:
      return To.number(decimal(N.Value));
    case HornOp::Variable:
      while (Variables.size() <= size_t(N.Value))
        Variables.push_back(To.symbol({Sort::Kind::Integer}));
      return Variables[size_t(N.Value)];
    case HornOp::Ite:
      return To.ite(At(0), At(1), At(2));
    case HornOp::True:
    case HornOp::False:
      return To.boolean(N.What == HornOp::True);
    case HornOp::Not:
      return To.make(Operator::Not, At(0));
    case HornOp::Other:
      throw std::exception();
    default: {
      Term Result = At(0);
      for (size_t I = 1; I < N.Operands.size(); ++I)
        Result = To.make(operatorOf(N.What), Result, At(I));
      return Result;
    }
    }
  }

  static Operator operatorOf(HornOp O) {
    switch (O) {
    case HornOp::Add:
      return Operator::Add;
    case HornOp::Mul:
      return Operator::Mul;
    case HornOp::Div:
      return Operator::Div;
    case HornOp::Mod:
      return Operator::Mod;
    case HornOp::And:
      return Operator::And;
    case HornOp::Or:
      return Operator::Or;
    case HornOp::Equal:
      return Operator::Equal;
    default:
      return Operator::LessEqual;
    }
  }

  const HornSystem &From;
  Solver &To;
};

class Search {
public:
  Search(const Clauses &Made, const std::vector<HornTerm> &Solution)
      : Made(Made), Solution(Solution), S(UnitsPerCheck),
        Translate(Made.System, S) {}

  std::vector<size_t> neededIn(size_t Clause) {
    const Trail &T = Made.Trails[Clause];
    std::vector<size_t> Guards;
    for (size_t I = 0; I < T.Stmts.size(); ++I)
      if (T.Stmts[I]->Kind == StmtKind::Assume)
        Guards.push_back(I);
    if (Guards.empty())
      return {};
    S.open(prover::Theory::Integers);
    std::vector<size_t> Result = Guards;
    try {
      std::vector<uint32_t> Core =
          coreOf(Made.System.clauses()[Clause], Guards);
      Result.clear();
      for (uint32_t I : Core)
        Result.push_back(Guards[I]);
    } catch (const std::exception &) {
    }
    Units = S.units();
    S.close();
    return Result;
  }

  uint32_t Units = 0;

private:
  /// Positions in \p Guards, the last conditions of the clause.
  std::vector<uint32_t> coreOf(const HornClause &C,
                               const std::vector<size_t> &Guards) {
    Translation::Values Variables;
    for (const HornAtom &A : C.Body)
      S.assume(meaning(A, Variables));
    if (C.Head)
      S.assume(S.make(Operator::Not, meaning(*C.Head, Variables)));
    size_t Others = C.Conditions.size() - Guards.size();
    for (size_t I = 0; I < Others; ++I)
      S.assume(Translate(C.Conditions[I], Variables));
    std::vector<Term> Symbols;
    std::vector<Literal> Asked;
    for (size_t I = Others; I < C.Conditions.size(); ++I) {
      Symbols.push_back(S.symbol({Sort::Kind::Boolean}));
      S.assume(S.make(Operator::Implies, Symbols.back(),
                      Translate(C.Conditions[I], Variables)));
      Asked.push_back({uint32_t(I - Others), true});
    }
    return reduced(Symbols, std::move(Asked));
  }

  Term meaning(const HornAtom &A, Translation::Values &Variables) {
    Translation::Values Args;
    for (HornTerm T : A.Args)
      Args.push_back(Translate(T, Variables));
    return Translate(Solution[A.Relation], Args);
  }

  /// Leaves out what is not needed; early guards first.
  std::vector<uint32_t> reduced(const std::vector<Term> &Symbols,
                                std::vector<Literal> Asked) {
    if (S.check(Symbols, Asked) != Answer::No)
      throw std::exception();
    std::vector<Literal> Core;
    for (uint32_t I : S.core())
      Core.push_back(Asked[I]);
    for (size_t I = 0; I < Core.size();) {
      std::vector<Literal> Less = Core;
      Less.erase(Less.begin() + ptrdiff_t(I));
      if (S.check(Symbols, Less) == Answer::No)
        Core = std::move(Less);
      else
        ++I;
    }
    std::vector<uint32_t> Result;
    for (const Literal &L : Core)
      Result.push_back(L.Term);
    return Result;
  }

  const Clauses &Made;
  const std::vector<HornTerm> &Solution;
  Solver S;
  Translation Translate;
};

} // namespace

std::vector<std::vector<size_t>>
neededGuards(const Clauses &Made, const std::vector<HornTerm> &Solution,
             uint64_t &Units) {
  Search Find(Made, Solution);
  std::vector<std::vector<size_t>> Result;
  for (size_t I = 0; I < Made.Trails.size(); ++I)
    Result.push_back(Find.neededIn(I));
  Units += Find.Units;
  return Result;
}

} // namespace predabs::horn
