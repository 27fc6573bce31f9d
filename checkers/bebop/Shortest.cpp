#include "checkers/bebop/Shortest.h"

#include <algorithm>
#include <numeric>

using namespace predabs;
using namespace predabs::bebop;
using bp::NodeKind;

static void setAll(std::vector<bool> &Values, const BddLiterals &Literals) {
  for (auto [Variable, Value] : Literals)
    Values[Variable] = Value;
}

const Bdd *Shortest::Layers::find(unsigned Distance) const {
  auto Found = At.find(Distance);
  return Found == At.end() ? nullptr : &Found->second;
}

bool Shortest::Layers::add(unsigned Distance, const Bdd &More) {
  Bdd Fresh = More - Seen;
  if (!Fresh.isValid() || Fresh.isFalse())
    return false;
  Seen |= Fresh;
  auto [Slot, IsNew] = At.emplace(Distance, Fresh);
  if (!IsNew)
    Slot->second |= Fresh;
  return true;
}

Shortest::Shortest(const Variables &Vars, Transfer &Relations,
                   const Reach &Found, std::vector<bp::ProcId> Starts)
    : Vars(Vars), Relations(Relations), Space(Vars.space()),
      Starts(std::move(Starts)), Callers(callSites(Vars.program())),
      CallsIn(Vars.program().Procs.size()) {
  const bp::Flow &F = Vars.program();
  Layers Empty = {{}, Space.constant(false)};
  for (bp::ProcId P = 0; P < F.Procs.size(); ++P) {
    const bp::ProcFlow &Flow = F.Procs[P];
    Proc Fresh;
    Fresh.Nodes.resize(Flow.Nodes.size(), Empty);
    Fresh.Summary = Fresh.Entered = Empty;
    Fresh.Preds.resize(Flow.Nodes.size());
    for (bp::NodeId N = 0; N < Flow.Nodes.size(); ++N)
      for (unsigned I = 0; I < Flow.Nodes[N].Succs.size(); ++I)
        Fresh.Preds[Flow.Nodes[N].Succs[I]].emplace_back(N, I);
    Procs.push_back(std::move(Fresh));
    const Bdd &Entries = Found.entryStates(P);
    if (!Entries.isFalse())
      Coming[{P, Flow.Entry}] = Relations.enter(P).begin(Entries);
  }
}

const bp::FlowNode &Shortest::flowNode(Site S) const {
  return Vars.program().Procs[S.Proc].Nodes[S.Node];
}

const Bdd *Shortest::layer(Site S, unsigned Distance) const {
  return Procs[S.Proc].Nodes[S.Node].find(Distance);
}

std::vector<std::optional<bp::Trace>>
Shortest::find(const std::vector<GoalStates> &Goals) {
  markUseful(Goals);
  for (bp::ProcId P : Starts)
    if (Procs[P].Entered.add(0, Space.constant(true)))
      NewEntered.insert(P);
  std::vector<std::optional<bp::Trace>> Result(Goals.size());
  std::vector<size_t> Open(Goals.size());
  std::iota(Open.begin(), Open.end(), 0);
  // Two layers add up to no more than twice the last one that holds anything.
  for (; !Open.empty() && !Space.isExhausted() && Now <= 2 * LastNews + 3;
       ++Now) {
    advance();
    std::erase_if(Open, [&](size_t I) {
      Result[I] = traceTo(Goals[I]);
      return Result[I].has_value();
    });
  }
  return Result;
}

/// Marks the procedures of goals, and all that call marked ones.
void Shortest::markUseful(const std::vector<GoalStates> &Goals) {
  std::vector<bp::ProcId> Open;
  auto Mark = [&](bp::ProcId P) {
    if (!std::exchange(Procs[P].LeadsToGoal, true))
      Open.push_back(P);
  };
  for (const GoalStates &G : Goals)
    Mark(G.Where.Proc);
  while (!Open.empty()) {
    bp::ProcId P = Open.back();
    Open.pop_back();
    for (Site S : Callers[P])
      Mark(S.Proc);
  }
}

