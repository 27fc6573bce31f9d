// Patterns: candidates for the loops that a path comes to, by their form alone.
// Of
//
//   i = 0; s = 0;  while (i < n) { i = i + 1; s = s + 2; }
//
// these are i <= n and i >= 0, s == 2*i, then i == n, s % 2 == 0 and so on.
// A variable is a counter if all that the loop does to it is to add constants.
// What it starts from is taken from the path.
//
// The candidates come in tiers. As long as those of the first are not all
// known, the second is not looked at: each predicate costs, useful or not.

#include "predicates/abstraction/Simplify.h"
#include "predicates/discovery/Atoms.h"
#include "predicates/discovery/Discovery.h"
#include "predicates/discovery/Kernel.h"
#include "predicates/discovery/Linear.h"
#include "predicates/discovery/Loops.h"
#include "predicates/discovery/PathValues.h"
#include "predicates/ir/Comparisons.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>

namespace predabs {

using namespace ir;

namespace {

constexpr unsigned NumTiers = 3;
/// Counters of one loop that are related to each other.
constexpr size_t MaxCounters = 8;
constexpr size_t MaxTermSize = 24;

/// Ways round a loop that are looked at together.
constexpr size_t MaxRounds = 64;
/// Predicates about the middle of an iteration, for one relation.
constexpr size_t MaxPartSums = 6;

/// The statements of an iteration.
using Round = std::vector<const Stmt *>;

/// The ways from the head of \p L back to it that come to no other block
/// twice, at most MaxRounds.
std::vector<Round> waysRound(const Function &F, const LoopBlocks &L) {
  struct Step {
    BlockId Block;
    size_t Next = 0;
  };
  std::vector<Round> Found;
  std::vector<Step> Way = {{L.Head}};
  std::set<BlockId> On = {L.Head};
  for (unsigned Work = 0; !Way.empty() && Found.size() < MaxRounds; ++Work) {
    Step &Top = Way.back();
    const std::vector<BlockId> &Succs = F.Blocks[Top.Block].Succs;
    if (Top.Next == Succs.size() || Work > 10'000) {
      On.erase(Top.Block);
      Way.pop_back();
      continue;
    }
    BlockId To = Succs[Top.Next++];
    if (To == L.Head) {
      Round &R = Found.emplace_back();
      for (const Step &S : Way)
        for (const Stmt &At : F.Blocks[S.Block].Stmts)
          R.push_back(&At);
    } else if (L.has(To) && On.insert(To).second) {
      Way.push_back({To});
    }
  }
  return Found;
}

/// A variable to which a loop adds constants.
struct Counter {
  const Expr *Var = nullptr;
  std::vector<SInt128> Steps; ///< one for each assignment
  /// The step of every iteration; 0 if they differ, or it may be left out.
  SInt128 Every = 0;
  const Expr *Start = nullptr; ///< what it holds when the loop begins, or null
  size_t StartStep = 0;        ///< where it was set to that
  /// What it was set to before other loops changed it: Start if none did.
  const Expr *Base = nullptr;
  std::pair<BlockId, uint32_t> First;  ///< its first assignment
  bool Resets = false;                 ///< it is also set to constants
  std::vector<const Expr *> Constants; ///< these
  /// Sums of other counters are added to it too.
  std::vector<Linear> Sums;
  bool Matters = false; ///< the failure is about it

  bool isPlain() const { return !Resets && Sums.empty() && !Steps.empty(); }

