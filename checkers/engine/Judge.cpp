#include "checkers/engine/Judge.h"

#include "checkers/cegar/Loop.h"
#include "checkers/cegar/Seeds.h"
#include "checkers/engine/ProgramRuns.h"
#include "checkers/engine/Selection.h"
#include "checkers/explain/Messages.h"
#include "checkers/obligations/AlwaysFailing.h"
#include "predicates/ir/Expected.h"

namespace predabs {

namespace {

/// Predicates to begin with, and in a quick look.
constexpr size_t MaxSeeds = 40, FewSeeds = 12;

bool isUndecided(const Finding &F) { return F.Answer == Verdict::Unknown; }

/// What is found from two entries together.
void merge(Finding &Into, Finding New) {
  Verdict Both = stronger(Into.Answer, New.Answer);
  bool IsSpent = Into.IsSpent || New.IsSpent;
  if (Both != Into.Answer || Both == Verdict::Proved)
    Into = std::move(New);
  Into.IsSpent = IsSpent;
}

/// Whether only callers that hold the lock take the step.
bool needsHeld(const Goal &G) { return stepOf(G).Lock == LockAtEntry::Held; }

} // namespace

void Judge::judge(const Entry &E, const Group &G, std::vector<Finding> &Known) {
  std::vector<size_t> Open = positions(
      Known, [](const Finding &F) { return F.Answer != Verdict::Violated; });
  if (Open.empty())
    return;
  std::vector<Goal> Goals;
  for (size_t I : Open)
    Goals.push_back(P.Found[G[I]].At);
  std::vector<Finding> New = findingsFrom(E, Goals);
  for (size_t I = 0; I < Open.size(); ++I)
    merge(Known[Open[I]],
          asSeenFrom(E, P.Found[G[Open[I]]], std::move(New[I])));
}

std::vector<Finding> Judge::judgeForAnyCall(const Group &G) {
  std::vector<Finding> Known(G.size(), Finding::proved());
  judge({P.Found[G[0]].At.Func, Beginning::OfCall}, G, Known);
  return Known;
}

/// Runs tell first, where the program starts; then paths and proofs.
std::vector<Finding> Judge::findingsFrom(const Entry &E,
                                         const std::vector<Goal> &Goals) {
  std::vector<Finding> Result(Goals.size());
  if (E.How == Beginning::OfProgram && Opts.Paths)
    for (size_t I = 0; I < Goals.size(); ++I)
      Result[I] = byRuns(E, Goals[I]);
  std::vector<size_t> Open = positions(Result, isUndecided);
  std::vector<Goal> Rest = select(Goals, Open);
  std::vector<Finding> Decided = search(E, Rest);
  searchNormalCalls(E, Rest, Decided);
  putBack(Result, Open, std::move(Decided));
  return Result;
}

const Finding &Judge::byRuns(const Entry &E, const Goal &G) {
  if (ByRuns.empty())
    ByRuns = runProgram(W, E, P.Found, Order);
  return ByRuns[G];
}

/// Assertions and steps of protocols are looked for under different
/// assumptions.
std::vector<Finding> Judge::search(const Entry &E,
                                   const std::vector<Goal> &Goals) {
  std::vector<Finding> Result(Goals.size());
  for (bool AreSteps : {false, true}) {
    std::vector<size_t> Some =
        positions(Goals, [&](const Goal &G) { return isStep(G) == AreSteps; });
    if (!Some.empty())
      putBack(Result, Some, searchAlike(E, select(Goals, Some)));
  }
  return Result;
}

std::vector<Finding> Judge::searchAlike(const Entry &E,
                                        const std::vector<Goal> &Goals) {
  Look How = lookAt(E, Goals.front());
  size_t NumSeeds = How == Look::Thorough ? MaxSeeds : FewSeeds;
  return Loop(W, E, Goals, Order.unitsLeft(),
              seeds(W, *E.Func, Goals, NumSeeds), How)
      .run();
}

/// What fails for callers that hold a lock may also fail for those that do not,
/// as they should.
void Judge::searchNormalCalls(const Entry &E, const std::vector<Goal> &Goals,
                              std::vector<Finding> &Known) {
  auto Caller = P.NormalCallers.find(E.Func);
  if (E.How != Beginning::OfCall || Caller == P.NormalCallers.end())
    return;
  auto MatterToNormal = [&](size_t I) {
    if (!isStep(Goals[I]))
      return false;
    bool HasHabits = !ir::expectedOf(*E.Func).empty();
    return (Known[I].Answer == Verdict::Latent && !needsHeld(Goals[I])) ||
           (Known[I].Answer == Verdict::Violated && HasHabits);
  };
  std::vector<size_t> Some;
  for (size_t I = 0; I < Goals.size(); ++I)
    if (MatterToNormal(I))
      Some.push_back(I);
  std::vector<Finding> Normal =
      search({Caller->second, E.How}, select(Goals, Some));
  for (size_t I = 0; I < Some.size(); ++I) {
    Finding &Now = Known[Some[I]];
    if (Normal[I].Answer == Verdict::Violated)
      Now = std::move(Normal[I]);
    else if (Now.Answer == Verdict::Violated)
      // Only what no caller passes by habit leads there.
      Now.Answer = Verdict::Latent;
  }
}

/// Of another file's assertions only those matter that fail whatever this file
/// is called with, and these fail in any run. Of those of this file that other
/// files may fail too there is nothing to prove for callers here.
Look Judge::lookAt(const Entry &E, const Goal &G) const {
  if (!isStep(G) && E.How == Beginning::OfCall) {
    if (Seen.isForeign(*G.Func))
      return Look::Glance;
    if (E.Func != G.Func && Seen.isVisible(*G.Func))
      return Look::Paths;
  }
  return Order.isQuick() ? Look::Quick : Look::Thorough;
}

/// Whether to call \p E is the failure: those who do are to blame.
bool Judge::isLeftToCallers(const Entry &E, const FoundObligation &O) {
  if (E.How == Beginning::OfProgram || isStep(O.At) ||
      !(isPlainCall(O.What) || isPlainlyFalse(O.What.Text)))
    return false;
  if (Failing.empty())
    Failing = alwaysFailing(P.M, W.Failures);
  return Failing.contains(E.Func);
}

Finding Judge::asSeenFrom(const Entry &E, const FoundObligation &O, Finding F) {
  if (F.Answer == Verdict::Violated && isLeftToCallers(E, O))
    F.Answer = Verdict::Latent;
  // SOUND: with an entry given, a failure that only some caller from outside
  // could cause is neither proved absent nor certain.
  if (Seen.isOneProgram() && F.Answer == Verdict::Latent)
    return Finding::unknown("it may be called by code that is not here",
                            std::move(F.Basis));
  return F;
}

} // namespace predabs
