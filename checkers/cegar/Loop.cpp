#include "checkers/cegar/Loop.h"

#include "checkers/cegar/ContractPredicates.h"
#include "predicates/abstraction/TracePath.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

using bebop::Reachability;

namespace {

/// A first glance ends after so many paths in a row that tell nothing, or when
/// this part of the units is spent.
constexpr unsigned MaxVainGlances = 8, GlanceShare = 8;
/// Traces to look at in one round.
constexpr size_t TracesPerRound = 8;
/// Before anything is asked, all functions of the module are gone through.
constexpr uint64_t FunctionsPerUnit = 10;

} // namespace

Loop::Loop(Workspace &W, Entry From, std::vector<Goal> Goals, uint64_t Units,
           std::vector<Candidate> Seeds, Look How)
    : S(W, From, std::move(Goals), Units, How), Next(S, S.A), Examples(S),
      Direct(S, Examples, S.A), Proved(S), Seeds(std::move(Seeds)) {}

std::vector<Finding> Loop::run() {
  S.W.log("from " + S.From.Func->DisplayName + ":");
  S.addUnits(S.W.M.Functions.size() / FunctionsPerUnit);
  if (S.AreSteps && S.How == Look::Quick)
    DirectSearch(S, Examples, S.W.A).search(DirectSearch::Wanted::Proofs);
  search();
  if (S.AreSteps && Proved.needConfirmation())
    Proved.confirm(Next);
  S.W.Numbers.Predicates += S.Predicates.size();
  S.W.Numbers.Units += S.unitsSpent();
  return S.takeFindings();
}

void Loop::search() {
  using Wanted = DirectSearch::Wanted;
  Examples.tryRuns();
  if (S.How == Look::Paths || S.How == Look::Quick)
    Direct.search(S.AreSteps || S.How == Look::Paths ? Wanted::Paths
                                                     : Wanted::Both);
  if (S.How == Look::Quick || S.How == Look::Thorough) {
    tryShortPaths();
    refineUntilDecided();
  }
  for (size_t G : S.openGoals())
    S.runOut(G);
}

/// Round by round, until all is decided or nothing more comes of it.
void Loop::refineUntilDecided() {
  addPredicates();
  for (Progress = true; Progress && S.Rounds < MaxRounds && S.unitsLeft() &&
                        !S.openGoals().empty();) {
    Progress = false;
    std::unique_ptr<Round> R = Next.next(); // abstract, check
    for (Trace &T : traces(*R)) {
      if (!T.Way) {
        giveUpUnlessSpent(*R, T.Goal, "no trace was found: " + T.WhyNot);
        continue;
      }
      std::optional<Feasibility> F = Examples.feasible(T.Goal, *T.Way);
      if (!F)
        continue;
      if (F->Possible == Answer::Yes)
        Examples.confirm(T.Goal, std::move(*T.Way), *F);
      else if (F->Possible == Answer::No)
        refine(T.Goal, *T.Way, *F);
      else
        S.runOut(T.Goal, "a path could not be followed: " + F->Why);
    }
    Next.count(*R);
  }
}

/// Of goals that \p R reaches. Decides those that it does not reach.
std::vector<Loop::Trace> Loop::traces(Round &R) {
  std::vector<Trace> Result;
  std::vector<bebop::Question> Wanted;
  for (size_t G : S.openGoals()) {
    Reachability Found = R.answer(G);
    if (Found == Reachability::Unreachable) {
      Proved.prove(R, G);
    } else if (Found == Reachability::Unknown) {
      giveUpUnlessSpent(R, G, "the Boolean program is too large");
    } else if (Wanted.size() < TracesPerRound) {
      Result.push_back({G, std::nullopt, ""});
      Wanted.push_back(R.Of[G].front());
    } else {
      Progress = true; // its turn comes in another round
    }
  }
  if (Wanted.empty())
    return {};
  std::vector<bebop::Answer> Answers = R.Checked->answer(Wanted);
  for (size_t I = 0; I < Answers.size(); ++I)
    if (Answers[I].Way)
      Result[I].Way = pathOf(R.Made, R.Flow, *Answers[I].Way);
    else
      Result[I].WhyNot = Answers[I].Why;
  return Result;
}

void Loop::giveUpUnlessSpent(const Round &R, size_t G, std::string Why) {
  Next.isSpent(R) ? S.runOut(G) : S.giveUp(G, std::move(Why));
}

void Loop::refine(size_t G, const Path &Way, const Feasibility &F) {
  ++S.W.Numbers.Infeasible;
  S.W.log("  it cannot happen");
  switch (S.Refine.exclude(Way, F.Core)) {
  case Refinement::Outcome::Added:
    Progress = true;
    return;
  case Refinement::Outcome::Diverged:
    return S.giveUp(G, "a loop goes on and on: " + S.lastTried());
  case Refinement::Outcome::Repeated:
    break;
  }
  // What another path has taught in this round may exclude this one too.
  if (Progress)
    return;
  if (S.How != Look::Thorough)
    return S.runOut(G, "it takes more work");
  if (Next.becomeMorePrecise())
    Progress = true;
  else
    S.giveUp(G, "a path that cannot happen is not excluded (tried " +
                    S.Refine.tried() + ")");
}

void Loop::addPredicates() {
  addContractPredicates(S.W, S.Predicates, *S.From.Func);
  for (const Candidate &C : Seeds)
    S.Refine.add(C);
}

/// Without predicates a round costs next to nothing, and in a function that
/// anybody calls most paths can be taken. So it is with those about the states
/// that goals look at: most paths on which these are wrong can be taken too.
void Loop::tryShortPaths() {
  if (S.From.How == Beginning::OfProgram ||
      std::ranges::all_of(S.openGoals(),
                          [&](size_t G) { return wereTried(G); }))
    return;
  // Which conditions contradict themselves is not worth a question.
  constexpr uint64_t NoQuestions = 1;
  tryShortPaths(*Next.next(NoQuestions));
  if (!S.openGoals().empty() && addSeedsAboutStates())
    tryShortPaths(*Next.next());
}

/// Whether there are any.
bool Loop::addSeedsAboutStates() {
  size_t NumBefore = S.Predicates.size();
  for (const Candidate &C : Seeds)
    if (std::ranges::any_of(ir::placesRead(C.Term), [](const ir::Expr *P) {
          return ir::isState(P->type());
        }))
      S.Refine.add(C);
  return S.Predicates.size() > NumBefore;
}

/// Whether the shortest paths to \p G were tried before.
bool Loop::wereTried(size_t G) const {
  if (S.AreSteps || S.W.Opts.hasEntry())
    return false;
  return S.How == Look::Thorough || !Direct.isUnclear(G);
}

/// Decides what the first path tells that \p R finds.
void Loop::tryShortPaths(Round &R) {
  unsigned Vain = 0;
  for (size_t G : S.openGoals()) {
    if (wereTried(G))
      continue;
    Reachability Found = R.answer(G);
    if (Found == Reachability::Unreachable) {
      Proved.prove(R, G);
      continue;
    }
    if (Found != Reachability::Reachable || Vain == MaxVainGlances ||
        S.unitsSpent() > S.units() / GlanceShare)
      continue;
    if (std::optional<Path> Way = R.firstPath(G))
      Examples.tryPath(G, std::move(*Way));
    Vain = S.isOpen(G) ? Vain + 1 : 0;
  }
  Next.count(R);
}

} // namespace predabs