  bool onlyGrows() const {
    return std::all_of(Steps.begin(), Steps.end(),
                       [](SInt128 S) { return S > 0; });
  }
  bool onlyShrinks() const {
    return std::all_of(Steps.begin(), Steps.end(),
                       [](SInt128 S) { return S < 0; });
  }
};

/// A sum that is 0.
struct Relation {
  BlockId Head; ///< of the loop
  Linear Sum;
};

/// What was found for the loops of a function that come before.
struct LoopFacts {
  std::vector<Relation> Relations; ///< in the loop and behind it
  std::vector<Relation> Exits;     ///< behind it, if it counts up to a bound
};

/// Candidates for one loop.
class LoopPatterns {
public:
  LoopPatterns(const DiscoveryInput &In, const Function &F,
               const std::vector<LoopBlocks> &Loops, const LoopBlocks &L,
               const Path &Way, size_t Begin,
               const std::set<const Variable *> &Mattering, LoopFacts &Facts)
      : In(In), Ctx(In.Known.module().Ctx), F(F), Loops(Loops), L(L), Way(Way),
        Begin(Begin), Mattering(Mattering), Facts(Facts) {}

  void run();
  std::vector<const Expr *> Tiers[NumTiers];

private:
  void findCounters();
  void addAssignment(BlockId B, const Stmt &S);
  void spoil(const Expr *Var) { Spoiled.insert(Var); }
  void findStart(Counter &C);
  bool isInvariant(const Expr *E) const;
  bool isModified(const LoopBlocks &Which, const Expr *Place) const;
  const LoopBlocks *otherLoop(BlockId B, const Expr *Var) const;
  const Expr *fromRelation(const LoopBlocks &Other, const Expr *Var) const;

  void guards();
  void guard(const Expr *Condition);
  void bound(Op O, const Expr *A, const Expr *B);
  void boundBySteps(Op O, Linear D, SInt128 Delta);
  std::optional<SInt128> deltaOf(const Linear &D) const;
  bool isAboutCounter(const Expr *E) const;

  void starts(const Counter &C);
  bool grows(const Counter &C) const;
  void parity(const Counter &C);
  void relations();
  std::vector<Round> roundsOnPath() const;
  void relate(unsigned Tier, const Type *T, const std::vector<Round> &Rounds);
  void relation(unsigned Tier, const std::vector<const Counter *> &Related,
                const std::vector<SInt128> &Factors,
                const std::vector<Round> &Rounds);
  void partSums(unsigned Tier, const Linear &D,
                const std::vector<const Counter *> &Related,
                const std::vector<SInt128> &Factors,
                const std::vector<Round> &Rounds);
  std::optional<Linear> withBounds(const Linear &D) const;
  bool counterOf(BlockId Head, const Expr *Var) const;
  static SInt128 stepOf(const Stmt &S, const Counter &C);
  bool isSetDeeper(const Counter &C) const;
  void compareCounts(const Counter &Conditional, const Counter &Every);

  const Counter *counter(const Expr *Var) const;
  void add(unsigned Tier, const Expr *Condition);
  void compare(unsigned Tier, Op O, const Expr *A, const Expr *B);

