#include "checkers/engine/FunctionPass.h"

namespace predabs {

using ir::Function;

namespace {

/// More ways into the program than these are not followed for one function.
constexpr size_t MaxEntries = 8;

bool wantsMore(const Finding &F) {
  return F.Answer == Verdict::Unknown && F.IsSpent;
}

/// Nothing is proved as long as some callers are not looked at.
void leaveOpen(std::vector<Finding> &Known, const char *Why) {
  for (Finding &K : Known)
    if (K.Answer == Verdict::Proved) {
      K = Finding::unknown(Why);
      K.IsSpent = true;
    }
}

/// What is known of an obligation of a function, \p OfAnyCall and \p OfCallers
/// that are seen, which may be all. What fails for some call is never less than
/// latent, but for callers that are all of them.
Finding together(Finding OfAnyCall, Finding OfCallers, bool AreAll) {
  Verdict V = OfCallers.Answer;
  bool IsMore = V == Verdict::Violated ||
                (AreAll && (V == Verdict::Proved || V == Verdict::Latent));
  if (IsMore || OfAnyCall.Answer != Verdict::Latent)
    return IsMore || AreAll || V == Verdict::Latent ? std::move(OfCallers)
                                                    : std::move(OfAnyCall);
  return OfAnyCall;
}

} // namespace

Group FunctionPass::judge(const Group &G) {
  const Goal &First = P.Found[G[0]].At;
  const Function &F = *First.Func;
  if (Seen.isForeign(F))
    return {}; // its callers are judged, see CallerPass
  if (Order.isFileSpent()) {
    leaveUndecided(G);
    return {};
  }
  Order.begin(G);
  bool IsOfProgram = Seen.isOfProgram(F), IsVisible = Seen.isVisible(F);
  if (!IsOfProgram && isStep(First))
    return judgeSteps(G);
  if (IsOfProgram && !IsVisible)
    return judgeFromCallers(G, std::vector<Finding>(G.size()));
  std::vector<Finding> AnyCall = From.judgeForAnyCall(G);
  Group Rest;
  std::vector<Finding> OfRest;
  for (size_t I = 0; I < G.size(); ++I) {
    Verdict Is = AnyCall[I].Answer;
    if (Is == Verdict::Proved || (IsVisible && Is == Verdict::Violated)) {
      Says.report(G[I], std::move(AnyCall[I]));
      continue;
    }
    Rest.push_back(G[I]);
    OfRest.push_back(std::move(AnyCall[I]));
  }
  return judgeFromCallers(Rest, std::move(OfRest));
}

/// For the callers that we see. \p OfAnyCall: what is known for all.
Group FunctionPass::judgeFromCallers(const Group &G,
                                     std::vector<Finding> OfAnyCall) {
  if (G.empty())
    return {};
  const Function &F = *P.Found[G[0]].At.Func;
  std::vector<Finding> OfCallers(G.size(), Finding::proved());
  judgeFromEntries(F, G, OfCallers);
  bool AreAll = !Seen.isVisible(F);
  Group MoreToDo;
  for (size_t I = 0; I < G.size(); ++I) {
    bool IsOpen = wantsMore(OfCallers[I]) && AreAll;
    Finding Is =
        together(std::move(OfAnyCall[I]), std::move(OfCallers[I]), AreAll);
    if (wantsMore(Is) || IsOpen)
      MoreToDo.push_back(G[I]);
    Says.report(G[I], std::move(Is));
  }
  return MoreToDo;
}

void FunctionPass::judgeFromEntries(const Function &F, const Group &G,
                                    std::vector<Finding> &Known) {
  std::vector<Entry> Entries = Seen.entriesTo(F);
  // SOUND: nothing is proved for those that are left out.
  if (Entries.size() > MaxEntries) {
    leaveOpen(Known, "it has too many callers");
    Entries.resize(Seen.hasStart() ? 1 : 0);
  }
  for (const Entry &E : Entries)
    if (Order.unitsLeft())
      From.judge(E, G, Known);
    else
      leaveOpen(Known, "the budget is spent before all callers are seen");
}

/// Steps of protocols are judged function by function: what callers make of
/// those that are latent comes later.
Group FunctionPass::judgeSteps(const Group &G) {
  std::vector<Finding> Here = From.judgeForAnyCall(G);
  Group MoreToDo;
  for (size_t I = 0; I < G.size(); ++I) {
    if (wantsMore(Here[I]))
      MoreToDo.push_back(G[I]);
    Says.report(G[I], std::move(Here[I]));
  }
  return MoreToDo;
}

void FunctionPass::leaveUndecided(const Group &G) {
  for (size_t I : G)
    if (Known.decision(I).What == Obligation())
      Says.report(I, Finding::unknown("the budget of the file is spent"));
}

} // namespace predabs
