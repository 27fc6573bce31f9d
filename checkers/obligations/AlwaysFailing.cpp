#include "checkers/obligations/AlwaysFailing.h"

#include "predicates/ir/Calls.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// How a way through a block goes on.
enum class End : uint8_t { GoesOn, Fails, Returns };

/// Whether \p E says that an exception is on its way.
bool isThrown(const Expr *E) {
  return E->kind() == ExprKind::Var &&
         E->variable()->Name == "predabs.exception";
}

/// Whether \p E says that an object is at null, as `!(&text[0] != 0)` does.
bool isNullObject(const Expr *E) {
  Op Says = Op::Eq;
  if (E->kind() == ExprKind::Unary && E->op() == Op::Not) {
    E = E->operand(0);
    Says = Op::Ne;
  }
  return E->kind() == ExprKind::Binary && E->op() == Says &&
         E->operand(0)->kind() == ExprKind::AddrOf &&
         E->operand(0)->operand(0)->kind() != ExprKind::Deref &&
         E->operand(1)->isConstant();
}

End endOf(const Block &B, const std::set<const Function *> &Failing) {
  for (const Stmt &S : B.Stmts) {
    if (Failing.contains(directCallee(S)))
      return End::Fails;
    // No execution goes this way, or one that does not come back.
    if (S.Kind == StmtKind::Assume &&
        (S.Value->isInt(0) || isThrown(S.Value) || isNullObject(S.Value)))
      return End::Fails;
    if (S.Kind == StmtKind::Return)
      return End::Returns;
  }
  return B.Succs.empty() ? End::Returns : End::GoesOn;
}

bool fails(const Function &F, const std::set<const Function *> &Failing) {
  enum class Visit : uint8_t { No, Open, Done };
  std::vector<Visit> Seen(F.Blocks.size());
  std::vector<BlockId> Work = {0};
  while (!Work.empty()) {
    BlockId Top = Work.back();
    if (Seen[Top] != Visit::No) {
      Seen[Top] = Visit::Done;
      Work.pop_back();
      continue;
    }
    Seen[Top] = Visit::Open;
    End Is = endOf(F.Blocks[Top], Failing);
    if (Is == End::Returns)
      return false;
    for (BlockId Succ : F.Blocks[Top].Succs) {
      if (Is == End::Fails || Seen[Succ] == Visit::Done)
        continue;
      // Who goes round and round does not fail.
      if (Seen[Succ] == Visit::Open)
        return false;
      Work.push_back(Succ);
    }
  }
  return true;
}

} // namespace

bool isPlainlyFalse(std::string_view Text) {
  std::string Rest;
  bool IsQuoted = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    if (IsQuoted && Text[I] == '\\')
      ++I;
    else if (Text[I] == '"')
      IsQuoted = !IsQuoted;
    else if (!IsQuoted && std::string_view(" ()!&").find(Text[I]) ==
                              std::string_view::npos)
      Rest += Text[I];
  }
  bool IsText = Rest.empty() && Text.find('!') != Text.npos;
  return IsText || Rest == "0" || Rest == "false" || Rest == "FALSE" ||
         Rest == "NULL" || Rest == "nullptr";
}

std::set<const Function *>
alwaysFailing(const Module &M, const std::vector<const Function *> &Failures) {
  std::set<const Function *> Result(Failures.begin(), Failures.end());
  for (bool IsNew = true; IsNew;) {
    IsNew = false;
    for (const auto &F : M.Functions)
      if (F->isDefined() && !Result.contains(F.get()) && fails(*F, Result))
        IsNew = Result.insert(F.get()).second;
  }
  return Result;
}

} // namespace predabs
