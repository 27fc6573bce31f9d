// The control-flow graphs of a Boolean program, which checkers and the
// interpreter share. A node holds one simple statement; a state (globals,
// variables of the procedure) is a state *before* the node's statement.
//
//   0 void f(a) {            node 0: branch a        -> 1, 2
//   1   if (a) { a := *; }   node 1: a := *          -> 2
//   2   L: g(a);             node 2: call g(a)       -> 3     labels L: 2
//   3 }                      node 3: return
//
// Taking an edge out of a node executes its statement:
// - Skip (also `goto`): nothing; any number of successors.
// - Branch: Succs[0] is taken where Cond may be true, Succs[1] where it may
//   be false; no variable changes.
// - Assume, Assert: to the successor where Cond may be true. An assertion
//   fails at a state of its node where Cond may be false.
// - Assign: new values for Targets, of the possible values of Values in the
//   state before; with Cond (the constrain) only where Cond, over old (Var)
//   and new values (Next), may be true.
// - Call: to the callee's Entry; its parameters have possible values of
//   Values, its locals are arbitrary. The caller's variables stay. There is
//   one successor, where the caller goes on after the return.
// - Return: to the successor of the call. Globals keep the callee's values,
//   then Targets of the call get, in parallel, possible values of Values in
//   the callee's state; arbitrary ones where Values is empty. A return in an
//   entry procedure without caller ends the run.
// In all of them the new state exists only if the enforce condition of the
// procedure that it belongs to may be true in it; so do the states that a run
// starts with.

#ifndef PREDABS_PREDICATES_BP_FLOW_H
#define PREDABS_PREDICATES_BP_FLOW_H

#include "predicates/bp/Program.h"

namespace predabs::bp {

using NodeId = uint32_t;
using ProcId = uint32_t; ///< Procedure::Index

enum class NodeKind : uint8_t {
  Skip,
  Branch,
  Assume,
  Assert,
  Assign,
  Call,
  Return
};

struct FlowNode {
  NodeKind Kind = NodeKind::Skip;
  uint32_t Line = 0;
  ProcId Callee = 0;
  const Expr *Cond = nullptr;
  std::vector<const Variable *> Targets; ///< null: the result is dropped
  std::vector<const Expr *> Values;
  std::vector<NodeId> Succs; ///< none for Return
  /// The statement this node came from; null for the end of the body.
  const Stmt *Source = nullptr;
};

struct ProcFlow {
  const Procedure *Proc = nullptr;
  /// Nobody may be able to reach some of them.
  std::vector<FlowNode> Nodes;
  NodeId Entry = 0;
  /// In the order of the text.
  std::vector<std::pair<std::string, NodeId>> Labels;
  /// All enforce conditions in one; null if there are none.
  const Expr *Enforce = nullptr;

  std::optional<NodeId> findLabel(std::string_view Name) const;
};

/// Borrows the program, which must stay where it is.
struct Flow {
  const Program *Prog = nullptr;
  std::vector<ProcFlow> Procs; ///< by ProcId
};

/// \p P is one that verify accepts; its arena grows.
Flow buildFlow(Program &P);

/// Where runs start: `main`, or where there is none every procedure that no
/// other one calls. May be empty.
std::vector<ProcId> defaultEntries(const Flow &F);

} // namespace predabs::bp

#endif
