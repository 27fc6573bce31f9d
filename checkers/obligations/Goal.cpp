#include "checkers/obligations/Goal.h"

namespace predabs {

bool isStep(const Goal &G) { return isBrokenStep(G.statement()); }

BrokenStep stepOf(const Goal &G) {
  return isStep(G) ? brokenStep(G.statement()) : BrokenStep();
}

FailureKind kindOf(const Goal &G) {
  if (!isStep(G))
    return FailureKind::Assertion;
  return stepOf(G).Lock == LockAtEntry::Free ? FailureKind::OwnStep
                                             : FailureKind::Step;
}

} // namespace predabs
