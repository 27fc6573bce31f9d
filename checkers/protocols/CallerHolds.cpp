#include "checkers/protocols/CallerHolds.h"

#include "predicates/ir/Terms.h"
#include "predicates/ir/Uses.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace predabs {

using namespace ir;

namespace {

/// A condition, or that it does not hold.
struct Literal {
  const Expr *What = nullptr;
  bool Holds = true;
};

/// Without negations and comparisons with zero.
Literal literalOf(const Expr *E) {
  Literal L{E, true};
  for (;;) {
    const Expr *Now = L.What;
    if (Now->kind() == ExprKind::Cast)
      L.What = Now->operand(0);
    else if (Now->kind() == ExprKind::Unary && Now->op() == Op::Not)
      L = {Now->operand(0), !L.Holds};
    else if (Now->kind() == ExprKind::Binary && Now->operand(1)->isInt(0) &&
             (Now->op() == Op::Eq || Now->op() == Op::Ne))
      L = {Now->operand(0), L.Holds == (Now->op() == Op::Ne)};
    else
      return L;
  }
}

/// Follows a function under the assumption that a condition holds, or not.
class FlagFlow {
public:
  FlagFlow(const Function &F, const std::vector<LockUse> &Uses,
           const Expr *State)
      : F(F), State(State), Uses(Uses) {
    findValues();
  }

  bool run() {
    for (BlockId B = 0; B < F.Blocks.size(); ++B)
      if (F.Blocks[B].Succs.size() == 2)
        for (BlockId Arm : F.Blocks[B].Succs)
          if (isFlagAt(B, Arm))
            return true;
    return false;
  }

private:
  /// Variables with one value, and those that are never written.
  void findValues() {
    std::set<const Variable *> Addressed = addressedIn(F);
    std::map<const Variable *, unsigned> Writes;
    for (const Block &B : F.Blocks)
      for (const Stmt &S : B.Stmts)
        if (S.Dest && S.Dest->kind() == ExprKind::Var &&
            S.Kind != StmtKind::Havoc && !(Writes[S.Dest->variable()]++) &&
            S.Kind == StmtKind::Assign)
          Values[S.Dest->variable()] = S.Value;
    for (auto [V, Count] : Writes)
      if (Count > 1 || V->Kind == Storage::Parameter)
        Values[V] = nullptr;
    for (const Variable *V : Addressed)
      Values[V] = nullptr;
  }

  /// \p L in terms of parameters, as far as that goes.
  Literal resolved(Literal L) const {
    for (unsigned Depth = 0; Depth < 8 && L.What->kind() == ExprKind::Var;
         ++Depth) {
      auto It = Values.find(L.What->variable());
      if (It == Values.end() || !It->second)
        return L;
      Literal Inner = literalOf(It->second);
      L = {Inner.What, L.Holds == Inner.Holds};
    }
    return L;
  }

  std::optional<Literal> conditionOf(BlockId B) const {
    const std::vector<Stmt> &Stmts = F.Blocks[B].Stmts;
    if (Stmts.empty() || Stmts[0].Kind != StmtKind::Assume)
      return std::nullopt;
    return resolved(literalOf(Stmts[0].Value));
  }

  /// A parameter that keeps its value.
  bool isParameter(const Expr *E) const {
    while (E->kind() == ExprKind::Cast)
      E = E->operand(0);
    return E->kind() == ExprKind::Var && E->type()->isInt() &&
           E->variable()->Kind == Storage::Parameter &&
           !Values.contains(E->variable());
  }
  bool isBit(const Expr *E) const {
    return E->kind() == ExprKind::Binary && E->op() == Op::And &&
           E->operand(1)->kind() == ExprKind::Int && isParameter(E->operand(0));
  }
  /// `locked`, or `mode == LOCKED`.
  bool isTruth(const Expr *E) const {
    bool IsComparison = E->kind() == ExprKind::Binary &&
                        (E->op() == Op::Eq || E->op() == Op::Ne) &&
                        E->operand(1)->kind() == ExprKind::Int;
    return isParameter(IsComparison ? E->operand(0) : E);
  }

  /// Whether the condition of \p Arm, one of two behind \p B, makes the
  /// function acquire the lock, and spares its caller to do so.
  bool isFlagAt(BlockId B, BlockId Arm) const {
    std::optional<Literal> Own = conditionOf(Arm);
    if (!Own ||
        !(isBit(Own->What) || (isTruth(Own->What) && isOnlyAcquire(B, Arm))))
      return false;
    bool MayTake = false, MayKeep = false, IsTakenHere = false,
         Acquires = false;
    follow(*Own, [&](bool IsUntouched, const LockUse &U) {
      IsTakenHere |= IsUntouched && U.What == LockUse::Kind::Releases;
      Acquires |= U.What <= LockUse::Kind::MayAcquire;
    });
    uint8_t Without =
        follow({Own->What, !Own->Holds}, [&](bool, const auto &) {});
    MayTake = (Without & Taken) != 0;
    MayKeep = (Without & ~Taken) != 0;
    return Acquires && !IsTakenHere && MayTake && !MayKeep;
  }

