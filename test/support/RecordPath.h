// Paths for tests: those that runs take, and those that a test names.

#ifndef PREDABS_TEST_SUPPORT_RECORDPATH_H
#define PREDABS_TEST_SUPPORT_RECORDPATH_H

#include "predicates/interpreter/Interpreter.h"
#include "predicates/path/Path.h"

namespace predabs {

/// Writes down each step of a run, up to a limit.
class PathRecorder : public ir::RunObserver {
public:
  explicit PathRecorder(size_t MaxSteps) : MaxSteps(MaxSteps) {}

  void at(const ir::RunPoint &P, ir::RunState &S) override {
    Taken.Steps.push_back({P.Func, P.Block, P.Stmt, S.depth() - 1});
    if (Taken.Steps.size() >= MaxSteps)
      S.stop("long enough");
  }

  Path Taken;

private:
  size_t MaxSteps;
};

/// Goes on from the last step of \p P by the graph: where a block has several
/// successors, \p Choose gets their names and gives a position. Calls of
/// functions with a body are entered. Ends before a call of a function `fail`,
/// where there is no way on, or after \p MaxSteps.
void extendPath(
    Path &P, size_t MaxSteps,
    const std::function<size_t(const std::vector<std::string> &)> &Choose);

/// The path from \p Entry to a call of `fail` that goes to \p Blocks, in this
/// order, where there are several ways. They may be of any function.
Path pathThrough(const ir::Function &Entry,
                 const std::vector<std::string> &Blocks);

} // namespace predabs

#endif
