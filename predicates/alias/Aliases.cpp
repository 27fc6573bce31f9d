// A first, coarse answer to Aliases.h: variables whose address nobody takes
// are apart from everything else, all other memory may be the same.

#include "predicates/alias/Aliases.h"

#include <unordered_set>

namespace predabs {

using namespace ir;

namespace {

/// The place at the bottom of fields and elements: a variable or dereference.
const Expr *rootOf(const Expr *Place) {
  while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
    Place = Place->operand(0);
  return Place;
}

/// The variable that \p Place is a part of, or null.
const Variable *variableOf(const Expr *Place) {
  const Expr *Root = rootOf(Place);
  return Root->kind() == ExprKind::Var ? Root->variable() : nullptr;
}

uint64_t bits(const Field &F) {
  return F.isBitField() ? F.BitWidth : F.Ty->size() * 8;
}

/// Whether the paths from one root to \p A and \p B part at two fields that
/// do not overlap.
bool areDistinctFields(const Expr *A, const Expr *B) {
  if (A->kind() != ExprKind::Field || B->kind() != ExprKind::Field ||
      A->operand(0) != B->operand(0))
    return false;
  const Field &F = A->field(), &G = B->field();
  return F.BitOffset + bits(F) <= G.BitOffset ||
         G.BitOffset + bits(G) <= F.BitOffset;
}

} // namespace

class Aliases::Analysis {
public:
  Analysis(const Module &M, World W) : M(M), W(W) {
    for (const auto &G : M.Globals)
      for (const InitPart &P : G->Init)
        note(P.Value);
    for (const auto &F : M.Functions)
      for (const Block &B : F->Blocks)
        for (const Stmt &S : B.Stmts)
          note(S);
  }

  bool isAddressTaken(const Variable *V) const {
    if (V->isGlobal() &&
        (!V->IsDefined || (W == World::Open && !V->IsInternal)))
      return true;
    return Taken.contains(V);
  }

  bool mayOverlap(const Expr *A, const Expr *B) const {
    const Variable *VA = variableOf(A), *VB = variableOf(B);
    if (VA && VB)
      return VA == VB && !areDistinctFields(A, B);
    const Variable *V = VA ? VA : VB;
    return !V || (!V->isLogical() && isAddressTaken(V));
  }

  bool isReachable(const Expr *Place) const {
    const Variable *V = variableOf(Place);
    return !V || (!V->isLogical() && isAddressTaken(V));
  }

  /// Whether code outside of the activation that owns Place can write it.
  bool mayModify(const Expr *Place) const {
    const Variable *V = variableOf(Place);
    return !V || V->isGlobal() || isReachable(Place);
  }

  CallTargets targets(const Stmt &S) const {
    if (S.Value->kind() == ExprKind::FuncAddr)
      return {{S.Value->function()}, S.Value->function()->IsReplaceable};
    CallTargets Result;
    Result.AndOthers = true;
    for (const auto &F : M.Functions)
      if (!F->IsInternal || Named.contains(F.get()))
        Result.Known.push_back(F.get());
    return Result;
  }

private:
  void note(const Stmt &S) {
    for (const Expr *E : {S.Dest, S.Value})
      if (E)
        note(E);
    for (const Expr *E : S.Args)
      note(E);
  }

  void note(const Expr *E) {
    std::vector<const Expr *> Work = {E};
    while (!Work.empty()) {
      const Expr *Next = Work.back();
      Work.pop_back();
      if (!Seen.insert(Next).second)
        continue;
      if (Next->kind() == ExprKind::FuncAddr)
        Named.insert(Next->function());
      if (Next->kind() == ExprKind::AddrOf)
        if (const Variable *V = variableOf(Next->operand(0)))
          Taken.insert(V);
      for (unsigned I = 0; I < Next->numOperands(); ++I)
        Work.push_back(Next->operand(I));
    }
  }

  const Module &M;
  World W;
  std::unordered_set<const Expr *> Seen;
  std::unordered_set<const Variable *> Taken;
  std::unordered_set<const Function *> Named;
};

Aliases::Aliases(const Module &M, World W)
    : Found(std::make_unique<Analysis>(M, W)) {}
Aliases::~Aliases() = default;

bool Aliases::mayOverlap(const Expr *A, const Expr *B) const {
  return Found->mayOverlap(A, B);
}

bool Aliases::isAddressTaken(const Variable *V) const {
  return Found->isAddressTaken(V);
}

bool Aliases::isKnownToOthers(const Expr *Place) const {
  return Found->isReachable(Place);
}

bool Aliases::mayModify(const Function &, const Expr *Place) const {
  return Found->mayModify(Place);
}

bool Aliases::mayModify(const Stmt &, const Expr *Place) const {
  return Found->mayModify(Place);
}

CallTargets Aliases::targets(const Stmt &Call) const {
  return Found->targets(Call);
}

} // namespace predabs
