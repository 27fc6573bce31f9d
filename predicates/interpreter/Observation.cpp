// Terms in the middle of a run, see Observation.h.

#include "predicates/interpreter/Observation.h"

#include "predicates/interpreter/Values.h"

#include <algorithm>
#include <unordered_set>

namespace predabs::ir::interp {

namespace {

/// The next instruction, unless the observer wants no more.
const Insn *next(const Machine &M, const Insn *I) {
  return M.hasStopped() ? nullptr : I + 1;
}

const Insn *observeEntry(Machine &M, const Insn *I) {
  M.observer().enter(*M.code().Func, M.onlooker());
  return next(M, I);
}

const Insn *observe(Machine &M, const Insn *I) {
  M.observer().at({M.code().Func, BlockId(I->Imm), I->Dst}, M.onlooker());
  return next(M, I);
}

const Insn *observeReturn(Machine &M, const Insn *I) {
  const Function &F = *M.code().Func;
  const Type *T = F.Ty->inner();
  std::optional<UInt128> Result;
  if (T->isScalar())
    Result = truncateTo(M.get(TypedOperand{I->A, T}), T->width());
  M.observer().leave(F, Result, M.onlooker());
  return next(M, I);
}

const Insn *observeReturnVoid(Machine &M, const Insn *I) {
  M.observer().leave(*M.code().Func, std::nullopt, M.onlooker());
  return next(M, I);
}

const Insn *finish(Machine &, const Insn *) { return nullptr; }

/// The logical variables in a term.
struct LogicalUses {
  std::vector<const Expr *> Vars; ///< in the order in which they are met
  /// One is used as a place: it has no address.
  bool AsPlace = false;
};

bool isLogical(const Expr *E) {
  return E->kind() == ExprKind::Var && E->variable()->isLogical();
}

LogicalUses logicalUses(const Expr *Root) {
  LogicalUses Uses;
  std::unordered_set<const Expr *> Seen;
  std::vector<const Expr *> Work = {Root};
  while (!Work.empty()) {
    const Expr *E = Work.back();
    Work.pop_back();
    if (!Seen.insert(E).second)
      continue;
    if (isLogical(E)) {
      Uses.Vars.push_back(E);
      Uses.AsPlace |= !E->type()->isScalar();
    }
    for (unsigned I = 0; I < E->numOperands(); ++I) {
      Uses.AsPlace |= E->kind() == ExprKind::AddrOf && isLogical(E->operand(I));
      Work.push_back(E->operand(I));
    }
  }
  return Uses;
}

/// Puts the value of a scalar into its slots, extended as slots hold it.
void pushSlots(std::vector<uint64_t> &Slots, UInt128 Bits, const Type *T) {
  if (numSlots(T) == 1)
    return Slots.push_back(extendWord(uint64_t(Bits), T));
  UInt128 V = extendWide(Bits, T);
  Slots.push_back(uint64_t(V));
  Slots.push_back(uint64_t(V >> 64));
}

} // namespace

Handler observeEntryHandler() { return observeEntry; }
Handler observeHandler() { return observe; }
Handler observeReturnHandler() { return observeReturn; }
Handler observeReturnVoidHandler() { return observeReturnVoid; }

std::optional<UInt128> Onlooker::evaluate(const Expr *E,
                                          const LogicalValues &Of) {
  const Look &L = lookAt(E);
  if (!L.Result)
    return std::nullopt;
  Slots.clear();
  for (const Variable *V : L.Logical) {
    std::optional<UInt128> Bits = Of(V);
    if (!Bits)
      return std::nullopt;
    pushSlots(Slots, *Bits, V->Ty);
  }
  std::optional<UInt128> Found = M.attempt(L.C, Slots, *L.Result);
  if (Found)
    Found = truncateTo(*Found, E->type()->width());
  return Found;
}

void Onlooker::stop(std::string Why) {
  M.stop(nullptr, Outcome::Refused, std::move(Why));
}

const Onlooker::Look &Onlooker::lookAt(const Expr *E) {
  auto [It, IsNew] = Looks[M.code().Func].try_emplace(E->id());
  if (IsNew)
    compile(E, It->second);
  return It->second;
}

void Onlooker::compile(const Expr *E, Look &L) {
  LogicalUses Uses = logicalUses(E);
  if (Uses.AsPlace || !E->type()->isScalar())
    return;
  std::vector<VariableHome> Homes;
  for (uint64_t Offset : M.code().Offsets)
    Homes.push_back({VariableHome::Kind::Frame, Offset});
  uint32_t NumSlots = 0;
  for (const Expr *V : Uses.Vars) {
    L.Logical.push_back(V->variable());
    NumSlots += numSlots(V->type());
  }
  ValueCompiler Values(L.C, M.addresses(), M.target(), Homes, NumSlots);
  uint32_t Slot = 0;
  for (const Expr *V : Uses.Vars) {
    Values.bind(V, Slot);
    Slot += numSlots(V->type());
  }
  L.Result = {Values.value(E), E->type()};
  Values.emit({.Run = finish});
}

} // namespace predabs::ir::interp
