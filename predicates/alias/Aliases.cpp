// The questions of Aliases.h, put to the parts that answer them.

#include "predicates/alias/Aliases.h"

#include "predicates/alias/Effects.h"

namespace predabs {

using namespace ir;
using namespace alias;

namespace {

const Variable *variableOf(const Expr *Place) {
  const Expr *Root = rootOf(Place);
  return Root->kind() == ExprKind::Var ? Root->variable() : nullptr;
}

/// Whether nobody may write to \p Place whatever its address is.
bool isConstant(const Expr *Place) {
  const Variable *V = variableOf(Place);
  return V && V->isGlobal() && V->IsConst && V->IsDefined;
}

} // namespace

class Aliases::Analysis {
public:
  Analysis(const Module &M, World W, const AliasLimits &Limits)
      : Facts(M, W, Limits), Where(Facts) {}

  Effects &effects() {
    if (!Found)
      Found = std::make_unique<Effects>(Facts, Where);
    return *Found;
  }

  /// Whether \p Place is no memory of the program.
  bool isLogical(const Expr *Place) {
    const Variable *V = variableOf(Place);
    return V && !Facts.places().has(V);
  }

  bool areStateAndOther(const Expr *A, const Expr *B) {
    return (isState(A->type()) || isState(B->type())) && !isLogical(A) &&
           !isLogical(B) && Where.areStateAndOther(Where.of(A), Where.of(B));
  }

  Constraints Facts;
  Locations Where;

private:
  std::unique_ptr<Effects> Found;
};

Aliases::Aliases(const Module &M, World W, const AliasLimits &Limits)
    : Found(std::make_shared<Analysis>(M, W, Limits)) {}

Aliases Aliases::under(OthersAndStates How) const {
  Aliases Result = *this;
  Result.States = How;
  return Result;
}

bool Aliases::mayOverlap(const Expr *A, const Expr *B) const {
  if (areApartInOne(A, B) || areStatesApart(A, B))
    return false;
  const Variable *V = variableOf(A), *U = variableOf(B);
  if (Found->areStateAndOther(A, B))
    return false;
  if (V && V == U)
    return true;
  if ((V && U) || Found->isLogical(A) || Found->isLogical(B))
    return false;
  return Found->Where.mayOverlap(Found->Where.of(A), Found->Where.of(B));
}

bool Aliases::isAddressTaken(const Variable *V) const {
  return Found->Facts.isNamedAddress(V) || Found->Facts.isVisible(*V);
}

bool Aliases::isKnownToOthers(const Expr *Place) const {
  if (areKept(States, Place->type()))
    return false;
  return !Found->isLogical(Place) && Found->Where.of(Place).isKnownToOthers();
}

bool Aliases::isKnownToOthers(const Function &F) const {
  return Found->Facts.graph().isExposed(Found->Facts.places().object(&F));
}

bool Aliases::mayModify(const Function &F, const Expr *Place) const {
  if (Found->isLogical(Place) || isConstant(Place))
    return false;
  return Found->effects().mayModify(F, Found->Where.of(Place), States);
}

bool Aliases::mayModify(const Stmt &S, const Expr *Place) const {
  if (Found->isLogical(Place) || isConstant(Place))
    return false;
  return Found->effects().mayModify(S, Found->Where.of(Place), States);
}

CallTargets Aliases::targets(const Stmt &Call) const {
  return Found->effects().targets(Call);
}

} // namespace predabs
