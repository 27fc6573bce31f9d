// The cone of influence (c2bp.txt 5.2, third optimisation): predicates that
// share a place with a goal, or an alias of one, directly or through others.

#include "predicates/abstraction/Strengthen.h"
#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs {

const std::vector<const ir::Expr *> &Strengthener::placesOf(const ir::Expr *E) {
  auto [It, IsNew] = Places.try_emplace(E);
  if (IsNew)
    It->second = ir::placesRead(E);
  return It->second;
}

bool Strengthener::touch(const ir::Expr *X, const ir::Expr *Y) {
  if (X->id() > Y->id())
    std::swap(X, Y);
  auto [It, IsNew] = Touching.try_emplace({X->id(), Y->id()}, false);
  if (!IsNew)
    return It->second;
  const std::vector<const ir::Expr *> &OfX = placesOf(X), &OfY = placesOf(Y);
  It->second = std::any_of(OfX.begin(), OfX.end(), [&](const ir::Expr *P) {
    return std::any_of(OfY.begin(), OfY.end(), [&](const ir::Expr *Q) {
      return P == Q || A.mayOverlap(P, Q);
    });
  });
  return It->second;
}

Strengthener::Ids Strengthener::cone(const Knowledge &K, const ir::Expr *Goal) {
  // What else is known links predicates as predicates do.
  std::vector<const ir::Expr *> All = K.V;
  All.insert(All.end(), K.Where.Facts.begin(), K.Where.Facts.end());
  All.insert(All.end(), K.Where.Evaluated.begin(), K.Where.Evaluated.end());
  std::vector<const ir::Expr *> Inside = {Goal};
  std::vector<bool> IsIn(All.size());
  for (size_t Next = 0; Next < Inside.size(); ++Next)
    for (size_t I = 0; I < All.size(); ++I)
      if (!IsIn[I] && touch(Inside[Next], All[I])) {
        IsIn[I] = true;
        Inside.push_back(All[I]);
      }
  Ids Positions;
  for (uint32_t I = 0; I < K.V.size(); ++I)
    if (IsIn[I])
      Positions.push_back(I);
  return Positions;
}

std::vector<Strengthener::Ids>
Strengthener::components(const std::vector<const ir::Expr *> &V) {
  std::vector<Ids> Groups;
  std::vector<bool> IsDone(V.size());
  for (uint32_t First = 0; First < V.size(); ++First) {
    if (IsDone[First])
      continue;
    Ids Group = {First};
    IsDone[First] = true;
    for (size_t Next = 0; Next < Group.size(); ++Next)
      for (uint32_t I = 0; I < V.size(); ++I)
        if (!IsDone[I] && touch(V[Group[Next]], V[I])) {
          IsDone[I] = true;
          Group.push_back(I);
        }
    std::sort(Group.begin(), Group.end());
    Groups.push_back(std::move(Group));
  }
  return Groups;
}

} // namespace predabs
