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

/// A variable to which a loop adds constants.
struct Counter {
  const Expr *Var = nullptr;
  std::vector<SInt128> Steps; ///< one for each assignment
  /// The step of every iteration; 0 if they differ, or it may be left out.
  SInt128 Every = 0;
  const Expr *Start = nullptr; ///< what it holds when the loop begins, or null
  size_t StartStep = 0;        ///< where it was set to that
  std::pair<BlockId, uint32_t> First;  ///< its first assignment
  bool Resets = false;                 ///< it is also set to constants
  std::vector<const Expr *> Constants; ///< these
  bool Matters = false;                ///< the failure is about it

  bool onlyGrows() const {
    return std::all_of(Steps.begin(), Steps.end(),
                       [](SInt128 S) { return S > 0; });
  }
  bool onlyShrinks() const {
    return std::all_of(Steps.begin(), Steps.end(),
                       [](SInt128 S) { return S < 0; });
  }
};

/// Candidates for one loop.
class LoopPatterns {
public:
  LoopPatterns(const DiscoveryInput &In, const Function &F, const LoopBlocks &L,
               const Path &Way, size_t Begin,
               const std::set<const Variable *> &Mattering)
      : In(In), Ctx(In.Known.module().Ctx), F(F), L(L), Way(Way), Begin(Begin),
        Mattering(Mattering) {}

  void run();
  std::vector<const Expr *> Tiers[NumTiers];

private:
  void findCounters();
  void addAssignment(BlockId B, uint32_t Position);
  void spoil(const Expr *Var) { Spoiled.insert(Var); }
  void findStart(Counter &C);
  bool isInvariant(const Expr *E) const;
  bool isModified(const Expr *Place) const;

  void guards();
  void guard(const Expr *Condition);
  void bound(Op O, const Expr *A, const Expr *B);
  void boundBySteps(Op O, Linear D, SInt128 Delta);
  std::optional<SInt128> deltaOf(const Linear &D) const;
  bool isAboutCounter(const Expr *E) const;

  void starts(const Counter &C);
  void parity(const Counter &C);
  void relations();
  void relate(const Counter &X, const Counter &Y);
  bool isAhead(const Counter &X, const Counter &Y) const;
  void compareCounts(const Counter &Conditional, const Counter &Every);
  void sums();

  const Counter *counter(const Expr *Var) const;
  void add(unsigned Tier, const Expr *Condition);
  void compare(unsigned Tier, Op O, const Expr *A, const Expr *B);

  const DiscoveryInput &In;
  Context &Ctx;
  const Function &F;
  const LoopBlocks &L;
  const Path &Way;
  size_t Begin; ///< the step at which the path comes to the loop
  const std::set<const Variable *> &Mattering;
  std::vector<Counter> Counters;
  std::set<const Expr *> Spoiled; ///< variables that other things happen to
};

void LoopPatterns::add(unsigned Tier, const Expr *Condition) {
  for (const Expr *Atom : atomsOf(Ctx, Condition))
    if (sizeOf(Atom) <= MaxTermSize)
      Tiers[Tier].push_back(Atom);
}

void LoopPatterns::compare(unsigned Tier, Op O, const Expr *A, const Expr *B) {
  if (A->type() == B->type())
    add(Tier, linearised(Ctx, Ctx.binary(O, A, B)));
}

const Counter *LoopPatterns::counter(const Expr *Var) const {
  for (const Counter &C : Counters)
    if (C.Var == Var)
      return &C;
  return nullptr;
}

// What the loop does.

/// Whether a statement of the loop may write to \p Place.
bool LoopPatterns::isModified(const Expr *Place) const {
  for (BlockId B : L.Blocks)
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
    if (isModified(Place))
      return false;
  return true;
}

