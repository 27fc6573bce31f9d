// Decides goals by a question or two each, before anything is abstracted: the
// condition under which a goal can be reached (vc/FailureCondition.h) is one
// term over the entry, and if nothing makes it true the goal is proved. If
// something does, its choices are a path, which is run as any other. What is
// left to the loop of abstraction and refinement are goals behind loops whose
// turns matter.

#ifndef PREDABS_CHECKERS_CEGAR_DIRECTSEARCH_H
#define PREDABS_CHECKERS_CEGAR_DIRECTSEARCH_H

#include "checkers/cegar/Counterexamples.h"
#include "predicates/vc/FailureCondition.h"

#include <algorithm>
#include <optional>
#include <set>

namespace predabs {

class DirectSearch {
public:
  DirectSearch(GoalSearch &S, Counterexamples &Examples, const Aliases &A)
      : S(S), Examples(Examples),
        C(S.Predicates, A, [&S](const ir::Function &F) {
          return std::ranges::count(S.W.Failures, &F) != 0;
        }) {}

  enum class Wanted : uint8_t { Proofs, Paths, Both };

  /// Looks at all open goals.
  void search(Wanted What);
  /// Whether the ways to \p Goal could not be followed, so that no path was
  /// tried.
  bool isUnclear(size_t Goal) const { return Unclear.contains(Goal); }

private:
  void look(size_t Goal, Wanted What);
  std::optional<Path> decide(size_t Goal, const ir::Expr *Condition,
                             Wanted What);
  void prove(size_t Goal);
  bool tryPath(size_t Goal, const Path &Way, Wanted What);

  GoalSearch &S;
  Counterexamples &Examples;
  FailureCondition C;
  /// Conditions that excluded some path so far.
  FailureCondition::Points Relevant;
  std::set<size_t> Unclear; ///< goals
};

} // namespace predabs

#endif
