// Follows a run with sets of abstract states, see Simulation.h. What a callee
// does depends only on what it is entered with, so its states are kept
// together with that input, and meet those of its caller again when it
// returns.

#include "Simulation.h"

#include "BoolSteps.h"
#include "predicates/bp/Print.h"
#include "predicates/ir/Print.h"

#include <cassert>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace predabs {

using bp::BoolState;
using bp::NodeId;
using bp::PartialState;
using bp::ProcId;
using ir::RunPoint;
using ir::RunState;

namespace {

constexpr NodeId NoNode = ~NodeId(0);

/// A bit of the state and the predicate that it stands for.
struct Tracked {
  BoolState Bit;
  const ir::Expr *Term;
  /// The accesses to arrays in it.
  std::vector<const ir::Expr *> Elements;
};

/// What is known about a procedure before anything runs.
struct ProcMap {
  ProcId Id = 0;
  const ir::Function *Func = nullptr;
  std::vector<Tracked> Predicates;
  /// By block and statement: the node where it begins, or NoNode.
  std::vector<std::vector<NodeId>> Begins;
  /// By node: whether a statement begins there.
  std::vector<bool> IsBegin;
  /// By node: what may matter.
  std::vector<BoolState> Keep;

  NodeId nodeOf(const RunPoint &P) const { return Begins[P.Block][P.Stmt]; }
};

/// A state of an activation that was entered with Input.
struct Configuration {
  BoolState Input;
  NodeId Node;
  BoolState State;

  auto operator<=>(const Configuration &) const = default;
};

using ConfigurationSet = std::set<Configuration>;

struct Activation {
  const ir::Function *Func = nullptr;
  const ProcMap *Map = nullptr; ///< null: not abstracted
  std::map<const ir::Variable *, std::optional<ir::UInt128>> Constants;
  /// At the beginning of a statement, or just come back from a call.
  ConfigurationSet Now;
  enum class Arrival : uint8_t { AtBegin, BetweenStatements };
  Arrival How = Arrival::BetweenStatements;
  /// Who called with which input: states of the caller at its call.
  std::map<BoolState, std::vector<Configuration>> Callers;
};

/// Where an exploration ends.
struct Goal {
  enum class Kind : uint8_t { Node, Call, Return } What = Kind::Node;
  NodeId Node = NoNode;
  ProcId Callee = 0;
  PartialState Wanted = {};
};

std::vector<const ir::Expr *> elementsIn(const ir::Expr *Root) {
  std::vector<const ir::Expr *> Found, Work = {Root};
  std::unordered_set<const ir::Expr *> Seen;
  while (!Work.empty()) {
    const ir::Expr *E = Work.back();
    Work.pop_back();
    if (!Seen.insert(E).second)
      continue;
    if (E->kind() == ir::ExprKind::Index)
      Found.push_back(E);
    for (unsigned I = 0; I < E->numOperands(); ++I)
      Work.push_back(E->operand(I));
  }
  return Found;
}

std::string pointText(const RunPoint &P) {
  const ir::Block &B = P.Func->Blocks[P.Block];
  std::string Text =
      P.Func->Name + ", " + B.Name + "." + std::to_string(P.Stmt) + ": ";
  return Text + (P.Stmt < B.Stmts.size() ? ir::print(B.Stmts[P.Stmt]) : "goto");
}

} // namespace

SimulationCounts &SimulationCounts::operator+=(const SimulationCounts &O) {
  Runs += O.Runs;
  Points += O.Points;
  Entries += O.Entries;
  Defined += O.Defined;
  Undefined += O.Undefined;
  Sampled += O.Sampled;
  Decided += O.Decided;
  return *this;
}

