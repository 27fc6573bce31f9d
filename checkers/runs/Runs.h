// Runs before proofs: the interpreter executes the program from its start, with
// a few simple choices of inputs. A run that fails an assertion is a violation
// with its path. And where a program asks for no input, its one run is all of
// its executions: what it passes is proved.

#ifndef PREDABS_CHECKERS_RUNS_RUNS_H
#define PREDABS_CHECKERS_RUNS_RUNS_H

#include "checkers/program/Workspace.h"

namespace predabs {

/// A finding for each goal; unknown where runs do not tell.
std::vector<Finding> decideByRuns(Workspace &W, const Entry &E,
                                  const std::vector<Goal> &Goals);

/// A goal, by its position, and a path on which a run came there.
struct FailingRun {
  size_t Goal = 0;
  Path Way;
  Witness Inputs;
  /// Matter: parameters, globals or memory at entry were looked at, or what
  /// others do that are not here, so the values in Inputs are but an example.
  EntryValues Entry = EntryValues::Matter;
};

/// For functions that are called: paths of a few runs that come to goals, at
/// most one for each.
std::vector<FailingRun> failingRuns(Workspace &W, const Entry &E,
                                    const std::vector<Goal> &Goals);

} // namespace predabs

#endif
