#include "checkers/protocols/Handover.h"

namespace predabs {

void Handovers::note(const ObjectName &N, const AtReturn &Leaves) {
  if (Leaves.MayBeHeld)
    Given.insert(N);
  if (Leaves.MayBeTaken)
    Taken.insert(N);
  if (Leaves.MayBeReleased && !Leaves.MayBeHeld && !Leaves.MayBeTaken)
    Kept.insert(N);
}

void Handovers::noteAddress(const ObjectName &N) {
  Given.insert(N);
  Taken.insert(N);
}

bool Handovers::isOnlyHere(const ObjectName &N) {
  return N.Var && N.Var->IsInternal;
}

bool Handovers::isSettledHere(const ObjectName &N) const {
  return isOnlyHere(N) || Kept.contains(N);
}

} // namespace predabs
