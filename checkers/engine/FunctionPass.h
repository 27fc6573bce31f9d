// Judges obligations where they stand, function by function: for any call, and
// what that leaves open for the callers that are seen. Of
//
//   static void f(int n) { assert(n > 0); }
//   int main(void) { f(3); f(0); }
//
// the assertion fails for some calls of f, and for those of main.

#ifndef PREDABS_CHECKERS_ENGINE_FUNCTIONPASS_H
#define PREDABS_CHECKERS_ENGINE_FUNCTIONPASS_H

#include "checkers/engine/Judge.h"
#include "checkers/engine/Reporter.h"

namespace predabs {

class FunctionPass {
public:
  FunctionPass(const PreparedModule &P, const AnalysisScope &Seen,
               Schedule &Order, Judge &From, Ledger &Known, Reporter &Says)
      : P(P), Seen(Seen), Order(Order), From(From), Known(Known), Says(Says) {}

  /// Judges \p G and reports what is found. Gives those for which more work
  /// might tell more.
  Group judge(const Group &G);

private:
  Group judgeSteps(const Group &G);
  Group judgeFromCallers(const Group &G, std::vector<Finding> OfAnyCall);
  void judgeFromEntries(const ir::Function &F, const Group &G,
                        std::vector<Finding> &Known);
  void leaveUndecided(const Group &G);

  const PreparedModule &P;
  const AnalysisScope &Seen;
  Schedule &Order;
  Judge &From;
  Ledger &Known;
  Reporter &Says;
};

} // namespace predabs

#endif
