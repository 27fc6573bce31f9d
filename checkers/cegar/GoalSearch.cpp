#include "checkers/cegar/GoalSearch.h"

#include <algorithm>

namespace predabs {

/// Predicates that are named where the budget is spent.
static constexpr size_t NamedAtEnd = 3;

GoalSearch::GoalSearch(Workspace &W, Entry From, std::vector<Goal> All,
                       uint64_t Units, Look How)
    : W(W), From(From), Goals(std::move(All)), How(How),
      AreSteps(isStep(Goals.front())),
      A(W.A.under(AreSteps ? OthersAndStates::Keep : OthersAndStates::Change)),
      Predicates(W.M), Refine(W, A, Predicates, How), Units(Units),
      Findings(Goals.size()), Decided(Goals.size()) {
  // What is wrong with them was said before.
  (void)addGivenPredicates(Predicates, W.Opts);
  Before = unitsOfAll();
}

std::vector<size_t> GoalSearch::openGoals() const {
  std::vector<size_t> Result;
  for (size_t G = 0; G < Goals.size(); ++G)
    if (isOpen(G))
      Result.push_back(G);
  return Result;
}

void GoalSearch::decide(size_t G, Finding F) {
  if (F.Basis.Predicates.empty())
    F.Basis.Predicates = predicateTexts();
  F.Basis.Rounds = Rounds;
  F.Basis.Units = unitsSpent();
  Findings[G] = std::move(F);
  Decided[G] = true;
}

void GoalSearch::giveUp(size_t G, std::string Why) {
  W.log("  gave up: " + Why);
  decide(G, Finding::unknown(std::move(Why)));
}

void GoalSearch::runOut(size_t G, std::string Why) {
  giveUp(G, std::move(Why));
  Findings[G].IsSpent = true;
}

void GoalSearch::runOut(size_t G) {
  std::string Text =
      Rounds >= MaxRounds ? "not decided after " : "the budget is spent after ";
  Text += std::to_string(Rounds) + (Rounds == 1 ? " round" : " rounds");
  runOut(G, Text + (Predicates.size() ? ", " + lastTried() : ""));
}

std::string GoalSearch::lastTried() const {
  std::string Text = "with";
  std::vector<std::string> Tried = predicateTexts();
  for (size_t I = Tried.size() - std::min(Tried.size(), NamedAtEnd);
       I < Tried.size(); ++I)
    Text += " '" + Tried[I] + "'";
  return Text;
}

std::vector<std::string> GoalSearch::predicateTexts() const {
  std::vector<std::string> Result;
  for (const Predicate &P : Predicates.globals())
    Result.push_back(P.Text);
  for (const auto &F : W.M.Functions)
    for (const Predicate &P : Predicates.of(*F))
      Result.push_back(F->DisplayName + ": " + P.Text);
  return Result;
}

/// Of all searches so far, as far as others count it.
uint64_t GoalSearch::unitsOfAll() const {
  return W.Z->statistics().work() + W.Direct->statistics().work() +
         W.Paths.units() / ProverStatistics::SolverUnits + Refine.units();
}

uint64_t GoalSearch::unitsSpent() const {
  return unitsOfAll() + OwnUnits - Before;
}

uint64_t GoalSearch::unitsLeft() const {
  return Units - std::min(Units, unitsSpent());
}

} // namespace predabs
