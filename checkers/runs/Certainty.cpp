#include "checkers/runs/Certainty.h"

#include "checkers/runs/Determinism.h"
#include "checkers/runs/Guards.h"

#include <algorithm>
#include <set>

namespace predabs {

Verdict verdictOf(const Feasibility &F, const Path &Way, Beginning B,
                  FailureKind K) {
  bool IsAssertion = K == FailureKind::Assertion;
  if (F.Possible != Answer::Yes)
    return Verdict::Unknown;
  if (F.Giver)
    return Verdict::Latent;
  // SOUND: what a function elsewhere returns a pointer to, it has filled as it
  // likes, and not as it suits the path. Steps have to be right for all data.
  if (F.ReadsForeignMemory && IsAssertion)
    return Verdict::Unknown;
  if (!IsAssertion && B != Beginning::OfProgram && guardsDisagree(Way))
    return Verdict::Unknown;
  bool IsCertain = F.Entry == EntryValues::DoNotMatter ||
                   (B == Beginning::OfProgram && IsAssertion);
  return IsCertain ? Verdict::Violated : Verdict::Latent;
}

/// Whether a call on \p Way has its number used; each is looked at once.
static bool usesNumberOfOrder(const ir::Module &M, const Path &Way) {
  std::set<const ir::Stmt *> Seen;
  return std::ranges::any_of(Way.Steps, [&](const PathStep &S) {
    return !S.isBlockEnd() && S.statement().Kind == ir::StmtKind::Call &&
           Seen.insert(&S.statement()).second &&
           usesNumberOfOrder(M, *S.Func, S.statement());
  });
}

bool failsEverywhere(const Workspace &W, const Path &Way, Beginning B,
                     const Witness &Inputs, FailureKind K) {
  if (K != FailureKind::Assertion)
    return true;
  return !usesNumberOfOrder(W.M, Way) &&
         replay(W.M, Way, B, Inputs, nullptr, ir::AddressUse::Refused).Fails;
}

std::string whenText(const Feasibility &F) {
  if (!F.Giver)
    return "";
  bool HasName = !F.Giver->Name.starts_with("predabs.");
  std::string Who = F.Giver->DisplayName + (HasName ? "()" : "");
  switch (F.Given) {
  case Feasibility::Gift::Result:
    return "if " + Who + " returns another value";
  case Feasibility::Gift::Memory:
    return "if " + Who + " changes nothing here";
  case Feasibility::Gift::Body:
    return "if no other file has its own " + Who;
  }
  return "";
}

} // namespace predabs
