// The rounds of a search: in each the program is abstracted over the predicates
// of the moment, and the Boolean program is checked.

#ifndef PREDABS_CHECKERS_CEGAR_ROUNDS_H
#define PREDABS_CHECKERS_CEGAR_ROUNDS_H

#include "checkers/bebop/Check.h"
#include "checkers/cegar/GoalSearch.h"
#include "predicates/abstraction/Abstract.h"

namespace predabs {

/// The Boolean program of a round and what was found about it.
struct Round {
  Abstraction Made;
  bp::Flow Flow;
  std::unique_ptr<bebop::Check> Checked;
  std::vector<std::vector<bebop::Question>> Of; ///< by goal

  bebop::Reachability answer(size_t Goal);
  /// The first path to a goal, if one can be found.
  std::optional<Path> firstPath(size_t Goal);
  /// What holds where goal \p G is decided, as C; empty if nobody comes there.
  std::string invariantBefore(const Goal &G) const;
  /// Units of work.
  uint64_t units() const;
};

class Rounds {
public:
  /// Places may be the same as \p A says.
  Rounds(GoalSearch &S, const Aliases &A) : Rounds(S, A, 0) {}

  /// Rounds that are as precise, and know nothing of what these found out:
  /// where \p A says something else that may be different.
  Rounds under(const Aliases &A) const { return Rounds(S, A, Level); }

  /// Abstracts and checks. With \p UnitsToAbstract the abstraction may cost
  /// no more than that.
  std::unique_ptr<Round> next();
  std::unique_ptr<Round> next(uint64_t UnitsToAbstract);
  /// Counts what \p R took, once nobody asks it any more.
  void count(const Round &R);
  /// Whether the budget is spent with \p R.
  bool isSpent(const Round &R) const;

  /// From now on abstractions are finer; false if they cannot be.
  bool becomeMorePrecise();

private:
  Rounds(GoalSearch &S, const Aliases &A, unsigned Level);
  /// The next round begins without what earlier ones found out.
  void restart();

  GoalSearch &S;
  const Aliases &A;
  unsigned Level; ///< of precision
  std::unique_ptr<Abstractor> Abstract;
};

} // namespace predabs

#endif
