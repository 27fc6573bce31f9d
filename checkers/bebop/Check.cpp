#include "checkers/bebop/Check.h"

#include "checkers/bebop/Shortest.h"
#include "predicates/bdd/Formula.h"

using namespace predabs;
using namespace predabs::bebop;

static const char *const OutOfNodes = "BDD nodes";

std::vector<Question> bebop::assertions(const bp::Flow &F) {
  std::vector<Question> Result;
  for (bp::ProcId P = 0; P < F.Procs.size(); ++P)
    for (bp::NodeId N = 0; N < F.Procs[P].Nodes.size(); ++N)
      if (F.Procs[P].Nodes[N].Kind == bp::NodeKind::Assert)
        Result.push_back({{P, N}, bp::Goal::AssertFails, ""});
  return Result;
}

std::vector<Question> bebop::labels(const bp::Flow &F, std::string_view Name) {
  std::vector<Question> Result;
  for (bp::ProcId P = 0; P < F.Procs.size(); ++P)
    if (auto N = F.Procs[P].findLabel(Name))
      Result.push_back({{P, *N}, bp::Goal::NodeReached, std::string(Name)});
  return Result;
}

Check::Check(const bp::Flow &F, const CheckOptions &Options)
    : Flow(F), Space(Options.MaxNodes), Vars(F, Space, Options.Kept),
      Relations(Vars), Found(Vars, Relations) {
  Space.limitWork(Options.MaxWork);
  if (Options.ReorderFrom)
    Space.reorderFrom(Options.ReorderFrom);
}

void Check::run(const std::vector<bp::ProcId> &From) {
  Starts = From;
  for (bp::ProcId P : Starts)
    Found.enter(P, Space.constant(true));
  Found.run();
}

std::vector<Answer> Check::answer(const std::vector<Question> &Questions,
                                  Traces Ways) {
  std::vector<Answer> Result;
  for (const Question &Q : Questions) {
    Answer A;
    A.To = Q;
    const Bdd &Edges = Found.pathEdges(Q.Where);
    bool IsReached =
        Q.What == bp::Goal::NodeReached
            ? Edges.isValid() && !Edges.isFalse()
            : Edges.intersects(Relations.failure(Q.Where.Proc, Q.Where.Node));
    // SOUND: after the node limit sets are incomplete, so a goal that was not
    // found may still be reachable.
    if (!isComplete())
      A.Why = OutOfNodes;
    if (IsReached && isComplete())
      A.Found = Reachability::Reachable;
    else if (isComplete())
      A.Found = Reachability::Unreachable;
    Result.push_back(std::move(A));
  }
  if (Ways == Traces::Wanted && isComplete())
    findTraces(Result);
  return Result;
}

void Check::findTraces(std::vector<Answer> &Answers) {
  std::vector<GoalStates> Goals;
  std::vector<Answer *> Asked;
  for (Answer &A : Answers) {
    if (A.Found != Reachability::Reachable)
      continue;
    Site S = A.To.Where;
    Bdd States = A.To.What == bp::Goal::AssertFails
                     ? Relations.failure(S.Proc, S.Node)
                     : Space.constant(true);
    Goals.push_back({S, States, A.To.What});
    Asked.push_back(&A);
  }
  if (Goals.empty())
    return;
  Shortest Search(Vars, Relations, Found, Starts);
  std::vector<std::optional<bp::Trace>> Ways = Search.find(Goals);
  for (size_t I = 0; I < Ways.size(); ++I) {
    Answer &A = *Asked[I];
    if (!Ways[I]) {
      A.IsWrong = !Space.isExhausted();
      A.Why = A.IsWrong ? "no trace leads there" : OutOfNodes;
    } else if (auto Wrong = bp::confirm(Flow, Starts, *Ways[I])) {
      A.IsWrong = true;
      A.Why = "a trace was not confirmed: " + *Wrong;
    } else {
      A.Way = std::move(Ways[I]);
    }
  }
}

std::string Check::invariantText(Site S) const {
  BddNames Names;
  for (const auto &G : Flow.Prog->Globals)
    Names.emplace_back(Vars.now(G.get()), G->Name);
  for (const auto &V : Flow.Procs[S.Proc].Proc->Vars)
    Names.emplace_back(Vars.now(V.get()), V->Name);
  return formulaText(invariant(S), Names);
}

std::string Check::relationText(bp::ProcId P) const {
  const bp::Procedure &Proc = *Flow.Procs[P].Proc;
  BddNames Names;
  auto AddEntry = [&](BddVar Value, const bp::Variable *V) {
    Names.emplace_back(Value, (Vars.mayChange(P, V) ? "'" : "") + V->Name);
  };
  for (const auto &G : Flow.Prog->Globals)
    AddEntry(Vars.now(G.get()), G.get());
  for (unsigned I = 0; I < Proc.NumParams; ++I)
    AddEntry(Vars.arg(I), Proc.Vars[I].get());
  size_t FirstOutput = Names.size();
  for (const auto &G : Flow.Prog->Globals)
    Names.emplace_back(Vars.next(G.get()), G->Name);
  for (unsigned I = 0; I < Proc.NumResults; ++I)
    Names.emplace_back(
        Vars.result(I),
        Proc.NumResults == 1 ? "result" : "result[" + std::to_string(I) + "]");
  return formulaText(relation(P), Names, FirstOutput);
}
