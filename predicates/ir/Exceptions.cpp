#include "predicates/ir/Exceptions.h"

#include "predicates/ir/Calls.h"

#include <algorithm>

namespace predabs::ir {

bool isOfExceptions(const Variable &V) {
  return V.isGlobal() && V.IsInternal &&
         V.Name.starts_with("predabs.exception");
}

namespace {

bool saysUnknown(const Stmt &S) {
  return S.Kind == StmtKind::Assign && S.Why == Reason::Volatile &&
         S.Value == S.Dest && S.Dest->kind() == ExprKind::Var &&
         isOfExceptions(*S.Dest->variable());
}

/// SOUND: not one that the linker may replace.
bool callsKnown(const Stmt &S) {
  const Function *Callee = directCallee(S);
  return Callee && Callee->isDefined() && !Callee->IsReplaceable;
}

class Settling {
public:
  explicit Settling(Function &F) : F(F), NumPreds(F.Blocks.size()) {
    for (const Block &B : F.Blocks)
      for (BlockId Succ : B.Succs)
        ++NumPreds[Succ];
  }

  void run() {
    for (Block &B : F.Blocks) {
      auto It = std::adjacent_find(B.Stmts.begin(), B.Stmts.end(),
                                   [](const Stmt &Call, const Stmt &S) {
                                     return callsKnown(Call) && saysUnknown(S);
                                   });
      // After a call that may throw the way parts: it is the last of its block.
      if (It == B.Stmts.end() || It + 2 != B.Stmts.end())
        continue;
      B.Stmts.pop_back();
      for (BlockId Succ : B.Succs)
        if (NumPreds[Succ] == 1)
          settle(F.Blocks[Succ]);
    }
  }

private:
  /// The way of the exception begins with what it may be.
  static void settle(Block &Thrown) {
    auto From = Thrown.Stmts.begin();
    if (From == Thrown.Stmts.end() || From->Kind != StmtKind::Assume)
      return;
    Thrown.Stmts.erase(++From,
                       std::find_if_not(From, Thrown.Stmts.end(), saysUnknown));
  }

  Function &F;
  std::vector<unsigned> NumPreds;
};

} // namespace

void settleExceptions(Module &M) {
  bool HasExceptions =
      std::any_of(M.Globals.begin(), M.Globals.end(),
                  [](const auto &G) { return isOfExceptions(*G); });
  if (!HasExceptions)
    return;
  for (const auto &F : M.Functions)
    Settling(*F).run();
}

} // namespace predabs::ir