/// Finds all that is at distance Now.
void Shortest::advance() {
  applySummaries();
  std::map<Site, Bdd> After;
  for (const auto &[S, Candidates] : Coming) {
    Layers &L = Procs[S.Proc].Nodes[S.Node];
    if (!L.add(Now, Candidates))
      continue;
    LastNews = Now;
    advanceNode(S, *L.find(Now), After);
  }
  enterCallees();
  planMeetings();
  Coming = std::move(After);
}

/// Enters in the calendars what the news of this distance lead to, each pair
/// of layers once.
void Shortest::planMeetings() {
  for (size_t C : NewCalls) {
    Site S = Calls[C].Where;
    for (const auto &[Length, Summary] : Procs[flowNode(S).Callee].Summary.At)
      Returns[Now + Length + 2].push_back({C, Now, Length});
    for (const auto &[Distance, Entered] : Procs[S.Proc].Entered.At)
      Entrances[Now + Distance + 1].push_back({C, Now, Distance});
  }
  auto PlanEarlier = [&](size_t C, Calendar &In, unsigned Edges) {
    Site S = Calls[C].Where;
    for (const auto &[Layer, PathEdges] : Procs[S.Proc].Nodes[S.Node].At)
      if (Layer < Now)
        In[Now + Layer + Edges].push_back({C, Layer, Now});
  };
  for (bp::ProcId P : NewSummaries)
    for (Site S : Callers[P])
      if (auto C = CallAt.find(S); C != CallAt.end())
        PlanEarlier(C->second, Returns, 2);
  for (bp::ProcId P : NewEntered)
    for (size_t C : CallsIn[P])
      PlanEarlier(C, Entrances, 1);
  NewCalls.clear();
  NewSummaries.clear();
  NewEntered.clear();
}

void Shortest::advanceNode(Site S, const Bdd &Edges,
                           std::map<Site, Bdd> &After) {
  const bp::FlowNode &N = flowNode(S);
  if (N.Kind == NodeKind::Return && !Vars.keepsEntry(S.Proc))
    return;
  if (N.Kind == NodeKind::Return) {
    if (Procs[S.Proc].Summary.add(
            Now, Relations.leave(S.Proc, S.Node).summary(Edges)))
      NewSummaries.insert(S.Proc);
    return;
  }
  if (N.Kind == NodeKind::Call) {
    auto [Known, IsNew] = CallAt.emplace(S, Calls.size());
    if (IsNew) {
      CallsIn[S.Proc].push_back(Calls.size());
      Calls.push_back({S, {}});
    }
    NewCalls.push_back(Known->second);
    return;
  }
  for (unsigned I = 0; I < N.Succs.size(); ++I) {
    Bdd Image = Relations.step(S.Proc, S.Node, I).apply(Edges);
    if (Image.isFalse())
      continue;
    auto [Slot, IsNew] = After.emplace(Site{S.Proc, N.Succs[I]}, Image);
    if (!IsNew)
      Slot->second |= Image;
  }
}

const Bdd &Shortest::seen(Call &C, unsigned Length) {
  auto Known = C.Seen.find(Length);
  if (Known != C.Seen.end())
    return Known->second;
  const CallStep &Relation = Relations.call(C.Where.Proc, C.Where.Node);
  const Bdd &Summary = *Procs[Relation.Callee].Summary.find(Length);
  return C.Seen.emplace(Length, Relation.seenFromSite(Summary)).first->second;
}

void Shortest::applySummaries() {
  for (const Meeting &M : Returns[Now]) {
    Call &C = Calls[M.Call];
    const bp::FlowNode &N = flowNode(C.Where);
    Bdd Image = Relations.call(C.Where.Proc, C.Where.Node)
                    .apply(*layer(C.Where, M.Layer), seen(C, M.Other));
    if (Image.isFalse())
      continue;
    auto [Slot, IsNew] = Coming.emplace(Site{C.Where.Proc, N.Succs[0]}, Image);
    if (!IsNew)
      Slot->second |= Image;
  }
  Returns.erase(Now);
}

