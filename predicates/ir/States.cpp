#include "predicates/ir/States.h"

#include <algorithm>

namespace predabs::ir {

bool hasStates(const Type *T) {
  while (T->isArray())
    T = T->inner();
  if (T->isScalar())
    return isState(T);
  return T->isRecord() && std::ranges::any_of(T->fields(), [](const Field &F) {
           return hasStates(F.Ty);
         });
}

static void addStates(const Type *T, uint64_t At, std::vector<uint64_t> &Into) {
  if (!hasStates(T) || Into.size() >= MaxStatesInObject)
    return;
  if (T->isScalar())
    Into.push_back(At);
  else if (T->isArray())
    for (uint64_t I = 0; I < T->count() && Into.size() < MaxStatesInObject; ++I)
      addStates(T->inner(), At + I * T->inner()->size(), Into);
  else
    for (const Field &F : T->fields())
      addStates(F.Ty, At + F.BitOffset / 8, Into);
}

std::vector<uint64_t> stateOffsets(const Type *T) {
  std::vector<uint64_t> Result;
  addStates(T, 0, Result);
  return Result;
}

} // namespace predabs::ir
