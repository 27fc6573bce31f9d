// Definite assignment, see SlotAllocation.h: a forward analysis over the blocks
// with a set of variables that are surely assigned. First the sets at the
// start of each block are found (from all variables downwards), then each use
// is looked at.

#include "predicates/interpreter/SlotAllocation.h"

#include <unordered_set>

namespace predabs::ir::interp {

namespace {

using VariableSet = std::vector<bool>;

/// The local variable that \p E is, or null.
const Variable *localVariable(const Expr *E) {
  if (E->kind() != ExprKind::Var || E->variable()->isGlobal())
    return nullptr;
  return E->variable();
}

class Placer {
public:
  explicit Placer(const Function &F) : F(F) {
    Result.InSlot.resize(F.Vars.size());
    Result.IsRead.resize(F.Vars.size());
    for (const auto &V : F.Vars)
      Result.InSlot[V->Id] = V->Ty->isScalar();
  }

  SlotAllocation run() {
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        noteReads(S);
    findStarts();
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      checkUses(B);
    return std::move(Result);
  }

private:
  /// Calls \p Use for each local variable that \p E reads.
  template <class Fn> void forEachRead(const Expr *E, Fn Use) {
    Work.assign(1, E);
    Seen.clear();
    while (!Work.empty()) {
      const Expr *Top = Work.back();
      Work.pop_back();
      if (Top->numOperands() && !Seen.insert(Top).second)
        continue;
      if (const Variable *V = localVariable(Top))
        Use(V);
      for (unsigned I = 0; I < Top->numOperands(); ++I)
        noteOperand(Top, Top->operand(I));
    }
  }

  void noteOperand(const Expr *Parent, const Expr *E) {
    // An address taken here is one for all paths.
    const Variable *V = localVariable(E);
    if (V && Parent->kind() == ExprKind::AddrOf)
      Result.InSlot[V->Id] = false;
    Work.push_back(E);
  }

  template <class Fn> void forEachRead(const Stmt &S, Fn Use) {
    if (S.Value)
      forEachRead(S.Value, Use);
    for (const Expr *A : S.Args)
      forEachRead(A, Use);
    if (S.Dest && !localVariable(S.Dest))
      forEachRead(S.Dest, Use);
  }

  void noteReads(const Stmt &S) {
    forEachRead(S, [&](const Variable *V) { Result.IsRead[V->Id] = true; });
  }

  void apply(const Stmt &S, VariableSet &Assigned) const {
    const Variable *V = S.Dest ? localVariable(S.Dest) : nullptr;
    if (V)
      Assigned[V->Id] =
          S.Kind != StmtKind::Havoc || S.Why != Reason::Uninitialised;
  }

  VariableSet atEnd(BlockId B) const {
    VariableSet Set = Starts[B];
    for (const Stmt &S : F.Blocks[B].Stmts)
      apply(S, Set);
    return Set;
  }

  /// Takes out of Starts[B] what \p Set lacks; whether that changed it.
  bool intersect(BlockId B, const VariableSet &Set) {
    bool Changed = false;
    for (size_t I = 0; I < Set.size(); ++I)
      if (Starts[B][I] && !Set[I]) {
        Starts[B][I] = false;
        Changed = true;
      }
    return Changed;
  }

  void findStarts() {
    Starts.assign(F.Blocks.size(), VariableSet(F.Vars.size(), true));
    for (const auto &V : F.Vars)
      Starts[0][V->Id] = V->Kind == Storage::Parameter;
    std::vector<BlockId> Open;
    std::vector<bool> IsOpen(F.Blocks.size(), true);
    for (BlockId B = BlockId(F.Blocks.size()); B-- > 0;)
      Open.push_back(B);
    while (!Open.empty()) {
      BlockId B = Open.back();
      Open.pop_back();
      IsOpen[B] = false;
      VariableSet End = atEnd(B);
      for (BlockId Succ : F.Blocks[B].Succs)
        if (intersect(Succ, End) && !IsOpen[Succ]) {
          IsOpen[Succ] = true;
          Open.push_back(Succ);
        }
    }
  }

  void checkUses(BlockId B) {
    VariableSet Assigned = Starts[B];
    for (const Stmt &S : F.Blocks[B].Stmts) {
      forEachRead(S, [&](const Variable *V) {
        if (!Assigned[V->Id])
          Result.InSlot[V->Id] = false;
      });
      apply(S, Assigned);
    }
  }

  const Function &F;
  SlotAllocation Result;
  std::vector<VariableSet> Starts;
  std::vector<const Expr *> Work;
  std::unordered_set<const Expr *> Seen;
};

} // namespace

SlotAllocation allocateSlots(const Function &F) { return Placer(F).run(); }

SlotAllocation allocateNoSlots(const Function &F) {
  return {std::vector<bool>(F.Vars.size(), false),
          std::vector<bool>(F.Vars.size(), true)};
}

} // namespace predabs::ir::interp
