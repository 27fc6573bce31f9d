#include "checkers/protocols/instrument/CodeWriter.h"

namespace predabs {

using namespace ir;

void CodeWriter::add(StmtKind Kind, const Expr *Dest, const Expr *Value,
                     std::vector<const Expr *> Args) {
  Stmt S;
  S.Kind = Kind;
  S.Where = Where;
  S.Dest = Dest;
  S.Value = Value;
  S.Args = std::move(Args);
  In.Blocks[At].Stmts.push_back(std::move(S));
}

void CodeWriter::addHavoc(const Expr *Dest, Reason Why) {
  add(StmtKind::Havoc, Dest, nullptr);
  In.Blocks[At].Stmts.back().Why = Why;
}

void CodeWriter::assume(const Expr *Condition) {
  if (!Condition->isInt(1))
    add(StmtKind::Assume, nullptr, Condition);
}

void CodeWriter::assumeGiven(const Expr *Condition) {
  if (Condition->isInt(1))
    return;
  assume(Condition);
  In.Blocks[At].Stmts.back().Marks.add(Mark::Given);
}

const Expr *CodeWriter::temporary(const std::string &Name, const Type *Ty) {
  Variable *V = addVariable(In, Name, Ty, Storage::Temporary);
  V->Where = Where;
  return Ctx.var(V);
}

void CodeWriter::assignAfter(BlockId B, size_t I, const Stmt &S,
                             const Expr *Place, const Expr *Value) {
  Stmt New;
  New.Kind = StmtKind::Assign;
  New.Where = S.Where;
  if (S.Kind == StmtKind::Havoc)
    New.Marks.add(Mark::Begins);
  New.Dest = Place;
  New.Value = Value;
  auto &Stmts = In.Blocks[B].Stmts;
  Stmts.insert(Stmts.begin() + ptrdiff_t(I) + 1, std::move(New));
}

BlockId CodeWriter::originOf(BlockId B) const {
  auto It = PartOf.find(B);
  return It == PartOf.end() ? B : It->second;
}

} // namespace predabs
