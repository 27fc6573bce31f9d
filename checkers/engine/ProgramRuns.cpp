#include "checkers/engine/ProgramRuns.h"

#include "checkers/runs/Explore.h"
#include "checkers/runs/Runs.h"

#include <algorithm>

namespace predabs {

namespace {

/// A run may have guessed the state of an object.
bool holdsOfSteps(Workspace &W, const Entry &E, const Goal &G, const Finding &F,
                  const Schedule &Order) {
  if (F.Answer != Verdict::Violated || !isStep(G))
    return true;
  Feasibility Again = W.Paths.check(F.Way, E.How, kindOf(G), Order.unitsLeft());
  return Again.Possible == Answer::Yes &&
         Again.Entry == EntryValues::DoNotMatter;
}

/// What is known about \p G after some paths were run.
Finding afterPaths(const Goal &G, Explored &Paths) {
  if (Paths.Failures.contains(G))
    return std::move(Paths.Failures[G]);
  if (Paths.Excluded.contains(G))
    return Finding::proved("all paths that could come here were run");
  return {};
}

} // namespace

std::map<Goal, Finding> runProgram(Workspace &W, const Entry &E,
                                   const std::vector<FoundObligation> &Found,
                                   const Schedule &Order) {
  std::vector<Goal> All;
  for (const FoundObligation &O : Found)
    All.push_back(O.At);
  std::vector<Finding> Known = decideByRuns(W, E, All);
  auto IsOpen = [](const Finding &F) { return F.Answer == Verdict::Unknown; };
  Explored Paths;
  if (std::ranges::any_of(Known, IsOpen))
    Paths = explore(W, E, All);
  std::map<Goal, Finding> Result;
  for (size_t I = 0; I < All.size(); ++I)
    Result[All[I]] =
        IsOpen(Known[I]) ? afterPaths(All[I], Paths) : std::move(Known[I]);
  for (auto &[G, F] : Result)
    if (!holdsOfSteps(W, E, G, F, Order))
      F = Finding();
  return Result;
}

} // namespace predabs
