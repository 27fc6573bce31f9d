#include "checkers/engine/HeldReturns.h"

#include <algorithm>

namespace predabs {

/// \p Held, with a note where \p Released gives the lock back.
static Finding withRelease(Finding Held, const Finding &Released) {
  for (auto S = Released.Way.Steps.rbegin(); S != Released.Way.Steps.rend();
       ++S)
    if (!S->isBlockEnd() && S->statement().Dest &&
        ir::isState(S->statement().Dest->type())) {
      Held.Elsewhere = S->statement().Where;
      break;
    }
  return Held;
}

/// Given how the function returns otherwise; nothing if all others leave the
/// lock held too.
std::optional<Finding> HeldReturns::held(size_t Index) const {
  const FoundObligation &O = All[Index];
  Violation Step = stepOf(O.At);
  std::optional<Finding> Best;
  for (auto &[I, F] : Answers) {
    Violation Other = stepOf(All[I].At);
    if (All[I].At.Func != O.At.Func || !Other.isWitness() ||
        !Other.isWitnessOf(Step))
      continue;
    if (F.Answer == Verdict::Violated)
      return withRelease(Answers.at(Index), F);
    if (F.Answer == Verdict::Unknown || F.Answer == Verdict::Latent)
      Best = Finding::unknown("whether others release it: " + F.Why);
  }
  return Best;
}

/// Whether no way to return where \p O asks for one leaves its lock held,
/// whatever the result is: each class of results has a question of its own.
bool HeldReturns::isNeverHeldAt(const FoundObligation &O) const {
  Violation Step = stepOf(O.At);
  return !Step.IsPartial && std::ranges::all_of(Answers, [&](const auto &Is) {
    const FoundObligation &Other = All[Is.first];
    if (Other.At.Func != O.At.Func || Other.What.Where != O.What.Where)
      return true;
    Violation Also = stepOf(Other.At);
    return !Also.needsWitness() || Also.Returning != Step.Returning ||
           Is.second.Answer == Verdict::Proved;
  });
}

std::optional<Finding> HeldReturns::settled(size_t Index) const {
  const FoundObligation &O = All[Index];
  const Finding &F = Answers.at(Index);
  if (!stepOf(O.At).needsWitness())
    return std::nullopt;
  switch (F.Answer) {
  case Verdict::Violated:
    return held(Index);
  // SOUND: proved is that the lock is not held at this return. That callers
  // decide is no proof, and where the rule does not apply nothing is said.
  case Verdict::Latent:
    return Finding::unknown("it depends on the locks that callers pass");
  case Verdict::Proved:
    return isNeverHeldAt(O) ? std::optional(F) : std::nullopt;
  case Verdict::Unknown:
    break;
  }
  return F;
}

} // namespace predabs
