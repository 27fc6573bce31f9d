// Carries conditions backwards along a path that cannot happen, through
// assignments, calls and unknown values, and takes their atoms for candidates.
// Internal to newton, see Newton.cpp.

#ifndef PREDABS_PREDICATES_DISCOVERY_BACKWARDWALK_H
#define PREDABS_PREDICATES_DISCOVERY_BACKWARDWALK_H

#include "predicates/abstraction/WeakestPrecondition.h"
#include "predicates/discovery/Discovery.h"
#include "predicates/discovery/PathValues.h"

#include <algorithm>
#include <set>

namespace predabs::newton {

using namespace ir;

inline bool isOwnVariable(const Function &F, const Variable *V) {
  return V->Id < F.Vars.size() && F.Vars[V->Id].get() == V;
}

/// A name of the walk for a value of the caller, inside of a callee.
struct CallerValue {
  const Variable *Name = nullptr;
  const Expr *InCaller = nullptr;
  /// The callee's place that has this value at its entry, or null.
  const Expr *AtEntry = nullptr;
};

enum class Effort : uint8_t {
  Less, ///< weakest preconditions of the conditions
  More, ///< and of what the places in them hold on the path
};

struct Condition {
  const Expr *Term = nullptr;
  /// 0, or the depth of the function that the condition is for alone.
  uint32_t OnlyAt = 0;
  /// The others rest on it: a choice among aliases was made by it.
  bool IsBasis = false;
};

/// A callee that the walk came into from behind.
struct Visit {
  size_t Call = 0;                ///< the step that calls it
  std::vector<Condition> Waiting; ///< conditions that it does not touch
  std::vector<CallerValue> FromCaller;
};

class BackwardWalk {
public:
  /// The conditions are expected to exclude each other from step \p Before on:
  /// the walk ends there if they do not.
  BackwardWalk(const DiscoveryInput &In, const SpuriousPath &S, Effort How,
               size_t Before = 0)
      : In(In), How(How), P(In.Known), Ctx(P.module().Ctx), Way(S.Way),
        Core(S.Core), Before(Before), Wp(P, In.A),
        Values(P, In.A, Way, 0, Core.empty() ? 0 : Core.back()) {}

  void run();
  /// Whether the conditions were seen to exclude each other.
  bool isRefuted() const { return IsRefuted; }
  std::vector<Candidate> Found;
  uint64_t Units = 0;

private:
  // Steps.
  void step(size_t N);
  void decide(size_t N);
  void change(size_t N);
  void unknownCall(size_t N);
  void comeIn(size_t N);
  void comeOut(size_t N);
  bool isInCore(size_t N) const {
    return std::binary_search(Core.begin(), Core.end(), N);
  }

  bool isDone() const {
    return IsRefuted && Conditions.empty() && Visits.empty();
  }
  bool mayGoOn() const { return !In.Limits.Units || Units < In.Limits.Units; }
  /// Replaces all conditions by what they were before a step.
  template <typename Fn> void transform(size_t N, Fn Before);
  void add(size_t N, Condition C);
  bool excludes(const Expr *Part, const Condition &C);
  void refuted();
  const Expr *decided(size_t N, const Expr *Term);
  const Expr *divided(size_t N, const Expr *Quotient);
  void relyOnOpposite(size_t N, const Expr *Choice);
  const Expr *targetIn(size_t N, const Expr *Comparison);
  void emit(size_t N, const Expr *Condition);
  void candidate(const Function &F, const Expr *Atom);
  bool isInScope(const Function &F, const Expr *Atom);

  // Values that nobody knows.
  void eliminateUnknown(size_t N);
  bool solveFor(size_t N, const Variable *Unknown);
  void combineBounds(size_t N, const Variable *Unknown);
  std::vector<const Variable *> unknownsIn(const Expr *Term) const;

  // What places hold on the path.
  const Expr *fixedValue(size_t N, const Expr *Place);
  void addValues(size_t N, const Expr *Term);
  void relateSubscripts(size_t N, const Expr *Condition);
  bool isSame(const Expr *A, const Expr *B);
  bool isTrueAt(size_t N, const Expr *Condition);

  // Calls.
  void findCalls();
  const Visit *visitAt(size_t N) const;
  bool isTouched(const Stmt &Call, const Expr *Term) const;
  bool reads(const Expr *Term, const Expr *Dest) const;
  const std::vector<const Expr *> &placesOf(const Expr *Term) const;
  const Expr *intoCallee(size_t Call, Visit &V, const Expr *Term);
  const Expr *nameOf(Visit &V, const Function &F, const Expr *InCaller,
                     const Expr *AtEntry);
  const Expr *argumentFor(size_t Call, Visit &V, const Expr *E);
  const Expr *toCaller(size_t Call, const Expr *Term);
  const Expr *atEntry(const Visit &V, const Expr *Term);
  const Expr *withEntryValues(const Visit &V, const Function &F,
                              const Expr *Term);
  void addResults(size_t N, const std::vector<Condition> &Touched);
  std::vector<const Expr *> namesInCallee(size_t N, const Expr *Place);
  std::vector<const Expr *>
  addValuesOf(size_t N, const std::vector<const Expr *> &Places, OnOverlap How);
  bool isResult(const Function &F, const Expr *Place);
  bool isOfResult(const Function &F, const Expr *Place);
  const Expr *asReturned(size_t N, const Expr *Place);
  const Expr *overEntry(Visit &V, const PathValues &Inside, const Expr *Value);
  bool isOfCallerAlone(const Visit &V, const Expr *Term);
  const Expr *afterUnknownCall(const Stmt &S, const Expr *Term);
  const Expr *withoutAddressesOf(const Function &F, const Expr *Term);

  const Function &function(size_t N) const { return *Way.Steps[N].Func; }

  const DiscoveryInput &In;
  Effort How;
  PredicateSet &P;
  Context &Ctx;
  const Path &Way;
  const std::vector<uint32_t> &Core;
  const size_t Before;
  WeakestPrecondition Wp;
  PathValues Values;
  std::vector<Condition> Conditions;
  std::vector<Visit> Visits;
  /// By the step of a return: the step of the call.
  std::vector<size_t> CallOf;
  mutable std::unordered_map<const Expr *, std::vector<const Expr *>> Places;
  bool IsRefuted = false;
  std::set<const Variable *> Eliminated; ///< unknown values that are done
  std::set<std::pair<uint32_t, uint32_t>> Emitted; ///< Function::Id, Expr::id
};

template <typename Fn> void BackwardWalk::transform(size_t N, Fn Before) {
  std::vector<Condition> Old = std::move(Conditions);
  Conditions.clear();
  for (Condition C : Old) {
    const Expr *New = Before(C.Term);
    if (New != C.Term)
      add(N, {decided(N, New), C.OnlyAt, C.IsBasis});
    else if (!IsRefuted || C.IsBasis || C.OnlyAt)
      Conditions.push_back(C);
  }
}

} // namespace predabs::newton

#endif
