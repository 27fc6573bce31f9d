// Sums of counters that the iterations of a loop leave as they are.

#include "predicates/discovery/Kernel.h"
#include "predicates/discovery/LoopPatterns.h"

namespace predabs::patterns {

namespace {

/// Counters of one loop that are related to each other.
constexpr size_t MaxCounters = 8;
/// Ways round a loop that are looked at together.
constexpr size_t MaxRounds = 64;
/// Predicates about the middle of an iteration, for one relation.
constexpr size_t MaxPartSums = 6;

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

} // namespace

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

} // namespace predabs::patterns