class Simulation::Follower : public ir::RunObserver {
public:
  Follower(const ir::Module &M, Abstraction &A, ConstantsOf Constants,
           const SimulationLimits &L)
      : M(M), A(A), Constants(std::move(Constants)), Limits(L),
        Graph(bp::buildFlow(A.Program)) {
    IsTooBig = hasTooManyVariables();
    if (IsTooBig)
      return;
    Steps.emplace(Graph, L.MaxStates);
    Maps.resize(M.Functions.size());
    for (const auto &F : M.Functions)
      if (F->Id < A.Procedures.size() && A.Procedures[F->Id])
        makeMap(*F, *A.Procedures[F->Id]);
  }

  std::optional<std::string> follow(ir::RunOptions O) {
    if (IsTooBig)
      return std::nullopt;
    ++Counts.Runs;
    Stack.clear();
    Before = RunPoint();
    O.Observer = this;
    ir::run(M, O);
    return std::exchange(Failure, std::nullopt);
  }

  void enter(const ir::Function &F, RunState &S) override {
    if (isOver())
      return;
    Stack.resize(S.depth() - 1);
    Activation New;
    New.Func = &F;
    New.Map = Maps[F.Id].get();
    for (const ir::Variable *V : Constants(F))
      New.Constants[V] = S.evaluate(V->ValueOf);
    if (New.Map && (Stack.empty() || !Stack.back().Map))
      start(New, S);
    else if (New.Map)
      call(New, S);
    Stack.push_back(std::move(New));
  }

  void at(const RunPoint &P, RunState &S) override {
    if (isOver())
      return;
    Stack.resize(S.depth());
    assert(Stack.back().Func == P.Func);
    if (!Stack.back().Map)
      return;
    Activation &Top = Stack.back();
    NodeId Node = Top.Map->nodeOf(P);
    if (Node == NoNode)
      return;
    PartialState Truth = truth(Top, S);
    ++Counts.Points;
    ConfigurationSet Next = explore(Top, {Goal::Kind::Node, Node, 0, Truth});
    noteDecided(Top, Node, Truth);
    if (Next.empty())
      return fail("no state agrees with the run at " + pointText(P), Top, S,
                  Node);
    Top.Now = std::move(Next);
    Top.How = Activation::Arrival::AtBegin;
    Before = P;
  }

  void leave(const ir::Function &, std::optional<ir::UInt128>,
             RunState &S) override {
    if (isOver() || Stack.size() < 2 || !Stack.back().Map)
      return;
    Activation &Caller = Stack[Stack.size() - 2];
    if (!Caller.Map)
      return;
    ConfigurationSet Back = returned(Stack.back(), Caller);
    if (Back.empty())
      return fail("the Boolean program cannot return", Stack.back(), S);
    Caller.Now = std::move(Back);
    Caller.How = Activation::Arrival::BetweenStatements;
  }

  bool IsTooBig = false;
  SimulationCounts Counts;

private:
  bool isOver() {
    IsTooBig |= Steps->hasOverflowed();
    return IsTooBig || Failure;
  }

  // Preparation.

  bool hasTooManyVariables() const {
    for (const auto &P : A.Program.Procs)
      if (A.Program.Globals.size() + P->Vars.size() > Limits.MaxVariables)
        return true;
    return A.Program.Globals.size() > Limits.MaxVariables;
  }

  void track(ProcMap &Map, const bp::Variable *V) {
    auto It = A.Meaning.find(V);
    if (It != A.Meaning.end() && It->second)
      Map.Predicates.push_back(
          {Steps->bitOf(V), It->second, elementsIn(It->second)});
  }

  void makeMap(const ir::Function &F, const bp::Procedure &P) {
    auto Map = std::make_unique<ProcMap>();
    Map->Id = P.Index;
    Map->Func = &F;
    for (const auto &G : A.Program.Globals)
      track(*Map, G.get());
    for (const auto &V : P.Vars)
      track(*Map, V.get());
    for (const ir::Block &B : F.Blocks)
      Map->Begins.emplace_back(B.Stmts.size() + 1, NoNode);
    const std::vector<bp::FlowNode> &Nodes = Graph.Procs[P.Index].Nodes;
    Map->IsBegin.resize(Nodes.size());
    for (NodeId N = 0; N < Nodes.size(); ++N)
      placeNode(*Map, N, Nodes[N]);
    Maps[F.Id] = std::move(Map);
  }

