// What the parts of one search share: the goals with what was found about them,
// the predicates, and the budget.

#ifndef PREDABS_CHECKERS_CEGAR_GOALSEARCH_H
#define PREDABS_CHECKERS_CEGAR_GOALSEARCH_H

#include "checkers/cegar/Refine.h"

namespace predabs {

/// After so many rounds a search ends.
constexpr uint64_t MaxRounds = 400;

class GoalSearch {
public:
  /// All \p Goals are steps of protocols (isStep), or none is. \p Units of work
  /// may be spent.
  GoalSearch(Workspace &W, Entry From, std::vector<Goal> Goals, uint64_t Units,
             Look How);

  Workspace &W;
  const Entry From;
  const std::vector<Goal> Goals;
  const Look How;
  /// The goals are steps of protocols.
  const bool AreSteps;
  /// Of steps under the assumption that code elsewhere leaves the states of
  /// objects alone, as it does on reported paths; see Proofs.
  const Aliases A;
  PredicateSet Predicates;
  Refinement Refine;
  uint64_t Rounds = 0;

  bool isOpen(size_t Goal) const { return !Decided[Goal]; }
  /// Positions of goals.
  std::vector<size_t> openGoals() const;
  const Finding &finding(size_t Goal) const { return Findings[Goal]; }
  std::vector<Finding> takeFindings() { return std::move(Findings); }

  void decide(size_t Goal, Finding F);
  void giveUp(size_t Goal, std::string Why);
  /// As giveUp, where more work might have helped.
  void runOut(size_t Goal, std::string Why);
  /// The same because the budget is spent.
  void runOut(size_t Goal);
  /// The last predicates: "with 'f: x==1' 'f: x==2'".
  std::string lastTried() const;

  uint64_t units() const { return Units; }
  uint64_t unitsSpent() const;
  uint64_t unitsLeft() const;
  void addUnits(uint64_t Work) { OwnUnits += Work; }

private:
  uint64_t unitsOfAll() const;
  std::vector<std::string> predicateTexts() const;

  const uint64_t Units;
  uint64_t Before = 0, OwnUnits = 0;
  std::vector<Finding> Findings;
  std::vector<bool> Decided;
};

} // namespace predabs

#endif
