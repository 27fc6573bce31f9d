// Brute force over explicit states, see ExplicitChecker.h. Everything is
// relaxed again until nothing changes; all lengths are positive, so that ends.

#include "ExplicitChecker.h"

#include "predicates/bp/Evaluate.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

namespace predabs::bp {

namespace {

/// What a procedure is entered with: globals, then parameters.
struct Context {
  ProcId Proc;
  StateBits Input;

  auto operator<=>(const Context &) const = default;
};

/// A state at a node of a procedure entered in some context.
struct Point {
  NodeId Node;
  StateBits State;

  auto operator<=>(const Point &) const = default;
};

/// The globals at the end of a callee, and its results.
struct Outcome {
  StateBits Globals;
  StateBits Results;

  auto operator<=>(const Outcome &) const = default;
};

struct Table {
  std::map<Point, unsigned> Distance; ///< from the entry of the procedure
  std::map<Outcome, unsigned> Summary;
  /// From where the procedure is called in this context.
  std::set<std::pair<Context, Point>> Callers;
  std::set<Point> Work;
};

bool relax(std::optional<unsigned> &Known, unsigned Length) {
  if (Known && *Known <= Length)
    return false;
  Known = Length;
  return true;
}

class Checker {
public:
  explicit Checker(const Flow &F) : F(F), NumGlobals(F.Prog->Globals.size()) {}

  ExplicitResult run(const std::vector<ProcId> &Entries) {
    for (ProcId P : Entries) {
      unsigned NumInputs = NumGlobals + F.Procs[P].Proc->NumParams;
      for (StateBits Input = 0; Input >> NumInputs == 0; ++Input)
        Starts.push_back({P, Input});
    }
    for (Context C : Starts)
      open(C);
    while (!Open.empty()) {
      Context C = *Open.begin();
      Open.erase(Open.begin());
      explore(C);
    }
    return collect();
  }

private:
  unsigned numVars(ProcId P) const {
    return NumGlobals + unsigned(F.Procs[P].Proc->Vars.size());
  }

  void unpack(ProcId P, StateBits S, Values &Globals, Values &Locals) const {
    Globals.resize(NumGlobals);
    Locals.resize(F.Procs[P].Proc->Vars.size());
    for (unsigned I = 0; I != Globals.size(); ++I)
      Globals[I] = S >> I & 1;
    for (unsigned I = 0; I != Locals.size(); ++I)
      Locals[I] = S >> (NumGlobals + I) & 1;
  }

  PossibleValues valuesOf(const Expr *E, ProcId P, StateBits S) const {
    Values Globals, Locals;
    unpack(P, S, Globals, Locals);
    return evaluate(E, {Globals, Locals});
  }

  bool exists(ProcId P, StateBits S) const {
    const Expr *E = F.Procs[P].Enforce;
    return !E || valuesOf(E, P, S).True;
  }

  unsigned bitOf(const Variable *V) const {
    return V->isGlobal() ? V->Index : unsigned(NumGlobals) + V->Index;
  }

  /// Every state that \p Base becomes when the bits \p Bits get possible
  /// values of \p Sources in the state \p S of \p P; any value if there are no
  /// sources. A bit of ~0u is dropped.
  std::vector<StateBits> assigned(StateBits Base,
                                  const std::vector<unsigned> &Bits,
                                  const std::vector<const Expr *> &Sources,
                                  ProcId P, StateBits S) const {
    std::vector<StateBits> States = {Base};
    for (size_t I = 0; I != Bits.size(); ++I) {
      if (Bits[I] == ~0u)
        continue;
      PossibleValues V = Sources.empty() ? PossibleValues{true, true}
                                         : valuesOf(Sources[I], P, S);
      std::vector<StateBits> Old = std::move(States);
      States.clear();
      for (StateBits O : Old) {
        if (V.True)
          States.push_back(O | StateBits(1) << Bits[I]);
        if (V.False)
          States.push_back(O & ~(StateBits(1) << Bits[I]));
      }
    }
    return States;
  }

  void open(Context C) {
    auto [At, New] = Tables.try_emplace(C);
    if (!New)
      return;
    assert(numVars(C.Proc) <= MaxVariables && "too many states");
    const Procedure &Proc = *F.Procs[C.Proc].Proc;
    unsigned NumInputs = NumGlobals + Proc.NumParams;
    for (StateBits L = 0; L >> (numVars(C.Proc) - NumInputs) == 0; ++L)
      reach(C, {F.Procs[C.Proc].Entry, C.Input | L << NumInputs}, 0);
  }

  void reach(Context C, Point P, unsigned Length) {
    if (!exists(C.Proc, P.State))
      return;
    Table &T = Tables.at(C);
    auto [At, New] = T.Distance.try_emplace(P, Length);
    if (!New && At->second <= Length)
      return;
    At->second = Length;
    T.Work.insert(P);
    Open.insert(C);
  }

  void explore(Context C) {
    Table &T = Tables.at(C);
    while (!T.Work.empty()) {
      Point P = *T.Work.begin();
      T.Work.erase(T.Work.begin());
      step(C, P, T.Distance.at(P));
    }
  }

