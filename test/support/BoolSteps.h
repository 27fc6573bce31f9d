// Single steps of a Boolean program on explicit states, as Flow.h says: for
// tests that follow a program state by state. What an expression may be in a
// state is computed once and kept.

#ifndef PREDABS_TEST_SUPPORT_BOOLSTEPS_H
#define PREDABS_TEST_SUPPORT_BOOLSTEPS_H

#include "predicates/bp/Evaluate.h"

#include <unordered_map>

namespace predabs::bp {

/// A state of a procedure: bit I is global I, then come its variables. So the
/// globals and parameters, its input, are the lowest bits.
using BoolState = uint64_t;
constexpr unsigned MaxBoolVariables = 64;

/// Some bits of a state.
struct PartialState {
  BoolState Mask = 0, Value = 0;

  bool admits(BoolState S) const { return (S & Mask) == Value; }
};

class BoolSteps {
public:
  /// At most MaxBoolVariables in scope; at most \p MaxStates from one step.
  BoolSteps(const Flow &F, size_t MaxStates);

  const Flow &flow() const { return F; }
  const FlowNode &node(ProcId P, NodeId N) const { return F.Procs[P].Nodes[N]; }
  BoolState bitOf(const Variable *V) const {
    return BoolState(1) << (V->isGlobal() ? V->Index : NumGlobals + V->Index);
  }
  BoolState globals() const { return (BoolState(1) << NumGlobals) - 1; }
  BoolState inputs(ProcId P) const { return Tables[P].Inputs; }
  BoolState scope(ProcId P) const { return Tables[P].Scope; }
  /// What may be read from \p N on before it is written; globals and what
  /// enforce reads always.
  BoolState live(ProcId P, NodeId N) const { return Tables[P].Nodes[N].Live; }

  /// Whether enforce allows \p S.
  bool exists(ProcId P, BoolState S);

  /// A state before a node.
  struct Place {
    NodeId Node;
    BoolState State;
  };
  /// All steps from \p S at \p N within the procedure: none of calls and
  /// returns. At the node \p Goal only states that \p Wanted admits; for what
  /// is not in \p Keep of a node a 0 stands for either value.
  std::vector<Place> steps(ProcId P, NodeId N, BoolState S, NodeId Goal,
                           PartialState Wanted,
                           const std::vector<BoolState> &Keep);
  /// All inputs with which the call \p N may enter its callee.
  std::vector<BoolState> entries(ProcId P, NodeId N, BoolState S);
  /// All results, bit by bit, with which the return \p N may leave.
  std::vector<BoolState> results(ProcId P, NodeId N, BoolState S);
  /// The state of \p P behind the call \p N.
  BoolState afterCall(ProcId P, NodeId N, BoolState S, BoolState Globals,
                      BoolState Results) const;
  /// All states that \p Base becomes by any values of the bits \p Open.
  std::vector<BoolState> anyOf(BoolState Base, BoolState Open);

  /// A step had too many outcomes, of which some are missing.
  bool hasOverflowed() const { return Overflowed; }

private:
  struct NodeTable {
    BoolState Reads = 0, Live = 0;
    std::unordered_map<BoolState, std::vector<PossibleValues>> Known;
  };
  struct ProcTable {
    BoolState Scope = 0, Inputs = 0, EnforceReads = 0;
    std::unordered_map<BoolState, bool> Exists;
    std::vector<NodeTable> Nodes;
  };
  void unpack(ProcId P, BoolState S, Values &Globals, Values &Locals) const;
  const std::vector<PossibleValues> &mayBe(ProcId P, NodeId N, BoolState S);
  bool constrained(ProcId P, const Expr *Cond, BoolState Old, BoolState New);
  BoolState variablesIn(const Expr *E, ExprKind K) const;
  void findReads(ProcId P);
  void findLive(ProcId P);
  BoolState liveBefore(ProcId P, const FlowNode &N) const;
  /// \p States with \p Bit as \p V says.
  void split(std::vector<BoolState> &States, BoolState Bit, PossibleValues V);
  void assign(ProcId P, NodeId N, BoolState S, NodeId Goal, PartialState Wanted,
              BoolState Keep, std::vector<Place> &To);

  const Flow &F;
  const size_t MaxStates;
  unsigned NumGlobals;
  bool Overflowed = false;
  std::vector<ProcTable> Tables;
};

} // namespace predabs::bp

#endif
