// What an execution may still come to, by the graphs of the functions and their
// calls alone: whatever its values are.

#ifndef PREDABS_CHECKERS_RUNS_GOALREACHABILITY_H
#define PREDABS_CHECKERS_RUNS_GOALREACHABILITY_H

#include "checkers/program/Workspace.h"

namespace predabs {

class GoalReachability {
public:
  explicit GoalReachability(const Workspace &W) : W(W) {}

  /// Adds what lies ahead of executions that took \p P: its last step, and what
  /// follows it there and in all callers.
  void add(const Path &P);
  bool contains(const Goal &G) const;

private:
  void addFrom(const ir::Function &F, ir::BlockId B, uint32_t Stmt);
  void work();
  void enter(const ir::Stmt &Call);

  const Workspace &W;
  /// The first statement of a block that lies ahead.
  std::map<std::pair<const ir::Function *, ir::BlockId>, uint32_t> First;
  std::vector<Goal> Open;
};

} // namespace predabs

#endif