void Shortest::enterCallees() {
  for (const Meeting &M : Entrances[Now]) {
    Site S = Calls[M.Call].Where;
    bp::ProcId Callee = flowNode(S).Callee;
    if (!Procs[Callee].LeadsToGoal)
      continue;
    const Bdd &Entered = *Procs[S.Proc].Entered.find(M.Other);
    Bdd From =
        *layer(S, M.Layer) & Relations.enter(S.Proc).asPathEdges(Entered);
    Bdd States = Relations.call(S.Proc, S.Node).entryStates(From);
    if (!Procs[Callee].Entered.add(Now, States))
      continue;
    LastNews = Now;
    NewEntered.insert(Callee);
  }
  Entrances.erase(Now);
}

// The way back. Each step fixes the values that cannot have changed, and the
// layers before leave only real predecessors to pick from.

std::vector<BddVar> Shortest::pointVariables(bp::ProcId P) const {
  std::vector<BddVar> Result = Vars.entriesOf(P);
  for (const auto &G : Vars.program().Prog->Globals)
    Result.push_back(Vars.now(G.get()));
  for (BddVar V : Vars.localsOf(P))
    Result.push_back(V);
  return Result;
}

std::optional<bp::Trace> Shortest::traceTo(const GoalStates &Goal) {
  const Proc &P = Procs[Goal.Where.Proc];
  for (const auto &[Distance, Entered] : P.Entered.At) {
    if (Distance > Now)
      break;
    const Bdd *Edges = layer(Goal.Where, Now - Distance);
    if (!Edges)
      continue;
    Bdd Hits = *Edges & Goal.States &
               Relations.enter(Goal.Where.Proc).asPathEdges(Entered);
    auto Picked = Hits.pickOne(pointVariables(Goal.Where.Proc));
    if (!Picked)
      continue;
    Point Last = {Goal.Where, Now - Distance,
                  std::vector<bool>(Space.variableCount())};
    setAll(Last.Values, *Picked);
    auto Result = walkBack(std::move(Last), Distance);
    if (Result)
      Result->What = Goal.What;
    return Result;
  }
  return std::nullopt;
}

std::optional<bp::Trace> Shortest::walkBack(Point P, unsigned EnteredAt) {
  bp::Trace Result;
  std::vector<Point> Outer; // calls whose callee is being walked through
  while (true) {
    Result.Steps.push_back(asStep(P));
    if (P.Layer > 0) {
      if (stepBack(P) || stepBackIntoCallee(P, Outer))
        continue;
      return std::nullopt;
    }
    if (!Outer.empty()) {
      P = std::move(Outer.back());
      Outer.pop_back();
    } else if (EnteredAt == 0) {
      std::reverse(Result.Steps.begin(), Result.Steps.end());
      return Result;
    } else if (!stepBackToCaller(P, EnteredAt)) {
      return std::nullopt;
    }
  }
}

bp::TraceStep Shortest::asStep(const Point &P) const {
  bp::TraceStep S;
  S.Proc = P.Where.Proc;
  S.Node = P.Where.Node;
  for (const auto &G : Vars.program().Prog->Globals)
    S.Globals.push_back(P.Values[Vars.now(G.get())]);
  for (const auto &V : Vars.program().Procs[S.Proc].Proc->Vars)
    S.Locals.push_back(P.Values[Vars.now(V.get())]);
  return S;
}

BddLiterals Shortest::entryValues(const Point &P) const {
  BddLiterals Result;
  for (BddVar V : Vars.entriesOf(P.Where.Proc))
    Result.emplace_back(V, P.Values[V]);
  return Result;
}

BddLiterals Shortest::globalValues(const Point &P) const {
  BddLiterals Result;
  for (const auto &G : Vars.program().Prog->Globals)
    Result.emplace_back(Vars.now(G.get()), P.Values[Vars.now(G.get())]);
  return Result;
}

/// The state at \p P as the one after a statement that changed \p Changed.
BddLiterals
Shortest::valuesAfter(const Point &P,
                      const std::vector<const bp::Variable *> &Changed) const {
  BddLiterals Result = entryValues(P);
  auto Add = [&](const bp::Variable *V) {
    bool IsNew = std::find(Changed.begin(), Changed.end(), V) != Changed.end();
    Result.emplace_back(IsNew ? Vars.next(V) : Vars.now(V),
                        P.Values[Vars.now(V)]);
  };
  for (const auto &G : Vars.program().Prog->Globals)
    Add(G.get());
  for (const auto &V : Vars.program().Procs[P.Where.Proc].Proc->Vars)
    Add(V.get());
  return Result;
}