  const DiscoveryInput &In;
  Context &Ctx;
  const Function &F;
  const std::vector<LoopBlocks> &Loops;
  const LoopBlocks &L;
  const Path &Way;
  size_t Begin; ///< the step at which the path comes to the loop
  const std::set<const Variable *> &Mattering;
  LoopFacts &Facts;
  std::vector<Counter> Counters;
  std::set<const Expr *> Spoiled; ///< variables that other things happen to
};

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

/// A variable that grows in some iterations does not grow faster than one
/// that grows in each.
void LoopPatterns::compareCounts(const Counter &X, const Counter &Y) {
  if (X.Every || !X.isPlain() || X.Steps.size() != 1 || !Y.Every || !X.Start ||
      !Y.Start || X.Steps[0] != Y.Every || X.Var->type() != Y.Var->type() ||
      !X.Var->type()->isSigned())
    return;
  std::optional<Linear> LX = linear(X.Var), LY = linear(Y.Var);
  std::optional<Linear> SX = linear(X.Start), SY = linear(Y.Start);
  std::optional<Linear> D =
      LX && LY ? predabs::add(*LX, -1, *LY) : std::nullopt;
  if (D && SX)
    D = predabs::add(*D, -1, *SX);
  if (D && SY)
    D = predabs::add(*D, 1, *SY);
  if (D)
    add(X.Matters ? 1 : 2,
        compareToZero(Ctx, Y.Every > 0 ? Op::Le : Op::Ge, *D));
}

/// The sums of counters that each iteration leaves as they are: of those on
/// all ways round the loop, or else on those that the path takes.
void LoopPatterns::relations() {
  std::vector<const Type *> Types;
  for (const Counter &C : Counters)
    if (std::find(Types.begin(), Types.end(), C.Var->type()) == Types.end())
      Types.push_back(C.Var->type());
  std::vector<Round> Always = waysRound(F, L), Taken = roundsOnPath();
  for (const Type *T : Types) {
    relate(0, T, Always);
    relate(1, T, Taken);
  }
  size_t Count = std::min(Counters.size(), MaxCounters);
  for (size_t I = 0; I < Count; ++I)
    for (size_t J = 0; J < Count; ++J)
      compareCounts(Counters[I], Counters[J]);
}

/// The iterations on the path that come back to the loop's head.
std::vector<Round> LoopPatterns::roundsOnPath() const {
  std::vector<Round> Found;
  Round Current;
  bool IsOpen = false;
  uint32_t Depth = Way.Steps[Begin].Depth;
  for (size_t N = Begin; N < Way.Steps.size(); ++N) {
    const PathStep &At = Way.Steps[N];
    if (At.Depth > Depth)
      continue;
    if (At.Depth < Depth || !L.has(At.Block))
      break;
    if (At.Block == L.Head && At.Stmt == 0) {
      if (IsOpen && Found.size() < MaxRounds)
        Found.push_back(Current);
      Current.clear();
      IsOpen = true;
    }
    if (!At.isBlockEnd())
      Current.push_back(&At.statement());
  }
  return Found;
}

void LoopPatterns::relate(unsigned Tier, const Type *T,
                          const std::vector<Round> &Rounds) {
  // Those that are added to in each iteration come first: others are said in
  // terms of them.
  std::vector<const Counter *> Related;
  for (bool Every : {true, false})
    for (const Counter &C : Counters)
      if ((C.Every != 0) == Every && C.Var->type() == T && C.isPlain() &&
          C.Start && !isSetDeeper(C) && Related.size() < MaxCounters)
        Related.push_back(&C);
  if (Related.size() < 2 || Rounds.empty() || Rounds.size() >= MaxRounds)
    return;
  std::vector<std::vector<SInt128>> Steps;
  for (const Round &R : Rounds) {
    std::vector<SInt128> &Row = Steps.emplace_back(Related.size());
    for (const Stmt *S : R)
      for (size_t I = 0; I < Related.size(); ++I)
        Row[I] += stepOf(*S, *Related[I]);
  }
  for (const std::vector<SInt128> &Factors : kernel(Steps, Related.size()))
    relation(Tier, Related, Factors, Rounds);
}

/// What \p S adds to \p C.
SInt128 LoopPatterns::stepOf(const Stmt &S, const Counter &C) {
  if (S.Dest != C.Var)
    return 0;
  std::optional<Linear> D = linear(S.Value);
  return D ? signExtend(UInt128(D->Constant), C.Var->type()->width()) : 0;
}

/// Whether an inner loop sets \p C: then one iteration may do it many times.
bool LoopPatterns::isSetDeeper(const Counter &C) const {
  for (const LoopBlocks &Inner : Loops)
    if (Inner.Depth > L.Depth && L.has(Inner.Head))
      for (BlockId B : Inner.Blocks)
        for (const Stmt &S : F.Blocks[B].Stmts)
          if (S.Dest == C.Var)
            return true;
  return false;
}

/// The sum of Factors[i] * Related[i] is what it is at the start.
void LoopPatterns::relation(unsigned Tier,
                            const std::vector<const Counter *> &Related,
                            const std::vector<SInt128> &Factors,
                            const std::vector<Round> &Rounds) {
  std::optional<Linear> D = Linear{Related[0]->Var->type(), {}, 0};
  bool Matters = false;
  std::vector<std::pair<size_t, size_t>> Order; // by the step of the start
  for (size_t I = 0; I < Related.size(); ++I) {
    if (Factors[I] == 0)
      continue;
    Matters |= Related[I]->Matters;
    Order.push_back({Related[I]->StartStep, I});
    std::optional<Linear> Var = linear(Related[I]->Var);
    std::optional<Linear> Start = linear(Related[I]->Start);
    D = D && Var ? predabs::add(*D, Factors[I], *Var) : std::nullopt;
    D = D && Start ? predabs::add(*D, -Factors[I], *Start) : std::nullopt;
  }
  if (!D || Order.size() < 2)
    return;
  if (Tier == 0)
    Facts.Relations.push_back({L.Head, *D});
  Tier += Matters ? 0 : 1;
  add(Tier, compareToZero(Ctx, Op::Eq, *D));
  partSums(Tier, *D, Related, Factors, Rounds);
  if (std::optional<Linear> Bounded = withBounds(*D)) {
    add(1, compareToZero(Ctx, Op::Eq, *Bounded));
    partSums(1, *Bounded, Related, Factors, Rounds);
  }
  // Before the loop some have their values and others have not.
  std::sort(Order.begin(), Order.end());
  for (; D && Order.size() > 1; Order.pop_back()) {
    size_t Last = Order.back().second;
    D = predabs::add(*D, -Factors[Last], *linear(Related[Last]->Var));
    D = D ? predabs::add(*D, Factors[Last], *linear(Related[Last]->Start)) : D;
    if (D)
      add(Tier, compareToZero(Ctx, Op::Eq, *D));
  }
}

/// \p D with the bounds of earlier loops in the places of their counters;
/// nothing if there are none in it.
std::optional<Linear> LoopPatterns::withBounds(const Linear &D) const {
  std::optional<Linear> Result = D;
  for (const Relation &R : Facts.Exits) {
    if (R.Head == L.Head || R.Sum.Ty != D.Ty)
      continue;
    for (const Linear::Part &P : R.Sum.Parts) {
      SInt128 Factor = Result ? Result->factorOf(P.Of) : 0;
      if (Factor != 0 && (P.Factor == 1 || P.Factor == -1) &&
          !isModified(L, P.Of) && counterOf(R.Head, P.Of))
        Result = predabs::add(*Result, -Factor * P.Factor, R.Sum);
    }
  }
  return Result && *Result != D ? Result : std::nullopt;
}

/// Whether the loop at \p Head changes \p Var.
bool LoopPatterns::counterOf(BlockId Head, const Expr *Var) const {
  for (const LoopBlocks &Other : Loops)
    if (Other.Head == Head && Var->isPlace())
      return isModified(Other, Var);
  return false;
}

/// Within an iteration some of the counters are ahead of others.
void LoopPatterns::partSums(unsigned Tier, const Linear &D,
                            const std::vector<const Counter *> &Related,
                            const std::vector<SInt128> &Factors,
                            const std::vector<Round> &Rounds) {
  std::vector<SInt128> Seen = {0};
  for (const Round &R : Rounds) {
    SInt128 Ahead = 0;
    for (const Stmt *S : R) {
      for (size_t I = 0; I < Related.size(); ++I)
        Ahead += Factors[I] * stepOf(*S, *Related[I]);
      if (std::find(Seen.begin(), Seen.end(), Ahead) != Seen.end() ||
          Seen.size() > MaxPartSums)
        continue;
      Seen.push_back(Ahead);
      Linear Then = D;
      Then.Constant -= Ahead;
      add(Tier, compareToZero(Ctx, Op::Eq, Then));
    }
  }
}

void LoopPatterns::run() {
  findCounters();
  guards();
  relations();
  for (const Counter &C : Counters) {
    starts(C);
    parity(C);
  }
}

class Patterns : public Discovery {
public:
  explicit Patterns(const DiscoveryInput &In)
      : In(In), Ctx(In.Known.module().Ctx) {}

