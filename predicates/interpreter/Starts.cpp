#include "predicates/interpreter/Starts.h"

#include "predicates/interpreter/Globals.h"

namespace predabs::ir {

using namespace interp;

/// Nobody answers here: what would have to be asked for is no common start.
static std::optional<RunStarts::Image> makeImage(const Module &M,
                                                 GlobalsStart Start) {
  RunOptions Alone;
  Machine Run(M, Alone);
  if (!layOutGlobals(Run, Start))
    return std::nullopt;
  protectConstants(Run);
  return RunStarts::Image{Run.addresses().Globals, Run.Mem.dataImage()};
}

const RunStarts::Image *RunStarts::find(const Module &M, GlobalsStart Start) {
  std::optional<Kept> &K = All[size_t(Start)];
  uint64_t EndOfCode = Addresses(M).end();
  // SOUND: new functions move all globals.
  if (!K || K->NumGlobals != M.Globals.size() || K->EndOfCode != EndOfCode)
    K = {M.Globals.size(), EndOfCode, makeImage(M, Start)};
  return K->Is ? &*K->Is : nullptr;
}

} // namespace predabs::ir
