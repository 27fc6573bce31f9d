// Decides goals by paths that reach them: a path that an execution takes is a
// violation, or latent if it needs certain values at entry. Each is executed
// with symbols (predicates/path) and then run by the interpreter, before
// anybody hears of it.

#ifndef PREDABS_CHECKERS_CEGAR_COUNTEREXAMPLES_H
#define PREDABS_CHECKERS_CEGAR_COUNTEREXAMPLES_H

#include "checkers/cegar/GoalSearch.h"
#include "checkers/runs/Runs.h"

namespace predabs {

/// The solver's units for one path in a quick look.
constexpr uint64_t MaxGlance = 200'000;

class Counterexamples {
public:
  explicit Counterexamples(GoalSearch &S) : S(S) {}

  /// A few runs of a function that is called; from the beginning of a program
  /// there were runs before.
  void tryRuns();
  /// Decides \p Goal if its failure can be reached by \p Way; a cheap look.
  void tryPath(size_t Goal, Path Way);
  /// Whether an execution takes \p Way, a path of the Boolean program; nothing
  /// if it is no path of the program, which is an error of ours.
  std::optional<Feasibility> feasible(size_t Goal, const Path &Way,
                                      CoreEffort C = CoreEffort::Minimal);
  /// Decides \p Goal by \p Way, which \p F says is possible.
  void confirm(size_t Goal, Path Way, Feasibility &F);

private:
  Feasibility check(size_t Goal, const Path &Way, uint64_t Units,
                    CoreEffort C = CoreEffort::Minimal);
  bool isPath(size_t Goal, const Path &Way);
  void tryRun(FailingRun R, uint64_t Units);
  void take(FailingRun R);

  GoalSearch &S;
};

} // namespace predabs

#endif
