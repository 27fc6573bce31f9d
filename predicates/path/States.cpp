// The states of objects on a path, see Execution.h: who may have changed them.

#include "predicates/path/Execution.h"

#include <algorithm>

namespace predabs::path {

void Execution::noteStateWrite(uint64_t Addr) {
  bool IsMark = !P.Steps[Step].isBlockEnd() &&
                P.Steps[Step].statement().Why == ir::Reason::Uninitialised;
  StateWrites[Addr] = {Step, IsMark};
}

void Execution::noteHanded(const Function &To,
                           const std::vector<Passed> &Args) {
  for (const Passed &A : Args) {
    if (!A.Ty->isPointer())
      continue;
    const Type *Object = A.Ty->inner();
    bool IsWhole = ir::holdsState(Object) || Object->isVoid() ||
                   Object->isScalar() || !Object->size();
    for (uint64_t Addr : basesOf(A.Value))
      Handed.push_back({Step, Addr, IsWhole, &To});
  }
}

const Function *Execution::changerOfLast() {
  for (uint64_t Addr : StateReads) {
    auto Last = StateWrites.find(Addr);
    bool IsMarked = Last != StateWrites.end() && Last->second.IsMark;
    uint32_t Since = Last == StateWrites.end() ? 0 : Last->second.Step;
    for (const HandedObject &H : Handed) {
      if (H.Step < Since)
        continue;
      if (H.Addr == Addr && H.IsWhole)
        return H.To;
      auto Around = objectAt(H.Addr);
      if (IsMarked && Around && Addr - Around->Address < Around->Size)
        return H.To;
    }
  }
  return nullptr;
}

} // namespace predabs::path