static std::vector<BddVar> nowOf(const Variables &Vars,
                                 const std::vector<const bp::Variable *> &Of) {
  std::vector<BddVar> Result;
  Result.reserve(Of.size());
  for (const bp::Variable *V : Of)
    Result.push_back(Vars.now(V));
  return Result;
}

bool Shortest::stepBack(Point &P) {
  bp::ProcId Proc = P.Where.Proc;
  for (auto [Pred, Succ] : Procs[Proc].Preds[P.Where.Node]) {
    Site From = {Proc, Pred};
    const Bdd *Edges = layer(From, P.Layer - 1);
    if (!Edges || flowNode(From).Kind == NodeKind::Call)
      continue;
    const Step &S = Relations.step(Proc, Pred, Succ);
    BddLiterals Known = valuesAfter(P, S.Changed);
    Bdd Before = Edges->cofactor(Known) & S.Relation.cofactor(Known);
    auto Picked = Before.pickOne(nowOf(Vars, S.Changed));
    if (!Picked)
      continue;
    setAll(P.Values, *Picked);
    P.Where = From;
    --P.Layer;
    return true;
  }
  return false;
}

/// From behind a call to the return that led there; the point at the call is
/// left on \p Outer.
bool Shortest::stepBackIntoCallee(Point &P, std::vector<Point> &Outer) {
  bp::ProcId Proc = P.Where.Proc;
  for (auto [Pred, Succ] : Procs[Proc].Preds[P.Where.Node]) {
    Site From = {Proc, Pred};
    const bp::FlowNode &N = flowNode(From);
    auto Known = CallAt.find(From);
    if (N.Kind != NodeKind::Call || Known == CallAt.end())
      continue;
    const CallStep &Relation = Relations.call(Proc, Pred);
    BddLiterals After = valuesAfter(P, Relation.Changed);
    for (const auto &[Length, Summary] : Procs[N.Callee].Summary.At) {
      if (Length + 2 > P.Layer)
        break;
      const Bdd *Edges = layer(From, P.Layer - 2 - Length);
      if (!Edges)
        continue;
      const Bdd &Seen = seen(Calls[Known->second], Length);
      Bdd Before = Edges->cofactor(After) & Seen.cofactor(After);
      auto Picked = Before.pickOne(nowOf(Vars, Relation.Changed));
      if (!Picked)
        continue;
      Point Call = P;
      Call.Where = From;
      Call.Layer = P.Layer - 2 - Length;
      setAll(Call.Values, *Picked);
      if (!findReturn(P, Call, N, Relation, Length))
        return false;
      Outer.push_back(std::move(Call));
      return true;
    }
  }
  return false;
}

