#include "checkers/protocols/analysis/StateFlow.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// A bit for each state.
using States = uint64_t;
static_assert(StateWidth == 6, "a state is the number of a bit");
constexpr unsigned NumStates = 1 << StateWidth;
constexpr States AnyState = ~States(0);

struct Truth {
  bool MayHold = true, MayFail = true;
};

/// What expressions are while \p Place is in one state.
class InState {
public:
  InState(const Expr *Place, unsigned State) : Place(Place), State(State) {}

  States value(const Expr *E) const {
    if (E == Place)
      return States(1) << State;
    if (E->kind() == ExprKind::Int)
      return States(1) << unsigned(E->bits() % NumStates);
    if (E->kind() != ExprKind::Cond)
      return AnyState;
    Truth T = truth(E->operand(0));
    return (T.MayHold ? value(E->operand(1)) : 0) |
           (T.MayFail ? value(E->operand(2)) : 0);
  }

  Truth truth(const Expr *E) const {
    if (E->kind() == ExprKind::Unary && E->op() == Op::Not) {
      Truth T = truth(E->operand(0));
      return {T.MayFail, T.MayHold};
    }
    if (E->kind() != ExprKind::Binary)
      return {};
    if (E->op() == Op::LAnd || E->op() == Op::LOr)
      return ofBoth(E->op(), truth(E->operand(0)), truth(E->operand(1)));
    if (E->op() != Op::Eq && E->op() != Op::Ne)
      return {};
    bool AreEqual = E->operand(1)->isInt(State);
    if (E->operand(0) != Place || E->operand(1)->kind() != ExprKind::Int)
      return {};
    bool Holds = AreEqual == (E->op() == Op::Eq);
    return {Holds, !Holds};
  }

private:
  static Truth ofBoth(Op O, Truth A, Truth B) {
    if (O == Op::LAnd)
      return {A.MayHold && B.MayHold, A.MayFail || B.MayFail};
    return {A.MayHold || B.MayHold, A.MayFail && B.MayFail};
  }

  const Expr *Place;
  unsigned State;
};

States after(States Before, const Stmt &S, const Expr *Place) {
  bool IsSet = S.Dest == Place;
  if (!IsSet && S.Kind != StmtKind::Assume)
    return Before;
  if (IsSet && S.Kind != StmtKind::Assign)
    return AnyState;
  States Result = 0;
  for (unsigned State = 0; State < NumStates; ++State) {
    States Bit = States(1) << State;
    if (!(Before & Bit))
      continue;
    InState In(Place, State);
    if (IsSet)
      Result |= In.value(S.Value);
    else if (In.truth(S.Value).MayHold)
      Result |= Bit;
  }
  return Result;
}

/// The states of \p Place at the returns of \p F, if it is in \p First at
/// entry.
States atReturns(const Function &F, const Expr *Place, States First) {
  std::vector<States> At(F.Blocks.size());
  At[0] = First;
  States Result = 0;
  for (std::vector<BlockId> Work = {0}; !Work.empty();) {
    BlockId B = Work.back();
    Work.pop_back();
    States Now = At[B];
    for (const Stmt &S : F.Blocks[B].Stmts) {
      Now = after(Now, S, Place);
      if (S.Kind == StmtKind::Return)
        Result |= Now;
    }
    for (BlockId Next : F.Blocks[B].Succs)
      if (Now & ~At[Next]) {
        At[Next] |= Now;
        Work.push_back(Next);
      }
  }
  return Result;
}

} // namespace

bool mayHoldIn(const Expr *Condition, const Expr *Place, unsigned State) {
  return InState(Place, State).truth(Condition).MayHold;
}

std::vector<const Expr *> statesSet(const Function &F) {
  std::vector<const Expr *> Result;
  for (const Block &B : F.Blocks)
    for (const Stmt &S : B.Stmts)
      if (S.Dest && isState(S.Dest->type()) &&
          std::ranges::find(Result, S.Dest) == Result.end())
        Result.push_back(S.Dest);
  return Result;
}

bool leavesStatesAsFound(const Function &F) {
  for (const Expr *Place : statesSet(F))
    for (unsigned State = 0; State < NumStates; ++State) {
      States First = States(1) << State;
      if (atReturns(F, Place, First) & ~First)
        return false;
    }
  return true;
}

} // namespace predabs