  void placeNode(ProcMap &Map, NodeId N, const bp::FlowNode &Node) {
    BoolState Keep = Steps->live(Map.Id, N);
    for (const Tracked &T : Map.Predicates)
      Keep |= T.Bit;
    Map.Keep.push_back(Keep);
    uint32_t Number = Node.Source ? Node.Source->Origin : 0;
    if (!Number)
      return;
    const Origin &From = A.Origins[Number];
    assert(From.Func == Map.Func && "a statement of another function");
    if (From.At != Origin::Step::Begins)
      return;
    NodeId &Known = Map.Begins.at(From.Block).at(From.Stmt);
    assert(Known == NoNode && "a statement begins twice");
    Known = N;
    Map.IsBegin[N] = true;
  }

  // Predicates in the run.

  bool isInBounds(const ir::Expr *Element, RunState &S,
                  const RunState::LogicalValues &Of) {
    const ir::Expr *Index = Element->operand(1);
    uint64_t Count = Element->operand(0)->type()->count();
    std::optional<ir::UInt128> Bits = S.evaluate(Index, Of);
    if (!Bits)
      return true; // Then either nobody looks, or it is undefined anyway.
    ir::SInt128 Value = Index->type()->isSigned()
                            ? ir::signExtend(*Bits, Index->type()->width())
                            : ir::SInt128(*Bits);
    return Value >= 0 && Value < ir::SInt128(Count);
  }

  std::optional<bool> valueOf(const Tracked &T, const Activation &Of,
                              RunState &S) {
    RunState::LogicalValues Logical = [&](const ir::Variable *V) {
      auto It = Of.Constants.find(V);
      return It == Of.Constants.end() ? std::nullopt : It->second;
    };
    for (const ir::Expr *E : T.Elements)
      if (!isInBounds(E, S, Logical))
        return std::nullopt;
    std::optional<ir::UInt128> Bits = S.evaluate(T.Term, Logical);
    return Bits ? std::optional(*Bits != 0) : std::nullopt;
  }

  PartialState truth(const Activation &Of, RunState &S) {
    PartialState Truth;
    for (const Tracked &T : Of.Map->Predicates) {
      std::optional<bool> Value = valueOf(T, Of, S);
      ++(Value ? Counts.Defined : Counts.Undefined);
      if (!Value)
        continue;
      Truth.Mask |= T.Bit;
      Truth.Value |= *Value ? T.Bit : 0;
    }
    return Truth;
  }

  // Exploring.

  static bool isGoal(const Goal &G, NodeId N, const bp::FlowNode &Node) {
    switch (G.What) {
    case Goal::Kind::Node:
      return N == G.Node;
    case Goal::Kind::Call:
      return Node.Kind == bp::NodeKind::Call && Node.Callee == G.Callee;
    case Goal::Kind::Return:
      return Node.Kind == bp::NodeKind::Return;
    }
    return false;
  }

  /// All configurations at the goal that \p Of can reach from where it is,
  /// without beginning another statement.
  ConfigurationSet explore(const Activation &Of, const Goal &G) {
    const ProcMap &Map = *Of.Map;
    ConfigurationSet Seen, Found;
    std::vector<Configuration> Work;
    bool IsMoving = Of.How == Activation::Arrival::BetweenStatements;
    // From the beginning of a statement to itself a step is needed; to its own
    // call or return none.
    auto Reach = [&](const Configuration &C, bool HasMoved) {
      bool IsNext = HasMoved && Map.IsBegin[C.Node];
      bool IsHere = isGoal(G, C.Node, Steps->node(Map.Id, C.Node)) &&
                    IsNext == (G.What == Goal::Kind::Node);
      if (IsHere && G.Wanted.admits(C.State))
        Found.insert(C);
      else if (!IsHere && !IsNext && Seen.insert(C).second)
        Work.push_back(C);
    };
    for (const Configuration &C : Of.Now)
      Reach(C, IsMoving);
    while (!Work.empty() && !isOver()) {
      Configuration C = Work.back();
      Work.pop_back();
      for (auto To :
           Steps->steps(Map.Id, C.Node, C.State, G.Node, G.Wanted, Map.Keep))
        Reach({C.Input, To.Node, To.State}, true);
      IsTooBig |= Seen.size() + Found.size() > Limits.MaxStates;
    }
    return Found;
  }

