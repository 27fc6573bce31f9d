#include "predicates/ir/Inline.h"

#include "predicates/ir/Calls.h"
#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <cassert>
#include <set>

namespace predabs::ir {

namespace {

class Inliner {
public:
  Inliner(Module &M, Function &F, const Stmt &Call)
      : Ctx(M.Ctx), F(F), Call(Call), Callee(*Call.Value->function()) {
    Changed = changedIn(Callee);
    for (const auto &V : Callee.Vars) {
      if (V->Id < Callee.NumParams && !Changed.contains(V.get()) &&
          placesRead(Call.Args[V->Id]).empty()) {
        Fixed[V.get()] = Call.Args[V->Id];
        continue;
      }
      Storage Kind =
          V->Kind == Storage::Parameter ? Storage::Temporary : V->Kind;
      Variable *Copy = addVariable(F, V->Name, V->Ty, Kind);
      Copy->Where = Call.Where;
      Vars[V.get()] = Copy;
    }
  }

  /// Assigns the arguments in \p B, and goes on in \p After.
  void run(BlockId B, BlockId After) {
    for (uint32_t I = 0; I < Callee.NumParams; ++I)
      if (auto It = Vars.find(Callee.Vars[I].get()); It != Vars.end())
        add(B, StmtKind::Assign, Ctx.var(It->second), Call.Args[I]);
    auto First = BlockId(F.Blocks.size());
    for (const Block &Old : Callee.Blocks)
      addBlock(F, Callee.Name + "." + Old.Name);
    for (BlockId I = 0; I < Callee.Blocks.size(); ++I)
      copy(Callee.Blocks[I], First, First + I, After);
    F.Blocks[B].Succs = {First};
  }

private:
  void add(BlockId B, StmtKind Kind, const Expr *Dest, const Expr *Value,
           Reason Why = Reason::None) {
    Stmt S;
    S.Kind = Kind;
    S.Where = Call.Where;
    S.Why = Why;
    S.Dest = Dest;
    S.Value = Value;
    F.Blocks[B].Stmts.push_back(std::move(S));
  }

  void copy(const Block &Old, BlockId First, BlockId New, BlockId After) {
    for (const Stmt &S : Old.Stmts)
      if (S.Kind == StmtKind::Return)
        leave(S, New, After);
      else
        F.Blocks[New].Stmts.push_back(renamed(S));
    for (BlockId Succ : Old.Succs)
      F.Blocks[New].Succs.push_back(First + Succ);
  }

  void leave(const Stmt &S, BlockId New, BlockId After) {
    if (Call.Dest && S.Value)
      add(New, StmtKind::Assign, Call.Dest, renamed(S.Value));
    else if (Call.Dest)
      add(New, StmtKind::Havoc, Call.Dest, nullptr, Reason::Uninitialised);
    F.Blocks[New].Succs = {After};
  }

  Stmt renamed(const Stmt &S) {
    Stmt New = S;
    New.Where = Call.Where;
    New.Dest = S.Dest ? renamed(S.Dest) : nullptr;
    New.Value = S.Value ? renamed(S.Value) : nullptr;
    for (const Expr *&A : New.Args)
      A = renamed(A);
    return New;
  }

  const Expr *renamed(const Expr *E) {
    return rewrite(Ctx, E, [&](const Expr *Old, const Expr *New) {
      if (Old->kind() != ExprKind::Var)
        return New;
      if (auto It = Fixed.find(Old->variable()); It != Fixed.end())
        return It->second;
      auto It = Vars.find(Old->variable());
      return It == Vars.end() ? New : Ctx.var(It->second);
    });
  }

  Context &Ctx;
  Function &F;
  const Stmt Call;
  const Function &Callee;
  std::set<const Variable *> Changed; ///< of the callee
  std::unordered_map<const Variable *, const Variable *> Vars;
  std::unordered_map<const Variable *, const Expr *> Fixed;
};

bool namesBlocks(const Function &F) {
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      for (const Expr *Root : {S.Dest, S.Value})
        if (Root)
          for (const Expr *E : termsOf(Root))
            if (E->kind() == ExprKind::LabelAddr)
              return true;
  return false;
}

} // namespace

bool canInline(const Stmt &Call) {
  const Function *Callee = directCallee(Call);
  if (!Callee || !Callee->isDefined())
    return false;
  const Function &F = *Callee;
  if (Call.Args.size() != F.NumParams || F.Ty->isVariadic())
    return false;
  for (uint32_t I = 0; I < F.NumParams; ++I)
    if (Call.Args[I]->type() != F.Vars[I]->Ty)
      return false;
  bool HasResult = !Call.Dest || Call.Dest->type() == F.Ty->inner();
  return HasResult && !namesBlocks(F);
}

BlockId inlineCall(Module &M, Function &F, BlockId B, uint32_t At) {
  const Stmt Call = F.Blocks[B].Stmts[At];
  assert(canInline(Call) && Call.Value->function() != &F);
  BlockId After = addBlock(F, Call.Value->function()->Name + ".end");
  std::vector<Stmt> &Stmts = F.Blocks[B].Stmts;
  F.Blocks[After].Stmts.assign(Stmts.begin() + At + 1, Stmts.end());
  F.Blocks[After].Succs = std::move(F.Blocks[B].Succs);
  Stmts.resize(At);
  Inliner(M, F, Call).run(B, After);
  return After;
}

} // namespace predabs::ir
