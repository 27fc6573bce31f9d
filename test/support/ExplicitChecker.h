// Decides reachability in small Boolean programs by brute force over explicit
// states: the truth that the BDD checker is compared with. Path edges are
// distances from the entry of a procedure, for each state it is entered with;
// a call adds the length of the callee's summary. Procedures may recurse.
// Globals and locals together must have at most MaxVariables variables.

#ifndef PREDABS_TEST_SUPPORT_EXPLICITCHECKER_H
#define PREDABS_TEST_SUPPORT_EXPLICITCHECKER_H

#include "predicates/bp/Trace.h"

#include <map>

namespace predabs::bp {

/// A state of a procedure: bit I is global I, then come its variables.
using StateBits = uint32_t;
constexpr unsigned MaxVariables = 16;

struct ExplicitNode {
  /// The reachable states, each with the length of a shortest trace.
  std::map<StateBits, unsigned> States;
  /// The length of a shortest trace to the node, or to the failure of its
  /// assertion.
  std::optional<unsigned> Reached, Failed;
};

/// By procedure and node.
using ExplicitResult = std::vector<std::vector<ExplicitNode>>;

ExplicitResult checkExplicitly(const Flow &F,
                               const std::vector<ProcId> &Entries);

} // namespace predabs::bp

#endif
