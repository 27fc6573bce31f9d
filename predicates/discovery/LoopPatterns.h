// Bounds, relations and remainders that a loop may keep, by its form. Internal
// to patterns, see Patterns.cpp.

#ifndef PREDABS_PREDICATES_DISCOVERY_LOOPPATTERNS_H
#define PREDABS_PREDICATES_DISCOVERY_LOOPPATTERNS_H

#include "predicates/discovery/Discovery.h"
#include "predicates/discovery/Linear.h"
#include "predicates/ir/Loops.h"

#include <algorithm>
#include <map>
#include <set>

namespace predabs::patterns {

using namespace ir;

/// Candidates by how likely they are of use.
constexpr unsigned NumTiers = 3;

/// The statements of an iteration.
using Round = std::vector<const Stmt *>;

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
  bool mayWrite(const LoopBlocks &Which, const Expr *Place) const;
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
  /// By the loop's head and the place's id.
  mutable std::map<std::pair<BlockId, uint32_t>, bool> Modified;
};

} // namespace predabs::patterns

#endif
