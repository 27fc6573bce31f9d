#include "predicates/discovery/LoopPatterns.h"

#include "predicates/abstraction/Simplify.h"
#include "predicates/discovery/Atoms.h"
#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

namespace predabs::patterns {

namespace {

constexpr size_t MaxTermSize = 24;

} // namespace

void LoopPatterns::run() {
  findCounters();
  guards();
  relations();
  for (const Counter &C : Counters) {
    starts(C);
    parity(C);
  }
}

void LoopPatterns::add(unsigned Tier, const Expr *Condition) {
  for (const Expr *Atom : atomsOf(Ctx, linearisedAll(Ctx, Condition)))
    if (sizeOf(Atom) <= MaxTermSize)
      Tiers[Tier].push_back(Atom);
}

void LoopPatterns::compare(unsigned Tier, Op O, const Expr *A, const Expr *B) {
  if (A->type() == B->type())
    add(Tier, Ctx.binary(O, A, B));
}

const Counter *LoopPatterns::counter(const Expr *Var) const {
  for (const Counter &C : Counters)
    if (C.Var == Var)
      return &C;
  return nullptr;
}

// What the loop does.

/// Whether a statement of \p Which may write to \p Place.
bool LoopPatterns::isModified(const LoopBlocks &Which,
                              const Expr *Place) const {
  auto [It, IsNew] = Modified.try_emplace({Which.Head, Place->id()});
  if (IsNew)
    It->second = mayWrite(Which, Place);
  return It->second;
}

bool LoopPatterns::mayWrite(const LoopBlocks &Which, const Expr *Place) const {
  for (BlockId B : Which.Blocks)
    for (const Stmt &S : F.Blocks[B].Stmts) {
      if (S.Dest && (S.Dest == Place || In.A.mayOverlap(S.Dest, Place)))
        return true;
      if (S.Kind == StmtKind::Call && In.A.mayModify(S, Place))
        return true;
    }
  return false;
}

bool LoopPatterns::isInvariant(const Expr *E) const {
  for (const Expr *Place : placesRead(E))
    if (isModified(L, Place))
      return false;
  return true;
}

void LoopPatterns::addAssignment(BlockId B, const Stmt &S) {
  auto It = std::find_if(Counters.begin(), Counters.end(),
                         [&](const Counter &C) { return C.Var == S.Dest; });
  if (It == Counters.end()) {
    It = Counters.insert(Counters.end(), Counter());
    It->Var = S.Dest;
  }
  if (S.Kind == StmtKind::Assign && S.Value->kind() == ExprKind::Int) {
    It->Resets = true;
    It->Constants.push_back(S.Value);
    return;
  }
  std::optional<Linear> D;
  if (S.Kind == StmtKind::Assign)
    D = linear(S.Value);
  if (!D || D->factorOf(S.Dest) != 1)
    return spoil(S.Dest);
  if (D->Parts.size() != 1) {
    It->Sums.push_back(*D);
    return;
  }
  if (D->Constant == 0)
    return;
  SInt128 Step = signExtend(UInt128(D->Constant), S.Dest->type()->width());
  bool IsFirst = It->Steps.empty();
  It->Steps.push_back(Step);
  It->Every = IsFirst && L.passesAlways(F, B) ? Step : 0;
}

void LoopPatterns::findCounters() {
  for (BlockId B : L.Blocks)
    for (const Stmt &S : F.Blocks[B].Stmts)
      if (S.Dest && S.Dest->kind() == ExprKind::Var &&
          S.Dest->type()->isInt() && !S.Dest->type()->isBool())
        addAssignment(B, S);
  std::erase_if(Counters, [&](const Counter &C) {
    return Spoiled.contains(C.Var) ||
           C.Var->variable()->Kind == Storage::Temporary;
  });
  for (Counter &C : Counters) {
    C.Matters = Mattering.contains(C.Var->variable());
    if (!C.isPlain())
      C.Every = 0;
    findStart(C);
  }
  // Those that matter first; too many are not related to each other.
  std::sort(Counters.begin(), Counters.end(),
            [](const Counter &A, const Counter &B) {
              return std::pair(!A.Matters, A.Var->id()) <
                     std::pair(!B.Matters, B.Var->id());
            });
}

/// A loop that changes \p Var on the way from \p B to this one: one that B is
/// in, or one around this one that B is not in.
const LoopBlocks *LoopPatterns::otherLoop(BlockId B, const Expr *Var) const {
  for (const LoopBlocks &Other : Loops)
    if (Other.Head != L.Head && Other.has(B) != Other.has(L.Head) &&
        isModified(Other, Var))
      return &Other;
  return nullptr;
}

/// What \p C holds when the path comes to the loop, if that is a term that does
/// not change in the loop.
void LoopPatterns::findStart(Counter &C) {
  uint32_t Depth = Way.Steps[Begin].Depth;
  const LoopBlocks *Between = nullptr;
  for (size_t N = Begin; N-- > 0 && Way.Steps[N].Depth >= Depth;) {
    const PathStep &At = Way.Steps[N];
    if (At.Depth > Depth)
      continue;
    if (const LoopBlocks *Other = otherLoop(At.Block, C.Var)) {
      if (!Between && !Other->has(L.Head)) {
        C.Start = fromRelation(*Other, C.Var);
        C.StartStep = N;
      }
      Between = Other;
      if (Other->has(At.Block))
        continue;
    }
    if (At.isBlockEnd())
      continue;
    const Stmt &S = At.statement();
    if (S.Kind == StmtKind::Assign && S.Dest == C.Var) {
      if (isInvariant(S.Value) && S.Why != Reason::Volatile)
        C.Base = S.Value;
      if (!Between) {
        C.Start = C.Base;
        C.StartStep = N;
      }
      return;
    }
    if ((S.Dest && (S.Dest == C.Var || In.A.mayOverlap(S.Dest, C.Var))) ||
        (S.Kind == StmtKind::Call && In.A.mayModify(S, C.Var)))
      return;
  }
  Storage Kind = C.Var->variable()->Kind;
  if (Kind == Storage::Parameter || Kind == Storage::Global)
    C.Base = Ctx.var(In.Known.entryValue(F, C.Var));
  if (!Between)
    C.Start = C.Base;
}

/// What \p Var is after the loop \p Other, in terms of what this one leaves as
/// it is.
const Expr *LoopPatterns::fromRelation(const LoopBlocks &Other,
                                       const Expr *Var) const {
  for (const Relation &R : Facts.Relations) {
    SInt128 Factor = R.Sum.factorOf(Var);
    if (R.Head != Other.Head || R.Sum.Ty != Var->type() ||
        (Factor != 1 && Factor != -1))
      continue;
    Linear Rest{R.Sum.Ty, {}, -Factor * R.Sum.Constant};
    bool IsFixed = true;
    for (const Linear::Part &P : R.Sum.Parts) {
      if (P.Of == Var)
        continue;
      IsFixed &= isInvariant(P.Of);
      Rest.Parts.push_back({P.Of, -Factor * P.Factor});
    }
    if (IsFixed)
      return toExpr(Ctx, Rest);
  }
  return nullptr;
}

// Bounds.

/// What the sum \p D grows by in each iteration, if it is made of counters and
/// of what does not change.
std::optional<SInt128> LoopPatterns::deltaOf(const Linear &D) const {
  SInt128 Delta = 0;
  for (const Linear::Part &P : D.Parts)
    if (const Counter *C = counter(P.Of); C && C->isPlain()) {
      bool IsEven = std::all_of(C->Steps.begin(), C->Steps.end(),
                                [&](SInt128 S) { return S == C->Steps[0]; });
      if (!IsEven)
        return std::nullopt;
      Delta += P.Factor * C->Steps[0];
    } else if (!isInvariant(P.Of)) {
      return std::nullopt;
    }
  return Delta;
}

bool LoopPatterns::isAboutCounter(const Expr *E) const {
  for (const Expr *Place : placesRead(E))
    if (counter(Place))
      return true;
  return false;
}

/// Of `D O 0`, which holds when an iteration begins that adds \p Delta.
void LoopPatterns::boundBySteps(Op O, Linear D, SInt128 Delta) {
  if (Delta < 0) {
    Linear Zero{D.Ty, {}, 0};
    std::optional<Linear> Opposite = predabs::add(Zero, -1, D);
    return Opposite ? boundBySteps(mirrored(O), *Opposite, -Delta) : void();
  }
  // The last iteration begins with D < Last.
  SInt128 Last = 0;
  if (O == Op::Le)
    Last = 1;
  else if (O != Op::Lt && !(O == Op::Ne && Delta == 1))
    return;
  D.Constant -= Last + Delta - 1;
  add(0, compareToZero(Ctx, Op::Le, D));
  add(1, compareToZero(Ctx, Op::Eq, D));
  Facts.Exits.push_back({L.Head, D});
  D.Constant += Delta - 1;
  if (Delta > 1)
    add(1, compareToZero(Ctx, Op::Le, D));
  add(1, compareToZero(Ctx, Op::Lt, D));
}

/// `A O B` is asked in the loop, or opposes what is asked at its end.
void LoopPatterns::bound(Op O, const Expr *A, const Expr *B) {
  if (!isAboutCounter(A) && !isAboutCounter(B))
    return;
  bool Wraps = !A->type()->isSigned() || Ctx.target().WrapSigned;
  std::optional<Linear> LA = linear(A), LB = linear(B);
  std::optional<Linear> D =
      LA && LB ? predabs::add(*LA, -1, *LB) : std::nullopt;
  std::optional<SInt128> Delta = D ? deltaOf(*D) : std::nullopt;
  if (Delta && *Delta != 0 && !Wraps)
    return boundBySteps(O, *D, *Delta);
  // Without numbers that can be moved around: a strict order becomes a weak
  // one, and what differs comes together.
  if (O == Op::Lt || O == Op::Le || (Delta && *Delta > 0))
    add(0, Ctx.binary(Op::Le, A, B));
  if (O == Op::Gt || O == Op::Ge || (Delta && *Delta < 0))
    add(0, Ctx.binary(Op::Ge, A, B));
  add(1, Ctx.binary(Op::Eq, A, B));
  add(2, Ctx.binary(O, A, B));
}

void LoopPatterns::guard(const Expr *Condition) {
  for (const Expr *Part : conjunctsOf(Ctx, Condition))
    if (isComparison(Part) && Part->operand(0)->type()->isInt())
      bound(Part->op(), Part->operand(0), Part->operand(1));
}

void LoopPatterns::guards() {
  for (BlockId B : L.Blocks)
    for (const Stmt &S : F.Blocks[B].Stmts)
      if (S.Kind == StmtKind::Assume)
        guard(S.Value);
  // Where the loop ends the opposite of its condition is asked.
  for (BlockId B : L.Blocks)
    for (BlockId Next : F.Blocks[B].Succs) {
      if (L.has(Next) || F.Blocks[Next].Stmts.empty())
        continue;
      const Stmt &S = F.Blocks[Next].Stmts.front();
      if (S.Kind == StmtKind::Assume)
        guard(negation(Ctx, S.Value));
    }
}

// Starts, steps and relations.

void LoopPatterns::starts(const Counter &C) {
  unsigned Tier = C.Matters ? 0 : 1;
  bool IsAddedTo = !C.Steps.empty() || !C.Sums.empty();
  if (C.Base && IsAddedTo && grows(C))
    compare(Tier, Op::Ge, C.Var, C.Base);
  if (C.Base && C.onlyShrinks() && C.isPlain())
    compare(Tier, Op::Le, C.Var, C.Base);
  // A variable that is set to a few constants holds one of them.
  if (C.Resets && C.Constants.size() <= 4) {
    for (const Expr *Value : C.Constants)
      compare(C.Steps.empty() ? 1 : 2, Op::Eq, C.Var, Value);
    for (const Expr *Value : C.Constants)
      if (!C.Steps.empty())
        compare(1, C.onlyGrows() ? Op::Ge : Op::Le, C.Var, Value);
  }
  if (C.Start)
    compare(2, Op::Eq, C.Var, C.Start);
}

/// Whether nothing negative is added to \p C, as far as counters that start
/// from 0 or more show.
bool LoopPatterns::grows(const Counter &C) const {
  auto IsPositive = [&](const Linear::Part &P) {
    const Counter *Other = counter(P.Of);
    return P.Of == C.Var ||
           (P.Factor > 0 && Other && Other->onlyGrows() && Other->Base &&
            Other->Base->kind() == ExprKind::Int && Other->Base->number() >= 0);
  };
  return C.onlyGrows() &&
         std::all_of(C.Sums.begin(), C.Sums.end(), [&](const Linear &L) {
           return L.Constant >= 0 &&
                  std::all_of(L.Parts.begin(), L.Parts.end(), IsPositive);
         });
}

/// x % c is what it was, if all steps are multiples of c.
void LoopPatterns::parity(const Counter &C) {
  SInt128 Common = 0;
  for (SInt128 S : C.Steps) {
    SInt128 A = Common, B = S < 0 ? -S : S;
    while (B)
      std::swap(A, B), B %= A;
    Common = A;
  }
  for (const Expr *Value : C.Constants)
    if (C.Base && Value != C.Base)
      return;
  const Type *T = C.Var->type();
  if (!C.Sums.empty())
    return;
  if (Common <= 1 || !C.Base || C.Base->kind() != ExprKind::Int)
    return;
  // Of numbers that wrap only powers of two keep the remainder.
  bool IsPower = (Common & (Common - 1)) == 0;
  if (!T->isSigned() && !IsPower)
    return;
  const Expr *By = Ctx.intConst(T, UInt128(Common));
  const Expr *Rest = Ctx.intConst(T, UInt128(C.Base->number() % Common));
  compare(C.Matters ? 0 : 1, Op::Eq, Ctx.binary(Op::Rem, C.Var, By), Rest);
}

} // namespace predabs::patterns
