#include "checkers/protocols/Certain.h"

#include "checkers/protocols/Attributes.h"

#include <algorithm>

namespace predabs {

using namespace ir;

static OnAllPaths then(LockUse::Kind What) {
  return What == LockUse::Kind::Acquires   ? OnAllPaths::Held
         : What == LockUse::Kind::Releases ? OnAllPaths::Released
                                           : OnAllPaths::Differs;
}

static OnAllPaths join(OnAllPaths A, OnAllPaths B) {
  if (A == OnAllPaths::Unreached || B == OnAllPaths::Unreached)
    return std::max(A, B);
  return A == B ? A : OnAllPaths::Differs;
}

OnAllPaths CertainPast::Both::together() const { return join(Normal, Thrown); }

OnAllPaths CertainPast::Both::normally() const {
  return Normal == OnAllPaths::Unreached ? Thrown : Normal;
}

bool CertainPast::Both::add(const Both &O) {
  OnAllPaths N = join(Normal, O.Normal), T = join(Thrown, O.Thrown);
  bool IsNew = N != Normal || T != Thrown;
  Normal = N;
  Thrown = T;
  return IsNew;
}

void CertainPast::Both::become(OnAllPaths Now) {
  for (OnAllPaths *Is : {&Normal, &Thrown})
    if (*Is != OnAllPaths::Unreached)
      *Is = Now;
}

CertainPast::CertainPast(const Function &F, const std::vector<LockUse> &Uses,
                         const Expr *State,
                         const std::vector<LockPoint> &Points,
                         const Variable *Thrown)
    : F(F), Thrown(Thrown), ByBlock(F.Blocks.size()), AtBegin(F.Blocks.size()),
      AtEnd(F.Blocks.size()) {
  for (const LockPoint &P : Points)
    ByBlock[P.Block].push_back(P);
  for (const LockUse &U : Uses) {
    if (U.State != State)
      continue;
    // What a use does comes after what else its statement does.
    std::vector<LockPoint> &In = ByBlock[U.Block];
    auto At = std::find_if(In.begin(), In.end(),
                           [&](const LockPoint &P) { return P.Stmt > U.Stmt; });
    In.insert(At, {U.Block, U.Stmt, then(U.What)});
  }
  run();
}

OnAllPaths CertainPast::before(BlockId B, uint32_t Stmt) const {
  return upTo(B, Stmt).normally();
}

OnAllPaths CertainPast::beforeFirst(BlockId B, uint32_t Stmt) const {
  OnAllPaths Always = before(B, Stmt);
  if (Always != OnAllPaths::Differs)
    return Always;
  CertainPast First = *this;
  First.Last = {B, Stmt};
  First.AtBegin.assign(F.Blocks.size(), {});
  First.run();
  return First.before(B, Stmt);
}

CertainPast::Both CertainPast::upTo(BlockId B, uint32_t Stmt) const {
  Both Now = AtBegin[B];
  auto Point = ByBlock[B].begin();
  const std::vector<ir::Stmt> &Stmts = F.Blocks[B].Stmts;
  for (uint32_t I = 0; I < Stmts.size() && I < Stmt; ++I) {
    if (Last == std::pair(B, I))
      return {};
    bool IsUse = false;
    for (; Point != ByBlock[B].end() && Point->Stmt == I; ++Point) {
      Now.become(Point->Then);
      IsUse = true;
    }
    pass(Stmts[I], Now);
    // Who throws may not have done it.
    if (IsUse && !attributeStep(Stmts[I]) &&
        Now.Thrown != OnAllPaths::Unreached)
      Now.Thrown = OnAllPaths::Differs;
  }
  return Now;
}

/// What \p S does to exceptions.
void CertainPast::pass(const Stmt &S, Both &Now) const {
  if (S.Kind == StmtKind::Assume) {
    const Expr *E = S.Value;
    bool IsNot = E->kind() == ExprKind::Unary && E->op() == Op::Not;
    const Expr *Flag = IsNot ? E->operand(0) : E;
    bool IsAboutIt =
        Flag->kind() == ExprKind::Var && Flag->variable() == Thrown;
    if (E->isInt(0) || (IsAboutIt && !IsNot))
      Now.Normal = OnAllPaths::Unreached;
    if (E->isInt(0) || (IsAboutIt && IsNot))
      Now.Thrown = OnAllPaths::Unreached;
    return;
  }
  bool IsFlag =
      S.Dest && S.Dest->kind() == ExprKind::Var && S.Dest->variable() == Thrown;
  if (Thrown && (IsFlag || (S.Kind == StmtKind::Havoc && !S.Dest)))
    Now.Normal = Now.Thrown = Now.together();
  // SOUND: any call may throw, and none catches for its caller.
  if (Thrown && S.Kind == StmtKind::Call && !attributeStep(S))
    Now.Thrown = Now.together();
}

void CertainPast::run() {
  std::vector<BlockId> Work = {0};
  AtBegin[0].Normal = OnAllPaths::Untouched;
  while (!Work.empty()) {
    BlockId B = Work.back();
    Work.pop_back();
    Both Now = upTo(B, UINT32_MAX);
    AtEnd[B] = Now.normally();
    for (BlockId S : F.Blocks[B].Succs)
      if (AtBegin[S].add(Now))
        Work.push_back(S);
  }
}

} // namespace predabs
