#include "predicates/discovery/Cells.h"

#include "predicates/ir/Terms.h"

#include <algorithm>

namespace predabs::horn {

using namespace ir;

namespace {

/// What a question about a statement costs that was not asked before.
constexpr uint64_t StepsPerQuestion = 4;

/// Larger ones come from following a list, or a matrix, step by step.
constexpr size_t MaxCellSize = 8;

bool isNumber(const Type *T) { return T->isInt() || T->isPointer(); }

bool isLogical(const Expr *E) {
  return E->kind() == ExprKind::Var && E->variable()->isLogical();
}

/// `&x`, of a whole variable.
bool isAddress(const Expr *E) {
  return E->kind() == ExprKind::AddrOf &&
         E->operand(0)->kind() == ExprKind::Var;
}

} // namespace

bool Cells::isCell(const Expr *E) {
  if (isAddress(E))
    return true;
  return E->isPlace() && isNumber(E->type()) && !isLogical(E) &&
         termsOf(E).size() <= MaxCellSize;
}

Address addressOf(Context &Ctx, const Expr *AddrOf) {
  Address Result;
  const Expr *E = AddrOf->operand(0);
  for (; E->kind() == ExprKind::Field || E->kind() == ExprKind::Index;
       E = E->operand(0)) {
    if (E->kind() == ExprKind::Field)
      Result.Offset += SInt128(E->field().BitOffset / 8);
    else
      Result.Subscripts.push_back({E->operand(1), E->type()->size()});
  }
  Result.Base = E->kind() == ExprKind::Deref ? E->operand(0) : Ctx.addrOf(E);
  return Result;
}

std::vector<const Expr *> operandsOf(Context &Ctx, const Expr *E) {
  std::vector<const Expr *> Result;
  if (E->kind() == ExprKind::AddrOf) {
    Address To = addressOf(Ctx, E);
    Result.push_back(To.Base);
    for (const auto &[Index, Size] : To.Subscripts)
      Result.push_back(Index);
    return Result;
  }
  for (unsigned I = 0; I < E->numOperands(); ++I)
    Result.push_back(E->operand(I));
  return Result;
}

void Cells::collect(const Expr *Term, CellSet &To) const {
  if (isCell(Term)) {
    ++Steps;
    To.insert(Term);
    return;
  }
  std::vector<const Expr *> Open = {Term};
  std::set<const Expr *> Seen;
  while (!Open.empty()) {
    const Expr *E = Open.back();
    Open.pop_back();
    ++Steps;
    if (!Seen.insert(E).second)
      continue;
    if (isCell(E))
      To.insert(E);
    else if (!E->isPlace())
      for (const Expr *Operand : operandsOf(Ctx, E))
        Open.push_back(Operand);
  }
}

const Expr *Cells::unknown(const Expr *Cell) {
  return Before.unknownValue(Cell, nullptr);
}

bool Cells::mayChange(const Stmt &S, const Expr *Cell) const {
  ++Steps;
  return !isAddress(Cell) && A.mayModify(S, Cell);
}

const Expr *Cells::after(const Stmt &S, const Expr *Cell) {
  const Expr *&Known = After[{&S, Cell}];
  Steps += Known ? 1 : StepsPerQuestion;
  if (!Known)
    Known = find(S, Cell);
  return Known;
}

const Expr *Cells::find(const Stmt &S, const Expr *Cell) {
  if (isAddress(Cell))
    return Cell;
  switch (S.Kind) {
  case StmtKind::Assign:
  case StmtKind::Havoc:
    return Before.of(S, Cell);
  case StmtKind::Call:
    if (S.Dest == Cell || mayChange(S, Cell))
      return unknown(Cell);
    return S.Dest ? Before.ofAssign(S.Dest, nullptr, Cell) : Cell;
  default:
    return Cell;
  }
}

const Expr *Cells::before(const Stmt &S, const Expr *Term) {
  if (S.Kind == StmtKind::Call) {
    for (const Expr *Place : placesRead(Term))
      if (!isLogical(Place) && after(S, Place) != Place)
        return nullptr;
    return Term;
  }
  const Expr *Old = Before.of(S, Term);
  std::vector<const Variable *> Known = variablesIn(Term);
  for (const Variable *V : variablesIn(Old))
    if (V->isLogical() &&
        std::find(Known.begin(), Known.end(), V) == Known.end())
      return nullptr;
  return Old;
}

bool Cells::isOfInterface(const Function &F, const Expr *Cell) {
  for (const Variable *V : variablesIn(Cell)) {
    bool IsParameter = V->Kind == Storage::Parameter && V->Id < F.NumParams &&
                       F.Vars[V->Id].get() == V;
    if (!V->isGlobal() && !IsParameter)
      return false;
  }
  // Nobody else knows where a parameter is.
  std::vector<const Variable *> Addressed = addressedIn(Cell);
  return std::none_of(
      Addressed.begin(), Addressed.end(),
      [](const Variable *V) { return V->Kind == Storage::Parameter; });
}

const Expr *Cells::inCaller(const Stmt &Call, const Function &Callee,
                            const Expr *Cell) {
  std::vector<const Variable *> From;
  std::vector<const Expr *> To;
  for (uint32_t I = 0; I < Callee.NumParams; ++I) {
    const Variable *V = Callee.Vars[I].get();
    bool IsGiven = I < Call.Args.size() && Call.Args[I]->type() == V->Ty;
    From.push_back(V);
    To.push_back(IsGiven ? Call.Args[I]
                         : Before.unknownValue(Ctx.var(V), nullptr));
  }
  return substitute(Ctx, Cell, From, To);
}

const Expr *Cells::inCallee(const Stmt &Call, const Function &Callee,
                            const Expr *Cell) {
  uint32_t NumArgs =
      uint32_t(std::min<size_t>(Call.Args.size(), Callee.NumParams));
  auto Renamed = [&](const Expr *Old, const Expr *New) {
    for (uint32_t I = 0; I < NumArgs; ++I) {
      const Expr *Arg = Call.Args[I];
      const Variable *V = Callee.Vars[I].get();
      if (!Arg->type()->isPointer() || Arg->type() != V->Ty)
        continue;
      if (Arg == Old && !Arg->isConstant())
        return Ctx.var(V);
      if (Arg->kind() == ExprKind::AddrOf && Arg->operand(0) == Old)
        return Ctx.deref(Ctx.var(V));
    }
    return New;
  };
  const Expr *Result =
      isOfInterface(Callee, Cell) ? Cell : rewrite(Ctx, Cell, Renamed);
  return isOfInterface(Callee, Result) && isCell(Result) ? Result : nullptr;
}

} // namespace predabs::horn