  /// How many predicates have one value only in all states that come to
  /// \p Node before they are compared with the run.
  void noteDecided(const Activation &Of, NodeId Node, PartialState Truth) {
    if (isOver() || Counts.Points % 16)
      return;
    BoolState Ever = 0, Always = ~BoolState(0);
    for (const Configuration &C :
         explore(Of, {Goal::Kind::Node, Node, 0, PartialState()})) {
      Ever |= C.State;
      Always &= C.State;
    }
    for (const Tracked &T : Of.Map->Predicates)
      if (Truth.Mask & T.Bit) {
        ++Counts.Sampled;
        Counts.Decided += !(Ever & T.Bit) || (Always & T.Bit);
      }
  }

  // Calls.

  /// The configurations at the entry of \p New for the inputs \p Inputs that
  /// agree with the run.
  void begin(Activation &New, const std::set<BoolState> &Inputs,
             PartialState Truth) {
    const ProcMap &Map = *New.Map;
    NodeId Entry = Graph.Procs[Map.Id].Entry;
    BoolState Locals = Map.Keep[Entry] & ~Steps->inputs(Map.Id);
    BoolState Open = Locals & ~Truth.Mask;
    for (BoolState Input : Inputs)
      for (BoolState S :
           Steps->anyOf(Input | (Locals & Truth.Mask & Truth.Value), Open))
        if (Truth.admits(S) && Steps->exists(Map.Id, S))
          New.Now.insert({Input, Entry, S});
    IsTooBig |= New.Now.size() > Limits.MaxStates;
  }

  /// \p New is called by nobody that is followed: it may have any input.
  void start(Activation &New, RunState &S) {
    PartialState Truth = truth(New, S);
    BoolState Inputs = Steps->inputs(New.Map->Id);
    std::set<BoolState> Possible;
    for (BoolState I : Steps->anyOf(Inputs & Truth.Value, Inputs & ~Truth.Mask))
      Possible.insert(I);
    begin(New, Possible, Truth);
    if (New.Now.empty())
      fail("no state agrees with the start of " + New.Func->Name, New, S);
  }

  void call(Activation &New, RunState &S) {
    Activation &Caller = Stack.back();
    Goal G{Goal::Kind::Call, NoNode, New.Map->Id, {}};
    PartialState Truth = truth(New, S);
    std::set<BoolState> Inputs;
    ConfigurationSet Calling = explore(Caller, G);
    for (const Configuration &C : Calling)
      for (BoolState I : Steps->entries(Caller.Map->Id, C.Node, C.State)) {
        Inputs.insert(I);
        New.Callers[I].push_back(C);
      }
    begin(New, Inputs, Truth);
    ++Counts.Entries;
    if (New.Now.empty())
      fail((Calling.empty() ? "the Boolean program cannot call "
                            : "no state agrees with the entry of ") +
               New.Func->Name + ", with the caller in\n" +
               statesText(Caller, Calling.empty() ? Caller.Now : Calling),
           New, S);
  }

  /// The configurations of \p Caller behind its call when \p Callee returns.
  ConfigurationSet returned(const Activation &Callee,
                            const Activation &Caller) {
    ConfigurationSet Back;
    ProcId From = Callee.Map->Id, To = Caller.Map->Id;
    for (const Configuration &C :
         explore(Callee, {Goal::Kind::Return, NoNode, 0, {}}))
      for (BoolState Results : Steps->results(From, C.Node, C.State))
        for (const Configuration &Site : Callee.Callers.at(C.Input)) {
          BoolState S = Steps->afterCall(To, Site.Node, Site.State,
                                         C.State & Steps->globals(), Results);
          NodeId Next = Steps->node(To, Site.Node).Succs[0];
          if (Steps->exists(To, S))
            Back.insert({Site.Input, Next, S & Caller.Map->Keep[Next]});
        }
    return Back;
  }

