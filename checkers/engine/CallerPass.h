// From the callees to the callers: what fails in a function for some callers is
// judged in those that call it, until one makes it certain or impossible. In
//
//   void drop(struct q *q) { unlock(&q->m); }         // latent
//   void twice(struct q *q) { lock(&q->m); drop(q); drop(q); }
//
// the second call of drop makes the failure certain: the report is about twice.
// Of this file's own functions that are steps of protocols; their assertions
// were judged so before.

#ifndef PREDABS_CHECKERS_ENGINE_CALLERPASS_H
#define PREDABS_CHECKERS_ENGINE_CALLERPASS_H

#include "checkers/engine/ForwardedObligations.h"
#include "checkers/engine/Judge.h"
#include "checkers/engine/Reporter.h"

namespace predabs {

class CallerPass {
public:
  CallerPass(const PreparedModule &P, const AnalysisScope &Seen,
             Schedule &Order, Judge &From, Ledger &Known, Reporter &Says)
      : P(P), Seen(Seen), Order(Order), From(From), Known(Known), Says(Says) {}

  void run();

private:
  /// Positions of obligations.
  using GoalSet = std::set<size_t>;

  bool isLatent(size_t Index) const;
  GoalSet goalsIn(const ir::Function &F) const;
  GoalSet takeForwarded(const ir::Function &F,
                        const ForwardedObligations &States,
                        GoalSet &Goals) const;
  GoalSet judgeCallees(const Entry &E, const GoalSet &Goals);
  bool settle(const Entry &E, size_t Index, Finding F);
  void reportStep(size_t Index, const ir::Function &In, Finding F);
  void reportAssertion(size_t Index, Finding F);
  void proveTheRest();

  const PreparedModule &P;
  const AnalysisScope &Seen;
  Schedule &Order;
  Judge &From;
  Ledger &Known;
  Reporter &Says;
  /// What fails for some callers, by function.
  std::map<const ir::Function *, GoalSet> Left;
  /// Steps that callers elsewhere, or nobody knows who, may fail.
  GoalSet Unsettled;
};

} // namespace predabs

#endif