  void step(Context C, Point P, unsigned Length) {
    const FlowNode &N = F.Procs[C.Proc].Nodes[P.Node];
    switch (N.Kind) {
    case NodeKind::Skip:
      for (NodeId Succ : N.Succs)
        reach(C, {Succ, P.State}, Length + 1);
      return;
    case NodeKind::Branch:
      for (bool Value : {true, false})
        if (valuesOf(N.Cond, C.Proc, P.State).may(Value))
          reach(C, {N.Succs[Value ? 0 : 1], P.State}, Length + 1);
      return;
    case NodeKind::Assume:
    case NodeKind::Assert:
      if (valuesOf(N.Cond, C.Proc, P.State).True)
        reach(C, {N.Succs[0], P.State}, Length + 1);
      return;
    case NodeKind::Assign:
      return assign(C, P, Length, N);
    case NodeKind::Call:
      return call(C, P, N);
    case NodeKind::Return:
      return leave(C, P, Length, N);
    }
  }

  void assign(Context C, Point P, unsigned Length, const FlowNode &N) {
    for (StateBits S :
         assigned(P.State, bitsOf(N.Targets), N.Values, C.Proc, P.State))
      if (!N.Cond || constrained(C.Proc, N.Cond, P.State, S))
        reach(C, {N.Succs[0], S}, Length + 1);
  }

  std::vector<unsigned> bitsOf(const std::vector<const Variable *> &Vs) const {
    std::vector<unsigned> Bits;
    for (const Variable *V : Vs)
      Bits.push_back(V ? bitOf(V) : ~0u);
    return Bits;
  }

  bool constrained(ProcId P, const Expr *E, StateBits Old,
                   StateBits New) const {
    Values G, L, NextG, NextL;
    unpack(P, Old, G, L);
    unpack(P, New, NextG, NextL);
    return evaluate(E, {G, L, &NextG, &NextL}).True;
  }

  StateBits globalsOf(StateBits S) const {
    return S & ((StateBits(1) << NumGlobals) - 1);
  }

  void call(Context C, Point P, const FlowNode &N) {
    std::vector<unsigned> Params;
    for (unsigned I = 0; I != N.Values.size(); ++I)
      Params.push_back(unsigned(NumGlobals) + I);
    for (StateBits Input :
         assigned(globalsOf(P.State), Params, N.Values, C.Proc, P.State)) {
      Context Callee = {N.Callee, Input};
      open(Callee);
      Table &T = Tables.at(Callee);
      T.Callers.insert({C, P});
      for (auto [O, Inner] : std::map(T.Summary))
        returnTo(C, P, O, Inner);
    }
  }

  void leave(Context C, Point P, unsigned Length, const FlowNode &N) {
    unsigned NumResults = F.Procs[C.Proc].Proc->NumResults;
    std::vector<unsigned> Results;
    for (unsigned I = 0; I != NumResults; ++I)
      Results.push_back(I);
    for (StateBits R : assigned(0, Results, N.Values, C.Proc, P.State)) {
      Table &T = Tables.at(C);
      Outcome O = {globalsOf(P.State), R};
      auto [At, New] = T.Summary.try_emplace(O, Length);
      if (!New && At->second <= Length)
        continue;
      At->second = Length;
      for (auto [Caller, Site] : std::set(T.Callers))
        returnTo(Caller, Site, O, Length);
    }
  }

  void returnTo(Context C, Point Site, Outcome O, unsigned Inner) {
    const FlowNode &N = F.Procs[C.Proc].Nodes[Site.Node];
    StateBits S = (Site.State & ~globalsOf(~StateBits(0))) | O.Globals;
    for (unsigned I = 0; I != N.Targets.size(); ++I)
      if (const Variable *V = N.Targets[I]) {
        StateBits Bit = StateBits(1) << bitOf(V);
        S = O.Results >> I & 1 ? S | Bit : S & ~Bit;
      }
    // The call edge, the way through the callee, the return edge.
    reach(C, {N.Succs[0], S}, Tables.at(C).Distance.at(Site) + Inner + 2);
  }

  /// The distances of all contexts from the start of the program.
  std::map<Context, std::optional<unsigned>> contextDistances() const {
    std::map<Context, std::optional<unsigned>> Result;
    for (Context C : Starts)
      Result[C] = 0;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const auto &[C, T] : Tables)
        for (const auto &[Caller, Site] : T.Callers)
          if (std::optional<unsigned> D = Result[Caller])
            Changed |=
                relax(Result[C], *D + Tables.at(Caller).Distance.at(Site) + 1);
    }
    return Result;
  }

  ExplicitResult collect() const {
    ExplicitResult Result;
    for (const ProcFlow &P : F.Procs)
      Result.emplace_back(P.Nodes.size());
    auto Distances = contextDistances();
    for (const auto &[C, T] : Tables)
      for (auto [P, D] : T.Distance)
        note(Result[C.Proc][P.Node], C.Proc, P, D + *Distances.at(C));
    return Result;
  }

  void note(ExplicitNode &Node, ProcId Proc, Point P, unsigned Length) const {
    auto [At, New] = Node.States.try_emplace(P.State, Length);
    At->second = std::min(At->second, Length);
    relax(Node.Reached, Length);
    const FlowNode &N = F.Procs[Proc].Nodes[P.Node];
    if (N.Kind == NodeKind::Assert && valuesOf(N.Cond, Proc, P.State).False)
      relax(Node.Failed, Length);
  }

  const Flow &F;
  size_t NumGlobals;
  std::vector<Context> Starts;
  std::map<Context, Table> Tables;
  std::set<Context> Open;
};

} // namespace

ExplicitResult checkExplicitly(const Flow &F,
                               const std::vector<ProcId> &Entries) {
  return Checker(F).run(Entries);
}

} // namespace predabs::bp
