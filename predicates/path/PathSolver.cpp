#include "predicates/path/PathSolver.h"

#include <algorithm>
#include <utility>

namespace predabs::path {

namespace {

/// A core of more members is not made smaller one by one.
constexpr size_t MaxMinimised = 24;

/// Units for each attempt to make it smaller, besides what the question took.
constexpr uint64_t UnitsForCore = 50'000;

/// About what a term costs, compared with the solver's units.
constexpr uint64_t UnitsPerTerm = 10;

/// And what the solver does with one before it begins to search, which it does
/// not count.
constexpr uint64_t UnitsPerPreparation = 50;

} // namespace

Answer PathSolver::ask(const std::vector<BitTerm> &Always,
                       const std::vector<BitTerm> &Asked, Try First) {
  std::vector<BitTerm> All = Always;
  All.insert(All.end(), Asked.begin(), Asked.end());
  Answer A = ask(simplify(Terms, All), First);
  std::vector<uint32_t> Used;
  for (uint32_t I : Core)
    if (I >= Always.size())
      Used.push_back(uint32_t(I - Always.size()));
  Core = std::move(Used);
  return A;
}

Answer PathSolver::ask(const Facts &F, Try First) {
  Core.clear();
  std::vector<BitTerm> Left;
  for (const Fact &X : F.Left)
    Left.push_back(X.Term);
  std::vector<uint32_t> Found(Left.size() == 1 ? 1 : 0);
  if (First == Try::LastModel && !Left.empty() &&
      !Terms.isFalse(Left.front()) && isModelStill(F, Left))
    return Answer::Yes;
  Answer A = Left.empty()                  ? Answer::Yes
             : Terms.isFalse(Left.front()) ? Answer::No
                                           : solve(Left, Found);
  for (uint32_t I : Found)
    Core.insert(Core.end(), F.Left[I].From.begin(), F.Left[I].From.end());
  std::sort(Core.begin(), Core.end());
  Core.erase(std::unique(Core.begin(), Core.end()), Core.end());
  if (A != Answer::Yes)
    return A;
  Model = F.Known;
  if (!Left.empty())
    for (auto [Symbol, Value] : Solver->values(Terms.symbolsIn(Left)))
      Model[Symbol] = Value;
  return A;
}

/// Whether the last model, changed where \p F knows better, makes \p Left
/// true.
bool PathSolver::isModelStill(const Facts &F,
                              const std::vector<BitTerm> &Left) {
  BitTerms::Values Changed = Model;
  for (auto [Symbol, Value] : F.Known)
    Changed[Symbol] = Value;
  std::swap(Model, Changed);
  bool Holds = isModelOf(Left);
  if (!Holds)
    std::swap(Model, Changed);
  return Holds;
}

bool PathSolver::isModelOf(const std::vector<BitTerm> &Asked) {
  std::vector<std::optional<ir::UInt128>> Truth = Terms.evaluate(Asked, Model);
  return std::all_of(Truth.begin(), Truth.end(),
                     [](const auto &T) { return T && *T; });
}

Answer PathSolver::solve(const std::vector<BitTerm> &Asked,
                         std::vector<uint32_t> &Used) {
  NumPrepared = std::max(NumPrepared, Terms.cone(Asked).size());
  if (isSpent())
    return Answer::Unknown;
  if (!Solver)
    Solver = std::make_unique<prover::BitSolver>(Library, Terms);
  Answer A = Solver->check(Asked, Allowance);
  if (A == Answer::No)
    Used = Solver->core();
  return A;
}

void PathSolver::minimise(const std::vector<BitTerm> &Always,
                          const std::vector<BitTerm> &All, Try First) {
  std::vector<uint32_t> Best = Core;
  Allowance = units() + UnitsForCore;
  // What comes before I was needed, and still is.
  for (size_t I = 0; Best.size() <= MaxMinimised && I < Best.size();) {
    std::vector<uint32_t> Rest = Best;
    Rest.erase(Rest.begin() + ptrdiff_t(I));
    std::vector<BitTerm> Asked;
    for (uint32_t Position : Rest)
      Asked.push_back(All[Position]);
    if (ask(Always, Asked, First) != Answer::No) {
      ++I;
      continue;
    }
    Best.clear();
    for (uint32_t Position : Core)
      Best.push_back(Rest[Position]);
  }
  Core = std::move(Best);
}

bool PathSolver::isSpent() const {
  return Limit && units() + UnitsPerPreparation * NumPrepared > Limit;
}

uint64_t PathSolver::termUnits() const {
  return UnitsPerTerm * Terms.size() + UnitsPerPreparation * NumPrepared;
}

} // namespace predabs::path
