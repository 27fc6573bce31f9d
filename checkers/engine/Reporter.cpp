#include "checkers/engine/Reporter.h"

#include "checkers/engine/HeldReturns.h"
#include "checkers/explain/LockNotes.h"
#include "checkers/explain/Messages.h"
#include "checkers/explain/PathExplanation.h"
#include "checkers/protocols/analysis/Names.h"
#include "checkers/report/SourceNames.h"

#include <algorithm>

namespace predabs {

namespace {

/// For whom it fails, in C.
std::string conditionText(const Finding &F) {
  std::string Text;
  for (const ir::Expr *C : F.Condition)
    Text += (Text.empty() ? "" : " && ") + cText(C);
  return Text;
}

/// Decision::Why of a failure.
std::string reasonOf(const Finding &F) {
  std::string Why = F.Why + conditionText(F);
  return F.Answer == Verdict::Latent ? latentText(Why, F.When) : Why;
}

bool isFailure(const Finding &F) {
  return F.Answer == Verdict::Latent || F.Answer == Verdict::Violated;
}

/// Who releases the wrong one is told which one it holds.
Message withOther(Message M, const FoundObligation &O, const Finding &F) {
  if (O.What.Finding != "release-unheld" || F.Answer != Verdict::Violated)
    return M;
  const ir::Expr *State = heldInstead(O.At, F.Way);
  if (!State || !State->numOperands())
    return M;
  M.Rule.replace(M.Rule.rfind("release-unheld"), std::string::npos,
                 "release-other");
  M.Text += ", but '" + cText(writtenObject(State->operand(0))) + "' is";
  return M;
}

} // namespace

bool Reporter::isSaid(const FoundObligation &O, const Finding &F) const {
  if (F.Answer == Verdict::Violated)
    return true;
  // A lock that the function acquires itself is free when it is called.
  return F.Answer == Verdict::Latent && In.Opts.Open &&
         kindOf(O.At) != FailureKind::OwnStep;
}

void Reporter::report(size_t Index, Finding F) {
  const FoundObligation &O = P.Found[Index];
  Decision &D = Known.decision(Index);
  // The second time is for what the first one could not tell.
  if (F.Answer == Verdict::Unknown && D.Answer == Verdict::Latent)
    return;
  if (isFailure(F))
    F.Why = reasonOf(F);
  D = {O.What, F.Answer, F.Why, F.Basis};
  if (stepOf(O.At).Returning)
    Returning[Index] = std::move(F);
  else if (isSaid(O, F))
    say(withOther(warning(D, explanation(F)), O, F));
}

void Reporter::settleReturns() {
  HeldReturns Returns(P.Found, Returning);
  for (auto &[I, F] : Returning) {
    const FoundObligation &O = P.Found[I];
    std::optional<Finding> Rule = Returns.settled(I);
    Finding Is = Rule ? *Rule : Finding();
    Decision &D = Known.decision(I);
    D = {O.What, Is.Answer, Is.Why, F.Basis};
    if (!Rule)
      D.What.Text.clear();
    if (!isSaid(O, Is))
      continue;
    std::vector<Note> Notes = explanation(Is);
    if (Is.Elsewhere.isValid())
      Notes.push_back({Is.Elsewhere, "on other paths it is released here"});
    say(warning(D, std::move(Notes)));
  }
}

void Reporter::settleCertain() {
  for (size_t I = 0; I < P.Found.size(); ++I) {
    const Goal &G = P.Found[I].At;
    Decision &D = Known.decision(I);
    bool IsOpen = D.Answer == Verdict::Unknown || D.Answer == Verdict::Latent;
    if (!IsOpen || !stepOf(G).IsCertain || Seen.isForeign(*G.Func) ||
        Known.isReused(*G.Func))
      continue;
    D.Answer = Verdict::Violated;
    D.Why.clear();
    say(warning(D, notesOnEveryPath(P.Found[I])));
  }
}

std::vector<Note> Reporter::explanation(const Finding &F) const {
  ExplanationLimits L;
  L.Protocols = In.Protocols;
  return explain(F.Way, F.Inputs, F.Run, P.InPlace, L);
}

void Reporter::reportAtCall(size_t Index, PathStep Call, Finding F) {
  const FoundObligation &O = P.Found[Index];
  Decision D = {O.What, F.Answer, reasonOf(F), F.Basis};
  D.What.Where = Call.statement().Where;
  Message M = warning(D, explanation(F));
  M.Text += " in '" + O.What.Function + "'";
  D.What.Function = Call.Func->DisplayName;
  D.What.Text += " in " + O.What.Function;
  auto [Block, Stmt] = P.InPlace.before(*Call.Func, {Call.Block, Call.Stmt});
  Known.addAtCall(
      {std::move(D), {Call.Func->Name, Block, Stmt}, O.At.Func->Name});
  say(std::move(M));
}

void Reporter::say(Message M) {
  M.Text = withSourceNames(M.Text);
  for (Note &N : M.Notes)
    N.Text = withSourceNames(N.Text);
  bool IsCopy = std::ranges::any_of(Messages, [&](const Message &Said) {
    return Said.Where == M.Where && Said.Text == M.Text;
  });
  if (!IsCopy)
    Messages.push_back(std::move(M));
}

void Reporter::beginTelling() {
  if (!In.Told)
    return;
  std::vector<Obligation> All;
  for (const FoundObligation &O : P.Found)
    All.push_back(Seen.isForeign(*O.At.Func) ? Obligation() : O.What);
  In.Told->begin(Known.files(), std::move(All));
}

void Reporter::tell(const Group &G) {
  if (!In.Told)
    return;
  // Of a return with a lock held more has to be known, and what is not shown
  // nobody asked for.
  for (size_t I : G)
    if (const FoundObligation &O = P.Found[I]; !Seen.isForeign(*O.At.Func) &&
                                               !stepOf(O.At).Returning &&
                                               !O.What.Text.empty())
      In.Told->decided(I, Known.decision(I));
  In.Told->tell(Messages, P.W->Numbers.Units);
  commitLate(In.Opts.DebugFault);
}

Report Reporter::finished() {
  Report R;
  R.Files = Known.files();
  for (const auto &List : {Known.own(), Known.atCalls()})
    for (const KeptDecision &K : List)
      if (K.isShown())
        R.Decisions.push_back(K.Found);
  R.Messages = Messages;
  putInOrder(R);
  return R;
}

} // namespace predabs