void LoopPatterns::addAssignment(BlockId B, uint32_t Position) {
  const Stmt &S = F.Blocks[B].Stmts[Position];
  auto It = std::find_if(Counters.begin(), Counters.end(),
                         [&](const Counter &C) { return C.Var == S.Dest; });
  if (It == Counters.end()) {
    It = Counters.insert(Counters.end(), Counter());
    It->Var = S.Dest;
    It->First = {B, Position};
  }
  if (S.Kind == StmtKind::Assign && S.Value->kind() == ExprKind::Int) {
    It->Resets = true;
    It->Constants.push_back(S.Value);
    return;
  }
  std::optional<Linear> D;
  if (S.Kind == StmtKind::Assign)
    D = linear(S.Value);
  if (!D || D->Parts.size() != 1 || D->Parts[0].Of != S.Dest ||
      D->Parts[0].Factor != 1 || D->Constant == 0)
    return spoil(S.Dest);
  SInt128 Step = signExtend(UInt128(D->Constant), S.Dest->type()->width());
  bool IsFirst = It->Steps.empty();
  It->Steps.push_back(Step);
  It->Every = IsFirst && L.passesAlways(F, B) ? Step : 0;
}

void LoopPatterns::findCounters() {
  for (BlockId B : L.Blocks)
    for (uint32_t I = 0; I < F.Blocks[B].Stmts.size(); ++I)
      if (const Expr *Dest = F.Blocks[B].Stmts[I].Dest;
          Dest && Dest->kind() == ExprKind::Var && Dest->type()->isInt() &&
          !Dest->type()->isBool())
        addAssignment(B, I);
  std::erase_if(Counters, [&](const Counter &C) {
    return Spoiled.contains(C.Var) ||
           C.Var->variable()->Kind == Storage::Temporary;
  });
  for (Counter &C : Counters) {
    C.Matters = Mattering.contains(C.Var->variable());
    if (C.Resets)
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

/// What \p C holds when the path comes to the loop, if that is a term that does
/// not change in the loop.
void LoopPatterns::findStart(Counter &C) {
  uint32_t Depth = Way.Steps[Begin].Depth;
  for (size_t N = Begin; N-- > 0 && Way.Steps[N].Depth >= Depth;) {
    const PathStep &At = Way.Steps[N];
    if (At.Depth > Depth || At.isBlockEnd())
      continue;
    const Stmt &S = At.statement();
    if (S.Kind == StmtKind::Assign && S.Dest == C.Var) {
      C.StartStep = N;
      if (isInvariant(S.Value) && S.Why != Reason::Volatile)
        C.Start = S.Value;
      return;
    }
    if ((S.Dest && (S.Dest == C.Var || In.A.mayOverlap(S.Dest, C.Var))) ||
        (S.Kind == StmtKind::Call && In.A.mayModify(S, C.Var)))
      return;
  }
  Storage Kind = C.Var->variable()->Kind;
  if (Kind == Storage::Parameter || Kind == Storage::Global)
    C.Start = Ctx.var(In.Known.entryValue(F, C.Var));
}

// Bounds.

/// What the sum \p D grows by in each iteration, if it is made of counters and
/// of what does not change.
std::optional<SInt128> LoopPatterns::deltaOf(const Linear &D) const {
  SInt128 Delta = 0;
  for (const Linear::Part &P : D.Parts)
    if (const Counter *C = counter(P.Of); C && !C->Resets) {
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
  if (C.Start && C.onlyGrows() && !C.Steps.empty())
    compare(Tier, Op::Ge, C.Var, C.Start);
  if (C.Start && C.onlyShrinks() && !C.Steps.empty())
    compare(Tier, Op::Le, C.Var, C.Start);
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
    if (C.Start && Value != C.Start)
      return;
  const Type *T = C.Var->type();
  if (Common <= 1 || !C.Start || C.Start->kind() != ExprKind::Int)
    return;
  // Of numbers that wrap only powers of two keep the remainder.
  bool IsPower = (Common & (Common - 1)) == 0;
  if (!T->isSigned() && !IsPower)
    return;
  const Expr *By = Ctx.intConst(T, UInt128(Common));
  const Expr *Rest = Ctx.intConst(T, UInt128(C.Start->number() % Common));
  compare(C.Matters ? 0 : 1, Op::Eq, Ctx.binary(Op::Rem, C.Var, By), Rest);
}

/// b*x - a*y stays what it was if each iteration adds a to x and b to y.
void LoopPatterns::relate(const Counter &X, const Counter &Y) {
  if (!X.Every || !Y.Every || X.Var->type() != Y.Var->type())
    return;
  if (!X.Start || !Y.Start)
    return;
  std::optional<Linear> LX = linear(X.Var), LY = linear(Y.Var);
  std::optional<Linear> SX = linear(X.Start), SY = linear(Y.Start);
  if (!LX || !LY || !SX || !SY)
    return;
  Linear Zero{X.Var->type(), {}, 0};
  std::optional<Linear> D = predabs::add(Zero, Y.Every, *LX);
  if (D)
    D = predabs::add(*D, -Y.Every, *SX);
  if (D)
    D = predabs::add(*D, -X.Every, *LY);
  if (D)
    D = predabs::add(*D, X.Every, *SY);
  if (!D)
    return;
  unsigned Tier = X.Matters || Y.Matters ? 0 : 1;
  add(Tier, compareToZero(Ctx, Op::Eq, *D));
  // In an iteration one of them is ahead for a while.
  D->Constant += (isAhead(X, Y) ? -1 : 1) * X.Every * Y.Every;
  add(Tier, compareToZero(Ctx, Op::Eq, *D));
  // And before the loop one has its value and the other has not.
  const Counter &First = X.StartStep < Y.StartStep ? X : Y;
  compare(Tier, Op::Eq, First.Var, First.Start);
}

/// Whether an iteration comes to the assignment of \p X before that of \p Y.
bool LoopPatterns::isAhead(const Counter &X, const Counter &Y) const {
  for (size_t N = Begin; N < Way.Steps.size(); ++N) {
    const PathStep &At = Way.Steps[N];
    if (At.isBlockEnd() || At.Func != &F || !L.has(At.Block))
      continue;
    if (At.statement().Dest == X.Var || At.statement().Dest == Y.Var)
      return At.statement().Dest == X.Var;
  }
  return X.First < Y.First;
}

/// A variable that grows in some iterations does not grow faster than one
/// that grows in each.
void LoopPatterns::compareCounts(const Counter &X, const Counter &Y) {
  if (X.Every || X.Resets || X.Steps.size() != 1 || !Y.Every || !X.Start ||
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

/// x + y - i stays what it was if each iteration adds to i, and to x or y.
void LoopPatterns::sums() {
  std::vector<const Counter *> Some;
  const Counter *Every = nullptr;
  for (const Counter &C : Counters) {
    if (C.Every == 1 && !Every)
      Every = &C;
    if (!C.Every && !C.Resets && C.Steps.size() == 1 && C.Steps[0] == 1)
      Some.push_back(&C);
  }
  if (!Every || Some.size() != 2 || !Every->Start)
    return;
  std::optional<Linear> D = linear(Every->Var);
  std::optional<Linear> S = linear(Every->Start);
  if (D && S)
    D = predabs::add(*D, -1, *S);
  for (const Counter *C : Some) {
    std::optional<Linear> V = linear(C->Var);
    std::optional<Linear> From = C->Start ? linear(C->Start) : std::nullopt;
    if (!D || !V || !From || V->Ty != D->Ty)
      return;
    D = predabs::add(*D, -1, *V);
    if (D)
      D = predabs::add(*D, 1, *From);
  }
  if (!D)
    return;
  bool Matters = Every->Matters || Some[0]->Matters || Some[1]->Matters;
  add(Matters ? 0 : 1, compareToZero(Ctx, Op::Eq, *D));
  D->Constant += isAhead(*Every, *Some[0]) ? -1 : 1;
  add(Matters ? 0 : 1, compareToZero(Ctx, Op::Eq, *D));
}

void LoopPatterns::relations() {
  size_t Count = std::min(Counters.size(), MaxCounters);
  for (size_t I = 0; I < Count; ++I)
    for (size_t J = I + 1; J < Count; ++J)
      relate(Counters[I], Counters[J]);
  for (size_t I = 0; I < Count; ++I)
    for (size_t J = 0; J < Count; ++J)
      compareCounts(Counters[I], Counters[J]);
  sums();
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
      LoopPatterns P(In, *At.Func, L, S.Way, N, Mattering);
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
