// The states of objects on a path, see Execution.h: who may have changed them.

#include "predicates/ir/States.h"
#include "predicates/path/Execution.h"

#include <algorithm>

namespace predabs::path {

void Execution::noteStateWrite(const Target &To) {
  const PathStep &At = P.Steps[Step];
  bool IsMark =
      !At.isBlockEnd() && (At.statement().Why == ir::Reason::Uninitialised ||
                           At.statement().Marks.has(ir::Mark::Begins));
  StateWrites[To.Addr] = {Step, IsMark};
  if (At.isBlockEnd())
    return;
  // An acquire has a mark, and what is made gets a constant.
  const Stmt &S = At.statement();
  FirstUse &First = FirstUses[To.Addr];
  BitTerm Now = T.both(To.When, T.negation(First.Any));
  if (S.Marks.has(ir::Mark::Acquires))
    First.Acquires = T.either(First.Acquires, Now);
  else if (!IsMark && S.Value && !S.Value->isConstant())
    First.Releases = T.either(First.Releases, Now);
  First.Any = T.either(First.Any, To.When);
}

uint32_t Execution::entryState(BitTerm Symbol, const EntryStates &Known) {
  uint64_t Addr = States.at(Symbol.Id);
  for (const Variable *V : Globals)
    if (uint64_t At = Addr - Run.addresses().ofGlobal(V); At < V->Ty->size())
      return Known.at(V, V->Ty, At);
  if (const LentObject *L = lentAt(Addr))
    if (LentPart Part = L->partAt(Addr); Part.Ty)
      return Known.at(nullptr, Part.Ty, Addr - Part.Address);
  return 0;
}

void Execution::copyStates(const std::vector<Target> &To,
                           const std::vector<Target> &From, const Type *Ty) {
  if (!ir::hasStates(Ty) || To.empty() || From.empty())
    return;
  constexpr BitRange Byte = {0, 8};
  // All is read before anything is written: the objects may overlap.
  std::vector<BitTerm> Values;
  std::vector<uint64_t> Offsets = ir::stateOffsets(Ty);
  for (uint64_t Offset : Offsets) {
    auto Read = [&](const Target &S) {
      return S.Addr == ir::interp::ZerosAddress
                 ? T.number(8, 0)
                 : Memory.read(Run.Mem.ghost(S.Addr + Offset), Byte);
    };
    BitTerm V = Read(From.back());
    for (size_t I = From.size() - 1; I-- > 0;)
      V = T.ite(From[I].When, Read(From[I]), V);
    Values.push_back(V);
  }
  for (const Target &D : To)
    for (size_t I = 0; I < Offsets.size(); ++I)
      Memory.write(Run.Mem.ghost(D.Addr + Offsets[I]), Byte, Values[I], D.When);
}

void Execution::forgetStates(uint64_t Addr, const Type *Ty) {
  for (uint64_t Offset : ir::stateOffsets(Ty))
    Memory.forget(Run.Mem.ghost(Addr + Offset), 1, Contents::Renewed::All);
}

/// A block of the heap becomes zeros, with the states of all that is in it.
void Execution::clearBlock(uint64_t Addr, uint64_t Size) {
  if (Run.Mem.blockSize(Addr) != Size)
    return;
  auto Clear = [&](uint64_t State) {
    if (State - Addr < Size)
      Memory.write(Run.Mem.ghost(State), {0, 8}, T.number(8, 0));
  };
  for (const auto &[At, Last] : StateWrites)
    Clear(At);
  for (const auto &[Symbol, At] : States)
    Clear(At);
  Run.Mem.beginCleared(Addr, Size);
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