  static constexpr uint8_t Untouched = 1, Own = 2, Taken = 4;

  /// What has happened to the lock at returns, if \p Given holds.
  template <typename Fn> uint8_t follow(const Literal &Given, Fn Visit) const {
    std::vector<uint8_t> At(F.Blocks.size());
    At[0] = Untouched;
    uint8_t Result = 0;
    for (std::vector<BlockId> Work = {0}; !Work.empty();) {
      BlockId B = Work.back();
      Work.pop_back();
      uint8_t Now = At[B];
      for (const LockUse &U : Uses)
        if (U.Block == B && U.State == State) {
          Visit((Now & Untouched) != 0, U);
          Now = after(Now, U.What);
        }
      if (F.Blocks[B].endsInReturn())
        Result |= Now;
      for (BlockId S : F.Blocks[B].Succs)
        if (!isExcluded(S, Given) && (Now & ~At[S])) {
          At[S] |= Now;
          Work.push_back(S);
        }
    }
    return Result;
  }

  static uint8_t after(uint8_t Before, LockUse::Kind What) {
    if (What <= LockUse::Kind::MayAcquire)
      return (Before & Taken ? Taken : 0) | (Before & ~Taken ? Own : 0);
    if (What == LockUse::Kind::Releases)
      return (Before & Untouched ? Taken : 0) | (Before & ~Untouched);
    return Before;
  }

  bool isExcluded(BlockId B, const Literal &Given) const {
    std::optional<Literal> L = conditionOf(B);
    return L && L->What == Given.What && L->Holds != Given.Holds;
  }

  /// Whether all that \p Arm does before the other way from \p From comes in
  /// again is to acquire the lock.
  bool isOnlyAcquire(BlockId From, BlockId Arm) const {
    const std::vector<BlockId> &Succs = F.Blocks[From].Succs;
    BlockId Other = Succs[0] == Arm ? Succs[1] : Succs[0];
    std::vector<bool> Join = reachable(Other, F.Blocks.size());
    bool Meets = false;
    std::vector<bool> Seen(F.Blocks.size());
    for (std::vector<BlockId> Work = {Arm}; !Work.empty();) {
      BlockId B = Work.back();
      Work.pop_back();
      if (Join[B]) {
        Meets = true;
        continue;
      }
      if (Seen[B])
        continue;
      Seen[B] = true;
      if (leadsTo(B, Join) && !isQuiet(B))
        return false;
      Work.insert(Work.end(), F.Blocks[B].Succs.begin(),
                  F.Blocks[B].Succs.end());
    }
    return Meets;
  }

  std::vector<bool> reachable(BlockId From, size_t Size) const {
    std::vector<bool> Seen(Size);
    for (std::vector<BlockId> Work = {From}; !Work.empty();) {
      BlockId B = Work.back();
      Work.pop_back();
      if (Seen[B])
        continue;
      Seen[B] = true;
      Work.insert(Work.end(), F.Blocks[B].Succs.begin(),
                  F.Blocks[B].Succs.end());
    }
    return Seen;
  }
  bool leadsTo(BlockId B, const std::vector<bool> &Join) const {
    std::vector<bool> From = reachable(B, F.Blocks.size());
    for (BlockId I = 0; I < F.Blocks.size(); ++I)
      if (From[I] && Join[I])
        return true;
    return false;
  }

  /// Whether \p B does nothing but acquire the lock and look at the result.
  bool isQuiet(BlockId B) const {
    const std::vector<Stmt> &Stmts = F.Blocks[B].Stmts;
    for (uint32_t I = 0; I < Stmts.size(); ++I) {
      bool IsAcquire = std::ranges::any_of(Uses, [&](const LockUse &U) {
        return U.Block == B && U.Stmt == I && U.State == State &&
               U.What <= LockUse::Kind::MayAcquire;
      });
      bool IsLocal = Stmts[I].Kind != StmtKind::Call && Stmts[I].Dest &&
                     Stmts[I].Dest->kind() == ExprKind::Var &&
                     !Stmts[I].Dest->variable()->isGlobal();
      if (!IsAcquire && !IsLocal && Stmts[I].Kind != StmtKind::Assume)
        return false;
    }
    return true;
  }

  const Function &F;
  const Expr *State;
  const std::vector<LockUse> &Uses;
  /// Of variables; null: more than one, or not known.
  std::map<const Variable *, const Expr *> Values;
};

} // namespace

bool isHeldByFlag(const Function &F, const std::vector<LockUse> &Uses,
                  const Expr *State) {
  bool Acquires = false, Releases = false;
  for (const LockUse &U : Uses)
    if (U.State == State) {
      Acquires |= U.What <= LockUse::Kind::MayAcquire;
      Releases |= U.What == LockUse::Kind::Releases;
    }
  return Acquires && Releases && FlagFlow(F, Uses, State).run();
}

} // namespace predabs
