// Lays the globals out, see Globals.h.

#include "predicates/interpreter/Globals.h"

#include "predicates/interpreter/Compiler.h"
#include "predicates/interpreter/Starts.h"
#include "predicates/ir/States.h"

#include <algorithm>

namespace predabs::ir::interp {

namespace {

/// What the C library's `stdout` and `stderr` point to, or 0.
uint64_t standardStream(const Variable &V, const Machine &Run) {
  if (V.IsDefined || !V.Ty->isPointer())
    return 0;
  if (V.Name == "stdout")
    return Run.addresses().ofStandardOutput();
  return V.Name == "stderr" ? Run.addresses().ofStandardError() : 0;
}

void write(Machine &Run, uint64_t Addr, const InitPart &P) {
  const Type *T = P.Value->type();
  unsigned Width = P.BitWidth ? P.BitWidth : accessBytes(T) * 8;
  Addr += P.BitOffset / 8;
  Run.writeChecked(nullptr, isState(T) ? Run.Mem.ghost(Addr) : Addr,
                   {unsigned(P.BitOffset % 8), Width},
                   extendWide(P.Value->bits(), T));
}

void initialise(Machine &Run, const Variable &V, GlobalsStart Start) {
  uint64_t Addr = Run.addresses().ofGlobal(&V);
  if (uint64_t Stream = standardStream(V, Run))
    Run.writeScalar(nullptr, Addr, V.Ty, Stream, /*IsAddress=*/true);
  if (!startsInitialised(V, Start))
    return;
  Run.Mem.fill(Addr, 0, extentOf(V));
  if (hasStates(V.Ty))
    Run.Mem.beginCleared(Addr, extentOf(V));
  Run.Mem.write(Addr, V.Bytes.data(),
                std::min<uint64_t>(V.Bytes.size(), V.Ty->size()));
  for (const InitPart &P : V.Init)
    if (P.Value->kind() == ExprKind::Int || P.Value->kind() == ExprKind::Float)
      write(Run, Addr, P);
}

} // namespace

/// Whether it is, or has, an array of any length.
static bool isFlexible(const Type *T) {
  if (T->isRecord())
    return std::ranges::any_of(T->fields(), isFlexible, &Field::Ty);
  return T->isArray() && T->count() == 0;
}

uint64_t extentOf(const Variable &V) {
  uint64_t Size = V.Ty->size();
  if (!isFlexible(V.Ty))
    return Size;
  for (const InitPart &P : V.Init) {
    unsigned Bits =
        P.BitWidth ? P.BitWidth : unsigned(P.Value->type()->size()) * 8;
    Size = std::max(Size, (P.BitOffset + Bits + 7) / 8);
  }
  return Size;
}

bool layOutGlobals(Machine &Run, GlobalsStart Start) {
  const Module &M = Run.module();
  std::vector<uint64_t> ById;
  for (const auto &V : M.Globals) {
    ById.push_back(Run.Mem.allocate(extentOf(*V), V->Ty->align()));
    if (!ById.back())
      return Run.stop(nullptr, Outcome::Refused, "the globals are too big");
  }
  Run.setGlobals(std::move(ById));
  for (const auto &V : M.Globals)
    initialise(Run, *V, Start);
  Code Rest;
  compileInitialisers(M, Start, Run.addresses(), Run.options().Addresses, Rest);
  Run.execute(Rest);
  return !Run.hasStopped();
}

void protectConstants(Machine &Run) {
  for (const auto &V : Run.module().Globals)
    if (V->IsConst)
      Run.Mem.makeReadOnly(Run.addresses().ofGlobal(V.get()), V->Ty->size());
}

bool startWithEntry(Machine &Run) {
  const RunOptions &O = Run.options();
  if (O.Starts)
    if (const RunStarts::Image *Known =
            O.Starts->find(Run.module(), O.Globals)) {
      Run.setGlobals(Known->Globals);
      Run.Mem.restore(Known->Data);
      return true;
    }
  if (!layOutGlobals(Run, O.Globals))
    return false;
  protectConstants(Run);
  return true;
}

} // namespace predabs::ir::interp
