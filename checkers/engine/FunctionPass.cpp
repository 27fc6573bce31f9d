#include "checkers/engine/FunctionPass.h"

namespace predabs {

using ir::Function;

namespace {

/// More ways into the program than these are not followed for one function.
constexpr size_t MaxEntries = 8;

bool wantsMore(const Finding &F) {
  return F.Answer == Verdict::Unknown && F.IsSpent;
}

/// What is not decided yet stays so, as some callers are not looked at.
void leaveOpen(std::vector<Finding> &Known) {
  for (Finding &K : Known)
    if (K.Answer == Verdict::Proved || K.Answer == Verdict::Latent) {
      K.Answer = Verdict::Unknown;
      K.Why = "the budget is spent before all callers are seen";
      K.IsSpent = true;
    }
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
    return judgeFromCallers(G,
                            std::vector<Finding>(G.size(), Finding::proved()));
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
    OfRest.push_back(IsVisible ? AnyCall[I] : Finding::proved());
  }
  return judgeFromCallers(Rest, std::move(OfRest));
}

/// For the callers that we see. \p Known: what there is for those that we do
/// not.
Group FunctionPass::judgeFromCallers(const Group &G,
                                     std::vector<Finding> Known) {
  if (G.empty())
    return {};
  bool AreAllSeen = judgeFromEntries(*P.Found[G[0]].At.Func, G, Known);
  Group MoreToDo;
  for (size_t I = 0; I < G.size(); ++I) {
    if (wantsMore(Known[I]) ||
        (Known[I].Answer == Verdict::Latent && !AreAllSeen))
      MoreToDo.push_back(G[I]);
    Says.report(G[I], std::move(Known[I]));
  }
  return MoreToDo;
}

/// Whether the budget was enough for all entries.
bool FunctionPass::judgeFromEntries(const Function &F, const Group &G,
                                    std::vector<Finding> &Known) {
  std::vector<Entry> Entries = Seen.entriesTo(F);
  bool IsVisible = Seen.isVisible(F);
  if (Entries.size() > MaxEntries) {
    // SOUND: nothing is proved for those that are left out.
    if (!IsVisible)
      for (Finding &K : Known)
        K = Finding::unknown("it has too many callers");
    Entries.resize(Seen.hasStart() ? 1 : 0);
  }
  bool AreAllSeen = true;
  for (const Entry &E : Entries) {
    bool HasUnits = Order.unitsLeft() != 0;
    AreAllSeen &= HasUnits;
    if (HasUnits)
      From.judge(E, G, Known);
    else if (!IsVisible)
      leaveOpen(Known);
  }
  return AreAllSeen;
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
