// Numbers functions and blocks, see Addresses.h.

#include "predicates/interpreter/Addresses.h"

namespace predabs::ir::interp {

Addresses::Addresses(const Module &M) : Mod(M) {
  NumEntries = M.Functions.size();
  for (const auto &F : M.Functions) {
    FirstBlock.push_back(NumEntries);
    NumEntries += F->Blocks.size();
  }
  NumEntries += 2;
}

const Function *Addresses::functionAt(uint64_t Addr) const {
  uint64_t Offset = Addr - CodeBase;
  if (Offset % Granule || Offset / Granule >= Mod.Functions.size())
    return nullptr;
  return Mod.Functions[Offset / Granule].get();
}

} // namespace predabs::ir::interp
