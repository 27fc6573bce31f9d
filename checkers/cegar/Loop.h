// The loop of SLAM: abstract, check, trace, feasible?, refine. Decides goals
// for one way to start. For
//
//   void f(void) { int n = 0; if (b()) n++; ... if (n < 0) fail; }
//
// the first round has no predicate, so its Boolean program reaches the
// failure; the path is infeasible and gives `n < 0`; in the second round the
// failure is not reachable: proved.

#ifndef PREDABS_CHECKERS_CEGAR_LOOP_H
#define PREDABS_CHECKERS_CEGAR_LOOP_H

#include "checkers/cegar/DirectSearch.h"
#include "checkers/cegar/Proofs.h"

namespace predabs {

class Loop {
public:
  /// \p Units of work may be spent. \p Seeds: predicates to begin with. All
  /// goals are steps of protocols (isStep), or none is.
  Loop(Workspace &W, Entry From, std::vector<Goal> Goals, uint64_t Units,
       std::vector<Candidate> Seeds, Look How = Look::Thorough);

  /// A finding for each goal, in their order.
  std::vector<Finding> run();

private:
  /// A way to a goal that a round found, or why there is none.
  struct Trace {
    size_t Goal;
    std::optional<Path> Way;
    std::string WhyNot;
  };

  void search();
  void refineUntilDecided();
  std::vector<Trace> traces(Round &R);
  void refine(size_t Goal, const Path &Way, const Feasibility &F);
  bool wereTried(size_t Goal) const;
  void tryShortPaths();
  void tryShortPaths(Round &R);
  void addPredicates();
  bool addSeedsAboutStates();
  void giveUpUnlessSpent(const Round &R, size_t Goal, std::string Why);

  GoalSearch S;
  Rounds Next;
  Counterexamples Examples;
  DirectSearch Direct;
  Proofs Proved;
  const std::vector<Candidate> Seeds;
  /// Something was learned in this round.
  bool Progress = false;
};

} // namespace predabs

#endif