  std::string_view name() const override { return "patterns"; }
  std::vector<Candidate> find(const SpuriousPath &S) override;
  uint64_t units() const override { return Spent; }

private:
  std::set<const Variable *> mattering(const SpuriousPath &S);
  bool isKnown(const Function &F, const Expr *Term) const;

  DiscoveryInput In;
  Context &Ctx;
  uint64_t Spent = 0;
};

/// The variables that the contradictory conditions are about, and what is
/// assigned to these.
std::set<const Variable *> Patterns::mattering(const SpuriousPath &S) {
  std::set<const Variable *> Found;
  auto Add = [&](const Expr *E) {
    for (const Variable *V : variablesIn(E))
      Found.insert(V);
  };
  for (uint32_t N : S.Core)
    if (!S.Way.Steps[N].isBlockEnd() && S.Way.Steps[N].statement().Value)
      Add(S.Way.Steps[N].statement().Value);
  for (size_t N = S.Way.Steps.size(); N-- > 0;) {
    if (S.Way.Steps[N].isBlockEnd())
      continue;
    const Stmt &At = S.Way.Steps[N].statement();
    if (At.Kind == StmtKind::Assign && rootOf(At.Dest) &&
        Found.contains(rootOf(At.Dest)))
      Add(At.Value);
  }
  return Found;
}

bool Patterns::isKnown(const Function &F, const Expr *Term) const {
  const Expr *Asked = normalForm(Ctx, Term).Term;
  const std::vector<Predicate> &All = In.Known.of(F);
  return std::any_of(All.begin(), All.end(), [&](const Predicate &P) {
    return normalForm(Ctx, P.Term).Term == Asked;
  });
}

std::vector<Candidate> Patterns::find(const SpuriousPath &S) {
  std::set<const Variable *> Mattering = mattering(S);
  std::vector<Candidate> Tiers[NumTiers];
  std::set<std::pair<uint32_t, BlockId>> Done;
  std::map<uint32_t, std::vector<LoopBlocks>> Loops;
  std::map<uint32_t, LoopFacts> Facts;
  for (size_t N = 0; N < S.Way.Steps.size(); ++N) {
    const PathStep &At = S.Way.Steps[N];
    ++Spent;
    if (At.Stmt != 0)
      continue;
    auto [It, IsNew] = Loops.try_emplace(At.Func->Id);
    if (IsNew)
      It->second = loopsOf(*At.Func);
    for (const LoopBlocks &L : It->second) {
      if (L.Head != At.Block || !Done.insert({At.Func->Id, L.Head}).second)
        continue;
      LoopPatterns P(In, *At.Func, It->second, L, S.Way, N, Mattering,
                     Facts[At.Func->Id]);
      P.run();
      Spent += 100 * L.Blocks.size();
      for (unsigned T = 0; T < NumTiers; ++T)
        for (const Expr *Term : P.Tiers[T])
          Tiers[T].push_back({At.Func, Term});
    }
  }
  std::vector<Candidate> Found;
  std::set<std::pair<uint32_t, uint32_t>> Seen;
  for (const std::vector<Candidate> &Tier : Tiers) {
    bool HasNews = false;
    for (const Candidate &C : Tier) {
      uint32_t Question = normalForm(Ctx, C.Term).Term->id();
      if (Found.size() == In.Limits.MaxCandidates ||
          !Seen.insert({C.Scope->Id, Question}).second)
        continue;
      HasNews |= !isKnown(*C.Scope, C.Term);
      Found.push_back(C);
    }
    if (HasNews)
      break;
  }
  return Found;
}

} // namespace

std::unique_ptr<Discovery> createPatterns(const DiscoveryInput &In) {
  return std::make_unique<Patterns>(In);
}

} // namespace predabs
