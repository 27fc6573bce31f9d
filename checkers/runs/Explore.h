// All paths of a program, where they are few. A run goes down one of them; the
// solver says where, with other inputs, an execution could leave it, and with
// which; a run with these goes down the next one. In
//
//   int x = input();  if (x < 3) x = 3;  if (x == 2) fail;
//
// the first run takes x = 0, and leaves the first branch for x = 3 alone: x ==
// 2 is impossible behind both. When no way is left that no run went, what was
// not reached is never reached. Where a way is not followed, as into a loop
// that only inputs end, that holds for what does not lie ahead of it.

#ifndef PREDABS_CHECKERS_RUNS_EXPLORE_H
#define PREDABS_CHECKERS_RUNS_EXPLORE_H

#include "checkers/program/Workspace.h"

#include <set>

namespace predabs {

struct Explored {
  /// The goals that runs came to: violated, each with its run.
  std::map<Goal, Finding> Failures;
  /// Those that no execution comes to.
  std::set<Goal> Excluded;
  /// Why there may be other paths; empty if there are none.
  std::string Why;
  unsigned NumPaths = 0;
};

/// For the start of a program.
Explored explore(Workspace &W, const Entry &E, const std::vector<Goal> &Goals);

} // namespace predabs

#endif
