#include "checkers/protocols/analysis/Certain.h"

#include "checkers/protocols/analysis/Attributes.h"

#include <algorithm>
#include <bit>

namespace predabs {

using namespace ir;

StateMask maskOf(const States &Some) {
  StateMask Result = 0;
  for (uint32_t S : Some)
    Result |= StateMask(1) << S;
  return Result;
}

static bool isFrom(const Transition &T, uint32_t State) {
  return T.From.empty() ||
         std::binary_search(T.From.begin(), T.From.end(), State);
}

std::vector<StateMask>
nextStates(const Protocol &P, const ProtocolEvent &E,
           const std::function<bool(const Transition &)> &CanBe) {
  std::vector<StateMask> Result(P.States.size());
  for (uint32_t S = 0; S < Result.size(); ++S) {
    bool IsWrong = false;
    for (const Transition &T : E.Ways)
      if (isFrom(T, S) && T.isError())
        IsWrong = true;
      else if (isFrom(T, S) && CanBe(T))
        Result[S] |= StateMask(1) << T.To.value_or(S);
    if (IsWrong)
      Result[S] = 0;
    else if (!Result[S])
      Result[S] = StateMask(1) << S;
  }
  return Result;
}

/// Whether some way of \p E leads from a state that is not held to one that is,
/// or the other way round.
static bool moves(const Protocol &P, const ProtocolEvent &E, bool ToHeld) {
  return std::any_of(E.Ways.begin(), E.Ways.end(), [&](const Transition &T) {
    return T.To && !T.From.empty() && P.States[*T.To].IsHeld == ToHeld &&
           P.States[T.From.front()].IsHeld != ToHeld;
  });
}

/// \p Next taken once or more.
static std::vector<StateMask> repeated(std::vector<StateMask> Next) {
  for (bool IsNew = true; IsNew;) {
    IsNew = false;
    for (StateMask &To : Next)
      for (uint32_t S = 0; S < Next.size(); ++S)
        if ((To >> S & 1) && (Next[S] & ~To)) {
          To |= Next[S];
          IsNew = true;
        }
  }
  return Next;
}

std::vector<StateMask> nextOfWrapper(const Protocol &P, LockUse::Kind What) {
  if (What != LockUse::Kind::Acquires && What != LockUse::Kind::Releases)
    return {};
  std::vector<StateMask> All(P.States.size());
  auto Moves = [](const Transition &T) { return T.To.has_value(); };
  for (const ProtocolEvent &E : P.Events)
    if (moves(P, E, What == LockUse::Kind::Acquires)) {
      std::vector<StateMask> Next = nextStates(P, E, Moves);
      for (uint32_t S = 0; S < All.size(); ++S)
        All[S] |= Next[S];
    }
  return repeated(std::move(All));
}

const Transition *onlyError(const ProtocolEvent &E, StateMask Left) {
  for (const Transition &T : E.Ways)
    if (T.isError() && Left &&
        (T.From.empty() || !(Left & ~maskOf({T.From.begin(), T.From.end()}))))
      return &T;
  return nullptr;
}

bool CertainPast::Both::add(const Both &O) {
  bool IsNew = (O.Normal & ~Normal) || (O.Thrown & ~Thrown);
  Normal |= O.Normal;
  Thrown |= O.Thrown;
  return IsNew;
}

CertainPast::CertainPast(const Function &F,
                         const std::vector<LockPoint> &Points, StateMask First,
                         StateMask Possible, const Variable *Thrown)
    : F(F), First(First), Possible(Possible), Thrown(Thrown),
      ByBlock(F.Blocks.size()), AtBegin(F.Blocks.size()),
      AtEnd(F.Blocks.size()) {
  for (const LockPoint &P : Points)
    ByBlock[P.Block].push_back(P);
  run();
}

StateMask CertainPast::after(const LockPoint &P, StateMask Before) const {
  if (!Before || P.Next.empty())
    return Before ? Possible : 0;
  StateMask Result = 0;
  for (uint32_t S = 0; S < P.Next.size(); ++S)
    if (Before >> S & 1)
      Result |= P.Next[S];
  return Result;
}

StateMask CertainPast::before(BlockId B, uint32_t Stmt) const {
  return upTo(B, Stmt).normally();
}

StateMask CertainPast::beforeFirst(BlockId B, uint32_t Stmt) const {
  StateMask Always = before(B, Stmt);
  if (!Always || std::has_single_bit(Always))
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
      Now = {after(*Point, Now.Normal), after(*Point, Now.Thrown)};
      IsUse = true;
    }
    pass(Stmts[I], Now);
    // Who throws may not have done it.
    if (IsUse && !attributeStep(Stmts[I]) && Now.Thrown)
      Now.Thrown = Possible;
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
      Now.Normal = 0;
    if (E->isInt(0) || (IsAboutIt && IsNot))
      Now.Thrown = 0;
    return;
  }
  bool IsFlag =
      S.Dest && S.Dest->kind() == ExprKind::Var && S.Dest->variable() == Thrown;
  StateMask All = Now.together();
  bool IsSet = IsFlag && S.Kind == StmtKind::Assign && S.Why == Reason::None;
  if (IsSet && S.Value->isInt(1)) // from here on an exception is on its way
    Now = {0, All};
  else if (IsSet && S.Value->isInt(0))
    Now = {All, 0};
  else if (Thrown && (IsFlag || (S.Kind == StmtKind::Havoc && !S.Dest)))
    Now.Normal = Now.Thrown = All;
  // SOUND: any call may throw, and none catches for its caller.
  if (Thrown && S.Kind == StmtKind::Call && !attributeStep(S))
    Now.Thrown = Now.together();
}

void CertainPast::run() {
  std::vector<BlockId> Work = {0};
  AtBegin[0].Normal = First;
  while (!Work.empty()) {
    BlockId B = Work.back();
    Work.pop_back();
    Both Now = upTo(B, UINT32_MAX);
    AtEnd[B] = Now;
    for (BlockId S : F.Blocks[B].Succs)
      if (AtBegin[S].add(Now))
        Work.push_back(S);
  }
}

} // namespace predabs
