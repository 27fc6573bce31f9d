#include "checkers/explain/LockNotes.h"

#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>

namespace predabs {

/// The states that decide about \p G.
static std::vector<const ir::Expr *> statesOf(const Goal &G) {
  std::vector<const ir::Expr *> Result;
  for (const ir::Stmt &S : G.Func->Blocks[G.Block].Stmts)
    if (S.Kind == ir::StmtKind::Assume)
      for (const ir::Expr *Place : ir::placesRead(S.Value))
        if (ir::isState(Place->type()))
          Result.push_back(Place);
  return Result;
}

/// Whether \p F may release an object, whatever else it does to it. What is
/// only initialised is in one state from then on.
static bool mayRelease(const ir::Function &F, const ir::Expr *State) {
  for (const ir::Block &B : F.Blocks)
    for (const ir::Stmt &S : B.Stmts)
      if (S.Kind == ir::StmtKind::Assign && S.Dest == State &&
          !S.Marks.has(ir::Mark::Acquires) && !S.Value->isConstant())
        return true;
  return false;
}

const ir::Expr *heldInstead(const Goal &G, const Path &Way) {
  std::set<const ir::Expr *> Acquired;
  std::vector<const ir::Expr *> Held;
  for (const PathStep &Step : Way.Steps) {
    if (Step.Func != G.Func || Step.isBlockEnd())
      continue;
    const ir::Stmt &S = Step.statement();
    if (S.Kind != ir::StmtKind::Assign || !ir::isState(S.Dest->type()))
      continue;
    std::erase(Held, S.Dest);
    if (S.Marks.has(ir::Mark::Acquires)) {
      Acquired.insert(S.Dest);
      if (!mayRelease(*G.Func, S.Dest))
        Held.push_back(S.Dest);
    }
  }
  for (const ir::Expr *State : statesOf(G))
    if (Acquired.contains(State))
      return nullptr;
  return Held.empty() ? nullptr : Held.back();
}

/// Where its state changes on the way to \p G, nearest.
static const ir::Stmt *lastChange(const Goal &G) {
  std::vector<const ir::Expr *> States = statesOf(G);
  std::vector<ir::BlockId> Open = {G.Block};
  std::set<ir::BlockId> Seen = {G.Block};
  for (size_t I = 0; I < Open.size(); ++I) {
    const std::vector<ir::Stmt> &Stmts = G.Func->Blocks[Open[I]].Stmts;
    for (auto S = Stmts.rbegin(); S != Stmts.rend(); ++S)
      if (S->Kind == ir::StmtKind::Assign &&
          std::find(States.begin(), States.end(), S->Dest) != States.end())
        return &*S;
    for (ir::BlockId B = 0; B < G.Func->Blocks.size(); ++B)
      for (ir::BlockId Next : G.Func->Blocks[B].Succs)
        if (Next == Open[I] && Seen.insert(B).second)
          Open.push_back(B);
  }
  return nullptr;
}

/// What the last change has to be for a note to say so.
static const char *textFor(const FoundObligation &O, const ir::Stmt &Change) {
  bool IsAcquire = Change.Marks.has(ir::Mark::Acquires);
  const std::string &Finding = O.What.Finding;
  if (Finding == "release-unheld" || Finding == "wait-unheld")
    return IsAcquire ? nullptr : "it is released here, on every path";
  if (Finding == "double-acquire" || Finding == "destroy-held" ||
      Finding == "held-at-return")
    return IsAcquire ? "it is acquired here, on every path" : nullptr;
  return nullptr;
}

std::vector<Note> notesOnEveryPath(const FoundObligation &O) {
  const ir::Stmt *Change = lastChange(O.At);
  const char *Text = Change ? textFor(O, *Change) : nullptr;
  if (!Text || !Change->Where.isValid())
    return {};
  return {{Change->Where, Text}};
}

} // namespace predabs
