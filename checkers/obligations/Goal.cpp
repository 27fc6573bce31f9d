#include "checkers/obligations/Goal.h"

namespace predabs {

bool isStep(const Goal &G) { return isViolation(G.statement()); }

Violation stepOf(const Goal &G) {
  return isStep(G) ? violationOf(G.statement()) : Violation();
}

FailureKind kindOf(const Goal &G) {
  if (!isStep(G))
    return FailureKind::Assertion;
  return stepOf(G).Lock == LockAtEntry::Free ? FailureKind::OwnStep
                                             : FailureKind::Step;
}

} // namespace predabs
