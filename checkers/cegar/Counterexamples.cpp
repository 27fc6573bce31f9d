#include "checkers/cegar/Counterexamples.h"

#include "checkers/runs/Certainty.h"

#include <algorithm>

namespace predabs {

Feasibility Counterexamples::check(size_t G, const Path &Way, uint64_t Units,
                                   CoreEffort C) {
  return S.W.Paths.check(Way, S.From.How, kindOf(S.Goals[G]), Units, C);
}

/// Counts and logs \p Way to \p G; gives up if it is none.
bool Counterexamples::isPath(size_t G, const Path &Way) {
  ++S.W.Numbers.Paths;
  if (std::optional<std::string> Wrong = verify(Way)) {
    ++S.W.Numbers.Disagreements;
    S.giveUp(G, "internal: a trace is no path: " + *Wrong);
    return false;
  }
  const Goal &To = S.Goals[G];
  S.W.log("  a path of " + std::to_string(Way.Steps.size()) +
          " steps leads to " + To.Func->DisplayName + ":" +
          std::to_string(To.statement().Where.Line));
  return true;
}

std::optional<Feasibility> Counterexamples::feasible(size_t G, const Path &Way,
                                                     CoreEffort C) {
  if (!isPath(G, Way))
    return std::nullopt;
  return check(G, Way, S.How == Look::Thorough ? S.unitsLeft() : MaxGlance, C);
}

void Counterexamples::confirm(size_t G, Path Way, Feasibility &F) {
  FailureKind Kind = kindOf(S.Goals[G]);
  Verdict Is = verdictOf(F, Way, S.From.How, Kind);
  if (Is == Verdict::Unknown)
    return S.giveUp(G, S.AreSteps
                           ? "a condition is asked twice, with two answers"
                           : "it depends on memory that code elsewhere "
                             "gives back");
  ++S.W.Numbers.Runs;
  Replay Run = replay(S.W.M, Way, S.From.How, F.How, &S.W.Paths.starts());
  if (!Run.Fails) {
    // SOUND: only what really fails is reported.
    ++S.W.Numbers.Disagreements;
    S.W.log("  the interpreter does not take it: " + Run.Why);
    return S.giveUp(G, "internal: a run did not take the path found (" +
                           Run.Why + ")");
  }
  if (Is == Verdict::Violated &&
      !failsEverywhere(S.W, Way, S.From.How, F.How, Kind))
    return S.giveUp(G, "it depends on where objects lie, or on the library");
  S.W.log(Is == Verdict::Violated ? "  it happens"
                                  : "  it happens for some entry values");
  Finding Found;
  Found.Answer = Is;
  Found.When = whenText(F);
  Found.Way = std::move(Way);
  Found.Inputs = std::move(F.How);
  Found.Run = std::move(Run);
  Found.Condition = std::move(F.Condition);
  S.decide(G, std::move(Found));
}

void Counterexamples::tryPath(size_t G, Path Way) {
  if (verify(Way))
    return;
  Feasibility F = check(G, Way, MaxGlance);
  if (verdictOf(F, Way, S.From.How, kindOf(S.Goals[G])) != Verdict::Unknown) {
    ++S.W.Numbers.Paths;
    confirm(G, std::move(Way), F);
  }
}

void Counterexamples::tryRuns() {
  if (S.From.How == Beginning::OfProgram)
    return;
  // A path is worth a glance even if there is nothing left to spend.
  uint64_t Units = std::max(S.unitsLeft(), MaxGlance);
  for (FailingRun &R : failingRuns(S.W, S.From, S.Goals))
    tryRun(std::move(R), Units);
}

void Counterexamples::tryRun(FailingRun R, uint64_t Units) {
  if (R.Entry == EntryValues::DoNotMatter && !S.AreSteps &&
      !replaceableOn(R.Way))
    return take(std::move(R));
  Feasibility F = check(R.Goal, R.Way, Units);
  bool IsOpen =
      S.AreSteps && verdictOf(F, R.Way, S.From.How, kindOf(S.Goals[R.Goal])) ==
                        Verdict::Unknown;
  if (F.Possible == Answer::Yes && !IsOpen && isPath(R.Goal, R.Way))
    confirm(R.Goal, std::move(R.Way), F);
}

/// A run that did not look at anything from outside fails for every caller.
void Counterexamples::take(FailingRun R) {
  const Goal &To = S.Goals[R.Goal];
  Finding F;
  F.Run = replay(S.W.M, R.Way, S.From.How, R.Inputs, &S.W.Paths.starts());
  if (!F.Run.Fails ||
      !failsEverywhere(S.W, R.Way, S.From.How, R.Inputs, kindOf(To)))
    return;
  S.W.log("  a run fails at " + To.Func->DisplayName);
  F.Answer = Verdict::Violated;
  F.Way = std::move(R.Way);
  F.Inputs = std::move(R.Inputs);
  S.decide(R.Goal, std::move(F));
}

} // namespace predabs