  // Failures.

  std::string stateText(ProcId P, BoolState S) const {
    std::string Text;
    auto Add = [&](const bp::Variable *V) {
      Text += " " + V->Name + (S & Steps->bitOf(V) ? "=1" : "=0");
    };
    for (const auto &G : A.Program.Globals)
      Add(G.get());
    for (const auto &V : Graph.Procs[P].Proc->Vars)
      Add(V.get());
    return Text;
  }

  std::string statesText(const Activation &Of, const ConfigurationSet &States) {
    std::string Text;
    unsigned Left = 8;
    std::set<std::pair<NodeId, BoolState>> Shown;
    for (const Configuration &C : States)
      if (Shown.insert({C.Node, C.State}).second && Left && Left--)
        Text += "    node " + std::to_string(C.Node) + ":" +
                stateText(Of.Map->Id, C.State) + "\n";
    return Text.empty() ? "    none\n" : Text;
  }

  std::string truthText(const Activation &Of, RunState &S) {
    std::string Text;
    for (const Tracked &T : Of.Map->Predicates) {
      std::optional<bool> Value = valueOf(T, Of, S);
      Text += "    " + ir::print(T.Term) +
              (!Value   ? ": undefined\n"
               : *Value ? ": true\n"
                        : ": false\n");
    }
    return Text;
  }

  std::string variablesText(const ir::Function &F, RunState &S) {
    std::string Text;
    auto Add = [&](const ir::Variable &V) {
      if (!V.Ty->isScalar())
        return;
      auto &Ctx = const_cast<ir::Context &>(M.Ctx);
      std::optional<ir::UInt128> Bits = S.evaluate(Ctx.var(&V));
      Text += " " + V.Name + "=";
      Text +=
          Bits ? std::to_string(int64_t(ir::signExtend(*Bits, V.Ty->width())))
               : "?";
    };
    for (const auto &G : M.Globals)
      Add(*G);
    for (const auto &V : F.Vars)
      Add(*V);
    return "  variables:" + Text + "\n";
  }

  /// The run is in \p Of, before the node \p At if that is known.
  void fail(const std::string &What, const Activation &Of, RunState &S,
            NodeId At = NoNode) {
    if (isOver())
      return;
    std::string Text = What + "\n  depth " + std::to_string(S.depth());
    if (Before.Func)
      Text += ", behind " + pointText(Before);
    Text += "\n" + variablesText(*Of.Func, S) + "  predicates:\n" +
            truthText(Of, S) + "  states before:\n" + statesText(Of, Of.Now);
    if (At != NoNode)
      Text += "  states that come here:\n" +
              statesText(Of, explore(Of, {Goal::Kind::Node, At, 0, {}}));
    Failure = std::move(Text);
  }

  const ir::Module &M;
  Abstraction &A;
  const ConstantsOf Constants;
  const SimulationLimits Limits;
  bp::Flow Graph;
  std::optional<bp::BoolSteps> Steps;
  std::vector<std::unique_ptr<ProcMap>> Maps; ///< by Function::Id
  std::vector<Activation> Stack;
  RunPoint Before;
  std::optional<std::string> Failure;
};

Simulation::Simulation(const ir::Module &M, Abstraction &A,
                       ConstantsOf Constants, const SimulationLimits &L)
    : Follows(std::make_unique<Follower>(M, A, std::move(Constants), L)) {}

Simulation::~Simulation() = default;

std::optional<std::string> Simulation::follow(ir::RunOptions O) {
  return Follows->follow(std::move(O));
}

bool Simulation::isTooBig() const { return Follows->IsTooBig; }

const SimulationCounts &Simulation::counts() const { return Follows->Counts; }

} // namespace predabs
