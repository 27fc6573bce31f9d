#include "checkers/protocols/analysis/Handover.h"

namespace predabs {

void Handovers::note(const ObjectName &N, const AtReturn &Leaves) {
  // Who releases it to acquire it again is called by those who hold it.
  if (Leaves.MayBeHeld || Leaves.MayBeRegained)
    Given.insert(N);
  if (Leaves.MayBeTaken)
    Taken.insert(N);
  if (Leaves.MayBeReleased && !Leaves.MayBeHeld && !Leaves.MayBeTaken)
    Kept.insert(N);
}

void Handovers::note(const ObjectName &N, const InBetween &Elsewhere) {
  if (Elsewhere.MayBeReleased)
    Given.insert(N);
  if (Elsewhere.MayBeAcquired)
    Taken.insert(N);
}

void Handovers::noteAddress(const ObjectName &N) {
  Addressed.insert(N);
  Given.insert(N);
  Taken.insert(N);
}

bool Handovers::isOnlyHere(const ObjectName &N) const {
  if (N.Var)
    return N.Var->IsInternal;
  return N.Record && N.Record->fields()[N.Field].IsInternal && Kept.contains(N);
}

bool Handovers::isSettledHere(const ObjectName &N) const {
  return isOnlyHere(N) || Kept.contains(N);
}

} // namespace predabs
