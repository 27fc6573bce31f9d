// The conditions that a function branches on, as predicates: see
// addBranchPredicates in ParsePredicates.h.

#include "predicates/language/ParsePredicates.h"

#include <unordered_set>

namespace predabs {

using ir::Expr;
using ir::ExprKind;
using ir::Op;

namespace {

/// Whether \p Term is about something that no predicate is kept of: values
/// that only the intermediate language names, and floats, which the prover
/// does not reason about.
bool isOutOfReach(const Expr *Term) {
  std::unordered_set<const Expr *> Seen;
  std::vector<const Expr *> Open = {Term};
  while (!Open.empty()) {
    const Expr *E = Open.back();
    Open.pop_back();
    if (!Seen.insert(E).second)
      continue;
    if (E->type()->isFloat() || (E->kind() == ExprKind::Var &&
                                 E->variable()->Kind == ir::Storage::Temporary))
      return true;
    for (unsigned I = 0; I < E->numOperands(); ++I)
      Open.push_back(E->operand(I));
  }
  return false;
}

bool isConnective(const Expr *E) {
  return E->op() == Op::Not || E->op() == Op::LAnd || E->op() == Op::LOr ||
         E->kind() == ExprKind::Cond;
}

} // namespace

std::vector<const Expr *> atomsOf(const Expr *Condition) {
  std::vector<const Expr *> Result;
  std::unordered_set<const Expr *> Seen;
  std::vector<const Expr *> Open = {Condition};
  while (!Open.empty()) {
    const Expr *E = Open.back();
    Open.pop_back();
    if (!Seen.insert(E).second)
      continue;
    if (!isConnective(E)) {
      if (!isOutOfReach(E))
        Result.push_back(E);
      continue;
    }
    for (unsigned I = E->numOperands(); I-- > 0;)
      Open.push_back(E->operand(I));
  }
  return Result;
}

void addBranchPredicates(const ir::Function &F, PredicateSet &Into) {
  for (const ir::Block &B : F.Blocks) {
    if (B.Succs.size() < 2)
      continue;
    for (ir::BlockId Succ : B.Succs)
      for (const ir::Stmt &S : F.Blocks[Succ].Stmts) {
        if (S.Kind != ir::StmtKind::Assume)
          break;
        for (const Expr *Atom : atomsOf(S.Value))
          Into.add(&F, Atom);
      }
  }
}

} // namespace predabs
