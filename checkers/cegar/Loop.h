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

#include "checkers/bebop/Check.h"
#include "checkers/cegar/Refine.h"
#include "checkers/runs/Runs.h"
#include "predicates/abstraction/Abstract.h"

namespace predabs {

class Loop {
public:
  /// \p Units of work may be spent. \p Seeds: predicates to begin with. All
  /// goals are steps of protocols (isBrokenStep), or none is.
  Loop(Workspace &W, Entry From, std::vector<Goal> Goals, uint64_t Units,
       std::vector<Candidate> Seeds, Look How = Look::Thorough);
  ~Loop();

  /// A finding for each goal, in their order.
  std::vector<Finding> run();

private:
  struct Round;

  void work();
  std::unique_ptr<Round> check();
  std::unique_ptr<Round> check(uint64_t UnitsToAbstract);
  void settle(Round &R);
  static uint64_t unitsOf(const Round &R);
  bool isSpent(const Round &R) const;
  void countWork(const Round &R);
  void tryRuns();
  void glance();
  bool addSeedsAboutStates();
  void tryShortPaths(Round &R);
  void tryPath(size_t Goal, Path Way);
  void take(FailingRun R);
  /// Counts and logs \p Way to \p Goal; gives up if it is none.
  bool isPath(size_t Goal, const Path &Way);
  void examine(size_t Goal, Path Way);
  void prove(Round &R, size_t Goal);
  void confirmProofs();
  std::vector<const ir::Expr *> statesIn(const ir::Function &F) const;
  bool meetsOthers(const ir::Stmt &S,
                   const std::vector<const ir::Expr *> &States);
  bool meetsOthers();
  void confirm(size_t Goal, Path Way, Feasibility &F);
  void refine(size_t Goal, const Path &Way, const Feasibility &F);
  bool becomeMorePrecise();
  void giveUp(size_t Goal, std::string Why);
  void runOut(size_t Goal, std::string Why);
  void decided(size_t Goal, Finding F);
  bool isOpen(size_t Goal) const { return !Decided[Goal]; }
  std::vector<size_t> openGoals() const;
  std::vector<std::string> predicateTexts() const;
  std::string spentText() const;
  /// The last predicates: "with 'f: x==1' 'f: x==2'".
  std::string lastTried() const;
  uint64_t unitsSpent() const;
  uint64_t unitsLeft() const;
  void makeAbstractor();

  Workspace &W;
  Entry From;
  std::vector<Goal> Goals;
  uint64_t Units, Before = 0, OwnUnits = 0;
  Look How;
  PredicateSet Predicates;
  Refinement Refine;
  const std::vector<Candidate> Seeds;
  std::unique_ptr<Abstractor> Abstract;
  unsigned Level = 0; ///< of precision
  uint64_t Rounds = 0;
  /// Something was learned in this round.
  bool Progress = false;
  /// The goals are steps of protocols. At first code elsewhere is taken to
  /// leave the states of objects alone, as it does on reported paths; what is
  /// proved then is proved again without that.
  const bool AreSteps;
  std::vector<Finding> Findings;
  std::vector<bool> Decided;
};

} // namespace predabs

#endif
