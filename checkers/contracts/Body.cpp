#include "checkers/contracts/Body.h"

#include "predicates/alias/Locations.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <utility>

namespace predabs {

using namespace ir;

namespace {

class BodyWriter {
public:
  BodyWriter(Context &Ctx, Function &F) : Ctx(Ctx), F(F) {}

  void write(const PathTree &T, BlockId B) {
    for (const PathTree::Condition &C : T.Conditions)
      add(B,
          {StmtKind::Assume, Reason::None, {}, C.Where, nullptr, C.Holds, {}});
    if (T.End)
      return write(*T.End, B);
    for (const PathTree &Choice : T.Choices) {
      BlockId Next = addBlock(F, "b");
      F.Blocks[B].Succs.push_back(Next);
      write(Choice, Next);
    }
  }

private:
  void add(BlockId B, Stmt S) { F.Blocks[B].Stmts.push_back(std::move(S)); }

  void assign(BlockId B, const Expr *Dest, const Expr *Value, Loc Where) {
    add(B, {StmtKind::Assign, Reason::None, {}, Where, Dest, Value, {}});
  }

  /// A variable with the value of \p E.
  const Expr *kept(BlockId B, const Expr *E, Loc Where) {
    Variable *V = addVariable(F, "t", E->type(), Storage::Temporary);
    assign(B, Ctx.var(V), E, Where);
    return Ctx.var(V);
  }

  /// What is computed after the first write, and may read what that changes,
  /// is computed before.
  const Expr *early(BlockId B, const Expr *E, Loc Where) {
    bool ReadsMemory =
        std::ranges::any_of(placesRead(E), [](const Expr *Place) {
          const Variable *V = rootOf(Place);
          return !V || (V->isGlobal() && !V->IsConst);
        });
    return ReadsMemory ? kept(B, E, Where) : E;
  }

  void write(const PathEffect &O, BlockId B) {
    for (const Expr *E : O.Unused)
      kept(B, E, O.Where);
    std::vector<const Expr *> Values;
    for (size_t I = 0; I < O.Writes.size(); ++I) {
      const PathEffect::Write &W = O.Writes[I];
      Values.push_back(I == 0 ? W.Value : early(B, W.Value, W.Where));
    }
    const Expr *Result = O.Result;
    if (Result && !O.Writes.empty())
      Result = early(B, Result, O.Where);
    for (size_t I = 0; I < O.Writes.size(); ++I)
      assign(B, O.Writes[I].Place, Values[I], O.Writes[I].Where);
    for (const Stmt &S : O.Failure)
      add(B, S);
    if (O.Failure.empty())
      add(B,
          {StmtKind::Return, Reason::None, {}, O.Where, nullptr, Result, {}});
  }

  Context &Ctx;
  Function &F;
};

} // namespace

OldBody writeBody(Context &Ctx, Function &F, const PathTree &Paths) {
  OldBody Old;
  Old.Blocks = std::move(F.Blocks);
  Old.How = std::exchange(F.How, {});
  Old.VarNames = std::exchange(F.VarNames, {});
  Old.BlockNames = std::exchange(F.BlockNames, {});
  for (size_t I = F.NumParams; I < F.Vars.size(); ++I)
    Old.Vars.push_back(std::move(F.Vars[I]));
  F.Vars.resize(F.NumParams);
  F.Blocks.clear();
  for (const auto &P : F.Vars)
    F.VarNames.unique(P->Name);
  BlockId Entry = addBlock(F, "entry");
  BodyWriter(Ctx, F).write(Paths, Entry);
  return Old;
}

void exchange(Function &F, OldBody &Body) {
  std::swap(F.Blocks, Body.Blocks);
  std::swap(F.How, Body.How);
  std::swap(F.VarNames, Body.VarNames);
  std::swap(F.BlockNames, Body.BlockNames);
  std::vector<std::unique_ptr<Variable>> Vars;
  for (size_t I = F.NumParams; I < F.Vars.size(); ++I)
    Vars.push_back(std::move(F.Vars[I]));
  F.Vars.resize(F.NumParams);
  for (auto &V : Body.Vars)
    F.Vars.push_back(std::move(V));
  Body.Vars = std::move(Vars);
}

} // namespace predabs
