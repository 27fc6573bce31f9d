// Says what was found: a decision for each obligation, a warning for those that
// fail, with the path in words, and as it goes to whoever listens.

#ifndef PREDABS_CHECKERS_ENGINE_REPORTER_H
#define PREDABS_CHECKERS_ENGINE_REPORTER_H

#include "checkers/engine/Ledger.h"

namespace predabs {

class Reporter {
public:
  Reporter(const PreparedModule &P, const AnalysisScope &Seen,
           const EngineInput &In, Ledger &Known)
      : P(P), Seen(Seen), In(In), Known(Known) {}

  /// \p F is what was found about PreparedModule::Found[Index].
  void report(size_t Index, Finding F);
  /// The obligation fails in a function that \p Call, a step of the path of
  /// \p F, calls; the caller is to blame.
  void reportAtCall(size_t Index, PathStep Call, Finding F);
  /// Adds a message, unless it was said before.
  void say(Message M);
  /// Whether a failure is said to the user.
  bool isSaid(const FoundObligation &O, const Finding &F) const;

  /// What is known of returns with a lock held, now that it is known how others
  /// leave it.
  void settleReturns();
  /// What is wrong on every path is wrong, even if no path was found that an
  /// execution takes, unless none does.
  void settleCertain();

  /// Tells the listener which obligations there are.
  void beginTelling();
  /// Tells it what is decided about \p G: that stands, whatever comes later.
  void tell(const Group &G);

  /// All that was found, in the order of the source.
  Report finished();

private:
  std::vector<Note> explanation(const Finding &F) const;

  const PreparedModule &P;
  const AnalysisScope &Seen;
  const EngineInput &In;
  Ledger &Known;
  std::vector<Message> Messages;
  /// Returns with a lock held, until it is known how others leave it.
  std::map<size_t, Finding> Returning;
};

} // namespace predabs

#endif
