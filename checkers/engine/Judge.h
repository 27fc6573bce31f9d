// Decides obligations for one way into the program. From
//
//   int main(void) { return f(3); }     void f(int n) { assert(n > 0); }
//
// the assertion is proved for the start of the program, and latent for calls of
// f: it fails where n is 0.

#ifndef PREDABS_CHECKERS_ENGINE_JUDGE_H
#define PREDABS_CHECKERS_ENGINE_JUDGE_H

#include "checkers/engine/Schedule.h"

namespace predabs {

class Judge {
public:
  Judge(const PreparedModule &P, const AnalysisScope &Seen,
        const Schedule &Order, const Options &Opts)
      : P(P), W(*P.W), Seen(Seen), Order(Order), Opts(Opts) {}

  /// What is found about \p G from \p E goes into \p Known, one for each, which
  /// has what was found from other entries.
  void judge(const Entry &E, const Group &G, std::vector<Finding> &Known);
  /// For calls of their own function, whatever is passed.
  std::vector<Finding> judgeForAnyCall(const Group &G);

private:
  std::vector<Finding> findingsFrom(const Entry &E,
                                    const std::vector<Goal> &Goals);
  const Finding &byRuns(const Entry &E, const Goal &G);
  std::vector<Finding> search(const Entry &E, const std::vector<Goal> &Goals);
  std::vector<Finding> searchAlike(const Entry &E,
                                   const std::vector<Goal> &Goals);
  void searchNormalCalls(const Entry &E, const std::vector<Goal> &Goals,
                         std::vector<Finding> &Known);
  Look lookAt(const Entry &E, const Goal &G) const;
  bool isLeftToCallers(const Entry &E, const FoundObligation &O);
  Finding asSeenFrom(const Entry &E, const FoundObligation &O, Finding F);

  const PreparedModule &P;
  Workspace &W;
  const AnalysisScope &Seen;
  const Schedule &Order;
  const Options &Opts;
  /// Functions that fail whenever they are called, once somebody asked.
  std::set<const ir::Function *> Failing;
  /// What runs from the program's start told, once somebody wanted to know.
  std::map<Goal, Finding> ByRuns;
};

} // namespace predabs

#endif