/// Makes \p P, behind a call, the point at a return in the callee, where the
/// point at the call was \p Call.
bool Shortest::findReturn(Point &P, const Point &Call,
                          const bp::FlowNode &CallNode,
                          const CallStep &Relation, unsigned Length) {
  bp::ProcId Callee = CallNode.Callee;
  const bp::Procedure &Proc = *Vars.program().Procs[Callee].Proc;
  auto IsOverwritten = [&](const bp::Variable *V) {
    const auto &Among = Relation.Overwritten;
    return std::find(Among.begin(), Among.end(), V) != Among.end();
  };

  // What was passed and what came back.
  BddLiterals Known = globalValues(Call);
  std::vector<BddVar> Free;
  for (const bp::Variable *G : Vars.changedGlobals(Callee))
    if (IsOverwritten(G))
      Free.push_back(Vars.next(G));
    else
      Known.emplace_back(Vars.next(G), P.Values[Vars.now(G)]);
  for (unsigned I = 0; I < CallNode.Targets.size(); ++I)
    if (const bp::Variable *T = CallNode.Targets[I])
      Known.emplace_back(Vars.result(I), P.Values[Vars.now(T)]);
    else
      Free.push_back(Vars.result(I));
  for (unsigned I = 0; I < Proc.NumParams; ++I)
    Free.push_back(Vars.arg(I));
  BddLiterals AtCall = globalValues(Call);
  for (BddVar V : Vars.localsOf(Call.Where.Proc))
    AtCall.emplace_back(V, Call.Values[V]);
  Bdd Way = Procs[Callee].Summary.find(Length)->cofactor(Known) &
            Relation.Args.cofactor(AtCall);
  auto Picked = Way.pickOne(Free);
  if (!Picked)
    return false;
  std::vector<bool> Passed(Space.variableCount());
  setAll(Passed, Known);
  setAll(Passed, *Picked);

  // The callee's path edge from entry to return, but for its locals.
  Point Return = {{Callee, 0}, Length, std::vector<bool>(Passed.size())};
  BddLiterals Edge;
  for (const auto &G : Vars.program().Prog->Globals) {
    BddVar Now = Vars.now(G.get());
    bool Changes = Vars.mayChange(Callee, G.get());
    if (Changes)
      Edge.emplace_back(Vars.entry(G.get()), Passed[Now]);
    Edge.emplace_back(Now, Passed[Changes ? Vars.next(G.get()) : Now]);
  }
  for (unsigned I = 0; I < Proc.NumParams; ++I)
    Edge.emplace_back(Vars.entryOrNow(Callee, Proc.Vars[I].get()),
                      Passed[Vars.arg(I)]);
  std::vector<BddVar> Unknown;
  for (unsigned I = 0; I < Proc.Vars.size(); ++I)
    if (I >= Proc.NumParams || Vars.mayChange(Callee, Proc.Vars[I].get()))
      Unknown.push_back(Vars.now(Proc.Vars[I].get()));
  setAll(Return.Values, Edge);
  BddLiterals WithResults = Edge;
  for (unsigned I = 0; I < Proc.NumResults; ++I)
    WithResults.emplace_back(Vars.result(I), Passed[Vars.result(I)]);

  for (bp::NodeId N = 0; N < Procs[Callee].Nodes.size(); ++N) {
    const Bdd *Edges = layer({Callee, N}, Length);
    if (!Edges || flowNode({Callee, N}).Kind != NodeKind::Return)
      continue;
    Bdd States = Edges->cofactor(Edge) &
                 Relations.leave(Callee, N).Results.cofactor(WithResults);
    auto Locals = States.pickOne(Unknown);
    if (!Locals)
      continue;
    setAll(Return.Values, *Locals);
    Return.Where.Node = N;
    P = std::move(Return);
    return true;
  }
  return false;
}

/// From a procedure's entry to a call that entered it at \p EnteredAt.
bool Shortest::stepBackToCaller(Point &P, unsigned &EnteredAt) {
  bp::ProcId Callee = P.Where.Proc;
  const bp::Procedure &Proc = *Vars.program().Procs[Callee].Proc;
  BddLiterals Known = globalValues(P);
  for (unsigned I = 0; I < Proc.NumParams; ++I)
    Known.emplace_back(Vars.arg(I), P.Values[Vars.now(Proc.Vars[I].get())]);
  for (Site S : Callers[Callee]) {
    Bdd Args;
    for (const auto &[Distance, Entered] : Procs[S.Proc].Entered.At) {
      if (Distance + 1 > EnteredAt)
        break;
      const Bdd *Edges = layer(S, EnteredAt - 1 - Distance);
      if (!Edges)
        continue;
      if (!Args.isValid())
        Args = Relations.call(S.Proc, S.Node).Args.cofactor(Known);
      Bdd From = *Edges & Relations.enter(S.Proc).asPathEdges(Entered);
      auto Picked =
          (From.cofactor(Known) & Args).pickOne(pointVariables(S.Proc));
      if (!Picked)
        continue;
      std::vector<bool> Values(Space.variableCount());
      setAll(Values, *Picked);
      setAll(Values, globalValues(P));
      P = {S, EnteredAt - 1 - Distance, std::move(Values)};
      EnteredAt = Distance;
      return true;
    }
  }
  return false;
}
