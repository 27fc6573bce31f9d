#include "checkers/engine/CallerPass.h"

#include "checkers/engine/ForwardedObligations.h"
#include "predicates/alias/Library.h"
#include "predicates/ir/Calls.h"

namespace predabs {

using ir::Function;

namespace {

bool isInput(const Function &F) {
  return F.Name.starts_with("__VERIFIER_nondet_") ||
         F.Name.starts_with(EventPrefix);
}

/// Whether \p Is holds of a call on \p Way that is neither entered nor a
/// model's.
template <class Test>
bool anyCall(const Path &Way, const Expansion &Models, Test Is) {
  for (size_t I = 0; I + 1 < Way.Steps.size(); ++I) {
    const PathStep &Step = Way.Steps[I];
    if (!Step.isBlockEnd() && !Way.enters(I) && !Models.modelAt(Step) &&
        Step.statement().Kind == ir::StmtKind::Call && Is(Step.statement()))
      return true;
  }
  return false;
}

/// Whether \p Way passes a call of a function of which nothing is known.
bool meetsUnknown(const Path &Way, const Expansion &Models) {
  return anyCall(Way, Models, [](const ir::Stmt &S) {
    const Function *Callee = directCallee(S);
    return !Callee ||
           (!isInput(*Callee) && !alias::findLibraryFunction(*Callee));
  });
}

/// Whether all functions that \p Way calls for their results are known, or are
/// there to give arbitrary ones.
bool hasKnownResults(const Path &Way, const Expansion &Models) {
  return !anyCall(Way, Models, [](const ir::Stmt &S) {
    const Function *Callee = directCallee(S);
    return S.Dest && (!Callee || !isInput(*Callee));
  });
}

} // namespace

/// Whether \p Index, as far as it was judged where it stands, fails for some
/// callers. What callers in this file make of its own assertions is known.
bool CallerPass::isLatent(size_t Index) const {
  const Goal &G = P.Found[Index].At;
  if (Known.isReused(*G.Func))
    return false;
  return Seen.isForeign(*G.Func) ||
         (isStep(G) && Known.decision(Index).Answer == Verdict::Latent);
}

void CallerPass::run() {
  for (size_t I = 0; I < P.Found.size(); ++I)
    if (isLatent(I))
      Left[P.Found[I].At.Func].insert(I);
  if (Left.empty())
    return;
  ForwardedObligations States(P.M, P.W->A, *P.Calls);
  Order.beginQuickLook();
  for (const Function *F : P.Calls->bottomUp()) {
    GoalSet Goals = goalsIn(*F), Latent = takeForwarded(*F, States, Goals);
    if (!Goals.empty())
      Latent.merge(judgeCallees(Seen.entryAt(*F), Goals));
    GoalSet &Of = Left[F];
    Of.merge(Latent);
    if (Seen.isVisible(*F))
      Unsettled.insert(Of.begin(), Of.end());
  }
  proveTheRest();
}

/// What fails for some callers in functions that \p F calls.
CallerPass::GoalSet CallerPass::goalsIn(const Function &F) const {
  GoalSet Result;
  for (const Function *Callee : P.Calls->callees(F))
    if (auto It = Left.find(Callee); Callee != &F && It != Left.end())
      Result.insert(It->second.begin(), It->second.end());
  return Result;
}

/// Takes those off \p Goals that callers of \p F see as callers of its callees
/// do.
CallerPass::GoalSet
CallerPass::takeForwarded(const Function &F, const ForwardedObligations &States,
                          GoalSet &Goals) const {
  bool AreAll = Seen.isForeign(F) || Seen.isProgram(F);
  bool AreSteps = Seen.entryAt(F).How != Beginning::OfProgram && States.by(F);
  GoalSet Result;
  for (size_t G : Goals)
    if (AreAll || (AreSteps && isStep(P.Found[G].At)))
      Result.insert(G);
  for (size_t G : Result)
    Goals.erase(G);
  return Result;
}

/// Gives those that fail for some callers of \p E.
CallerPass::GoalSet CallerPass::judgeCallees(const Entry &E,
                                             const GoalSet &Goals) {
  Group G(Goals.begin(), Goals.end());
  if (Order.isFileSpent()) {
    Unsettled.insert(G.begin(), G.end());
    return {};
  }
  Order.beginForCaller(G);
  std::vector<Finding> Judged(G.size(), Finding::proved());
  From.judge(E, G, Judged);
  GoalSet Latent;
  for (size_t I = 0; I < G.size(); ++I)
    if (settle(E, G[I], std::move(Judged[I])))
      Latent.insert(G[I]);
  return Latent;
}

/// Whether it fails for some callers of \p E.
bool CallerPass::settle(const Entry &E, size_t Index, Finding F) {
  const Goal &G = P.Found[Index].At;
  const Function &In = Seen.functionOf(E);
  // SOUND: a function that nobody else calls may never be called.
  bool IsSure =
      F.Answer == Verdict::Violated &&
      (isStep(G) || E.How == Beginning::OfProgram || Seen.isVisible(*E.Func));
  bool IsLatent =
      F.Answer == Verdict::Latent || (F.Answer == Verdict::Violated && !IsSure);
  // SOUND: what nobody knows may be the release of a lock that code of other
  // files acquires.
  bool IsOpen = IsSure && isStep(G) && Seen.isForeign(*G.Func) &&
                meetsUnknown(F.Way, P.InPlace);
  if (F.Answer == Verdict::Unknown || IsOpen)
    Unsettled.insert(Index);
  else if (IsSure && isStep(G))
    reportStep(Index, In, std::move(F));
  else if (!isStep(G) && (IsSure || Seen.isVisible(In)))
    reportAssertion(Index, std::move(F));
  return IsLatent;
}

/// A step that \p In makes wrong by a call.
void CallerPass::reportStep(size_t Index, const Function &In, Finding F) {
  for (size_t I = F.Way.Steps.size(); I-- > 0;)
    if (PathStep Call = F.Way.Steps[I]; Call.Func == &In && !Call.isBlockEnd())
      return Says.reportAtCall(Index, Call, std::move(F));
}

/// A failure in another file stands where this file makes it certain, by the
/// last call from one of its functions.
void CallerPass::reportAssertion(size_t Index, Finding F) {
  bool IsCertain =
      F.Answer == Verdict::Violated && hasKnownResults(F.Way, P.InPlace);
  if (!IsCertain &&
      !(F.Answer == Verdict::Latent && Says.isSaid(P.Found[Index], F)))
    return;
  for (size_t I = F.Way.Steps.size(); I-- > 0;)
    if (PathStep Call = F.Way.Steps[I]; !Seen.isForeign(*Call.Func)) {
      if (!Call.isBlockEnd())
        Says.reportAtCall(Index, Call, std::move(F));
      return;
    }
}

/// Nobody else calls these.
void CallerPass::proveTheRest() {
  for (size_t I = 0; I < P.Found.size(); ++I) {
    const Goal &G = P.Found[I].At;
    Decision &D = Known.decision(I);
    if (!isStep(G) || D.Answer != Verdict::Latent || Seen.isForeign(*G.Func) ||
        Known.isReused(*G.Func) || Unsettled.contains(I))
      continue;
    D.Answer = Verdict::Proved;
    D.Why = "for all calls but those that are reported";
  }
}

} // namespace predabs
