// What statements do to sets of states, as relations over the variables that
// they touch; all others stay as they are, without a relation that says so.
//
// A *path edge* of a procedure relates a state in it (Now) to the state in
// which the procedure was entered (Entry, see Variables.h). The *entry states*
// of a procedure are over Now of the globals and Arg. A *summary* relates
// entry states to Next of the globals that the procedure may change, and to
// its results.

#ifndef PREDABS_CHECKERS_BEBOP_TRANSFER_H
#define PREDABS_CHECKERS_BEBOP_TRANSFER_H

#include "checkers/bebop/Variables.h"

namespace predabs::bebop {

/// The states in which an expression may be true and may be false.
struct Possible {
  Bdd True, False;
};

/// Under \p Targets, the assignment whose new values `'v` speaks of.
Possible possibleValues(const Variables &Vars, const bp::Expr *E,
                        const std::vector<const bp::Variable *> &Targets = {});

/// A statement along one edge, neither call nor return.
struct Step {
  std::vector<const bp::Variable *> Changed;
  Bdd Relation;
  Bdd Forget;         ///< Now of what changes
  BddRenaming Settle; ///< Next to Now

  Bdd apply(const Bdd &States) const;
};

struct CallStep {
  bp::ProcId Callee = 0;
  /// What the callee may change, and the targets.
  std::vector<const bp::Variable *> Changed;
  /// The globals among the targets that the callee may change too.
  std::vector<const bp::Variable *> Overwritten;
  Bdd Args; ///< relates Now to Arg
  Bdd Enforce;

  /// The states in which the callee is entered from \p PathEdges.
  Bdd entryStates(const Bdd &PathEdges) const;
  /// A summary of the callee as a relation of the caller's states.
  Bdd seenFromSite(const Bdd &Summary) const;
  /// Behind the call, for \p Seen that seenFromSite gave.
  Bdd apply(const Bdd &PathEdges, const Bdd &Seen) const;

private:
  friend class Transfer;
  Bdd ForgetCaller, ForgetDropped, ForgetArgs, ForgetChanged;
  BddRenaming ResultsToTargets, Settle;
};

struct ReturnStep {
  Bdd Results; ///< relates Now to the results
  /// What \p PathEdges add to the summary.
  Bdd summary(const Bdd &PathEdges) const;

private:
  friend class Transfer;
  Bdd Forget;
  BddRenaming ToSummary;
};

/// How a procedure begins.
struct EntryStep {
  /// The path edges with which a procedure entered in \p EntryStates begins.
  Bdd begin(const Bdd &EntryStates) const;
  /// \p EntryStates in terms of path edges.
  Bdd asPathEdges(const Bdd &EntryStates) const;

private:
  friend class Transfer;
  Bdd Unchanged; ///< Entry is Now, and what is enforced holds
  BddRenaming ArgsToNow, ToPathEdges;
};

/// Builds the relations of a program, each at its first use.
class Transfer {
public:
  explicit Transfer(const Variables &Vars);

  /// Along the edge to successor number \p Succ of a node.
  const Step &step(bp::ProcId P, bp::NodeId N, unsigned Succ);
  const CallStep &call(bp::ProcId P, bp::NodeId N);
  const ReturnStep &leave(bp::ProcId P, bp::NodeId N);
  const EntryStep &enter(bp::ProcId P);
  /// The states of the assertion \p N in which it may fail.
  Bdd failure(bp::ProcId P, bp::NodeId N);

private:
  struct Node {
    std::vector<std::unique_ptr<Step>> Steps;
    std::unique_ptr<CallStep> Call;
    std::unique_ptr<ReturnStep> Return;
  };
  const bp::FlowNode &flowNode(bp::ProcId P, bp::NodeId N) const;
  /// An `enforce` condition.
  struct Clause {
    std::vector<const bp::Variable *> Variables;
    Bdd Allowed; ///< where it may be true
  };
  const std::vector<Clause> &clauses(bp::ProcId P);
  /// What holds in all states of \p P.
  Bdd enforced(bp::ProcId P);
  /// The part that may be wrong after a change of \p Changed.
  Bdd enforcedAbout(bp::ProcId P,
                    const std::vector<const bp::Variable *> &Changed);
  Step makeStep(bp::ProcId P, const bp::FlowNode &N, unsigned Succ);
  Step makeAssign(bp::ProcId P, const bp::FlowNode &N);
  CallStep makeCall(bp::ProcId P, const bp::FlowNode &N);
  ReturnStep makeReturn(bp::ProcId P, const bp::FlowNode &N);
  EntryStep makeEntry(bp::ProcId P);

  const Variables &Vars;
  BddSpace &Space;
  std::vector<std::vector<Node>> Nodes;
  std::vector<std::unique_ptr<EntryStep>> Entries;
  std::vector<std::optional<std::vector<Clause>>> Enforced; ///< by procedure
};

} // namespace predabs::bebop

#endif
