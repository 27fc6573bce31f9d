// A run of a Boolean program, as a checker reports it: the states at the
// nodes of the flow graphs from an entry procedure's entry to the goal.
//
//   step(procedure f, node 0, globals 0, locals 1)     branch a
//   step(procedure f, node 2, globals 0, locals 1)     call g(a): enters g
//   step(procedure g, node 0, globals 0, locals -)     return: leaves g
//   step(procedure f, node 3, globals 0, locals 1)     return
//
// Each step shows the state before its node's statement; from each to the
// next one edge is taken, a call edge from a Call node into the callee and a
// return edge from a Return node back behind the call. The last step is at
// the goal: at the node of a label, or at an Assert node in a state where the
// condition may be false. The length of a trace is the number of edges, and a
// shortest trace has the fewest of all runs from any of the entries.

#ifndef PREDABS_PREDICATES_BP_TRACE_H
#define PREDABS_PREDICATES_BP_TRACE_H

#include "predicates/bp/Flow.h"

namespace predabs::bp {

/// Values by Variable::Index.
using Values = std::vector<bool>;

struct TraceStep {
  ProcId Proc = 0;
  NodeId Node = 0;
  Values Globals;
  Values Locals; ///< of the procedure: parameters and locals

  bool operator==(const TraceStep &) const = default;
};

enum class Goal : uint8_t { AssertFails, NodeReached };

struct Trace {
  Goal What = Goal::NodeReached;
  std::vector<TraceStep> Steps;

  size_t length() const { return Steps.empty() ? 0 : Steps.size() - 1; }
};

/// What is wrong with \p T as a run of \p F that starts in one of \p Entries
/// and ends at its goal, in one line, or nothing. A plain interpreter of
/// explicit states; independent of any checker.
std::optional<std::string>
confirm(const Flow &F, const std::vector<ProcId> &Entries, const Trace &T);

/// For people: a line for each step with the line in the text, the statement
/// and the values that differ from what was shown before, indented by the
/// depth of calls.
std::string print(const Flow &F, const Trace &T);

} // namespace predabs::bp

#endif
