#include "predicates/abstraction/Implicants.h"

#include "predicates/bdd/Cover.h"

#include <algorithm>
#include <cassert>

namespace predabs {

void Witnesses::add(const std::vector<bool> &Values) {
  size_t Word = Number / 64;
  uint64_t Bit = uint64_t(1) << Number % 64;
  if (Number % 64 == 0)
    for (std::vector<uint64_t> &Bits : Holds)
      Bits.push_back(0);
  assert(Holds.size() == 2 * Values.size());
  for (size_t I = 0; I < Values.size(); ++I)
    Holds[2 * I + Values[I]][Word] |= Bit;
  ++Number;
}

bool Witnesses::cover(std::span<const Literal> Asked) const {
  size_t Words = (Number + 63) / 64;
  for (size_t W = 0; W < Words; ++W) {
    uint64_t All = W + 1 < Words || Number % 64 == 0
                       ? ~uint64_t(0)
                       : (uint64_t(1) << Number % 64) - 1;
    for (Literal L : Asked)
      All &= Holds[2 * L.Term + L.Value][W];
    if (All)
      return true;
  }
  return false;
}

bool Asker::isPossible(std::span<const Literal> Asked) {
  if (Shown.cover(Asked) || !MayAsk())
    return true;
  Answer A = Q.possible(Asked);
  if (A == Answer::Yes)
    Shown.add(Q.witness());
  return A != Answer::No;
}

namespace {

/// The search by increasing length.
class CubeSearch {
public:
  CubeSearch(Asker &Ask, const ImplicantProblem &P) : Ask(Ask), P(P) {
    Found.Never = P.Known;
  }

  Implicants run(unsigned MaxLength) {
    if (P.Goal && !classifyEmpty())
      return Found;
    unsigned Longest = unsigned(P.Over.size());
    if (MaxLength)
      Longest = std::min(Longest, MaxLength);
    for (Length = 1; Length <= Longest; ++Length) {
      AnyLeft = false;
      extend(0);
      if (!AnyLeft || (P.Goal && isComplete()))
        break;
    }
    return std::move(Found);
  }

private:
  /// Whether each valuation is known to imply the goal, or its negation, or
  /// nothing: then longer cubes say the same again.
  bool isComplete() const {
    if (Found.Pos.empty() || Found.Neg.empty())
      return false;
    Cover All = disjunction(Found.Pos, Found.Neg);
    return isTautology(disjunction(All, Found.Never));
  }

  /// The goal may hold, or fail, whatever the predicates are.
  bool classifyEmpty() {
    if (!isPossibleWith(false)) {
      Found.Pos = trueCover();
      return false;
    }
    if (!isPossibleWith(true)) {
      Found.Neg = trueCover();
      return false;
    }
    return true;
  }

  /// Adds literals of the predicates from the position \p From on.
  void extend(size_t From) {
    if (Current.size() == Length)
      return classify();
    size_t Missing = Length - Current.size();
    for (size_t I = From; I + Missing <= P.Over.size(); ++I)
      for (bool Value : {true, false}) {
        Current.push_back({P.Over[I], Value});
        ++Found.LookedAt;
        if (!isSettled())
          extend(I + 1);
        Current.pop_back();
      }
  }

  /// Whether a part of the current cube, with its last literal, is known.
  bool isSettled() const {
    auto HasLast = [&](const Cover &C) {
      return std::any_of(C.begin(), C.end(), [&](const Cube &Part) {
        return !Part.empty() && Part.back() == Current.back() &&
               contains(Current, Part);
      });
    };
    return HasLast(Found.Never) || HasLast(Found.Pos) || HasLast(Found.Neg);
  }

  void classify() {
    if (!P.Goal) {
      if (isPossible(Current))
        AnyLeft = true;
      else
        Found.Never.push_back(Current);
      return;
    }
    bool CanFail = isPossibleWith(false), CanHold = isPossibleWith(true);
    if (CanFail && CanHold)
      AnyLeft = true;
    else if (!CanFail && !CanHold)
      Found.Never.push_back(Current);
    else
      (CanFail ? Found.Neg : Found.Pos).push_back(Current);
  }

  bool isPossible(const Cube &C) { return Ask.isPossible(C); }
  bool isPossibleWith(bool GoalValue) {
    Current.push_back({*P.Goal, GoalValue});
    bool Possible = isPossible(Current);
    Current.pop_back();
    return Possible;
  }

  Asker &Ask;
  const ImplicantProblem &P;
  Implicants Found;
  Cube Current;
  unsigned Length = 0;
  bool AnyLeft = false;
};

/// Sets of valuations of the predicates in question.
class Valuations {
public:
  Valuations(const std::vector<uint32_t> &Over) : Over(Over) {
    Space.addBlock(unsigned(Over.size()));
    for (unsigned I = 0; I < Over.size(); ++I)
      All.push_back(I);
  }

  Bdd none() { return Space.constant(false); }
  Bdd of(const Cube &C) {
    BddLiterals Literals;
    for (Literal L : C)
      Literals.emplace_back(position(L.Term), L.Value);
    return Space.cube(Literals);
  }
  /// One that is in \p Set, which is not empty.
  Cube pick(const Bdd &Set) { return toCube(*Set.pickOne(All)); }
  /// A cover of a set between the two; nothing if it is too large.
  std::optional<Cover> cover(const Bdd &Lower, const Bdd &Upper) {
    std::optional<BddCover> C = irredundantCover(Lower, Upper, MaxCubes);
    if (!C)
      return std::nullopt;
    Cover Result;
    for (const BddLiterals &Literals : *C)
      Result.push_back(toCube(Literals));
    return normalised(std::move(Result));
  }
  /// The same where it does no harm to leave everything out.
  Cover coverOrNone(const Bdd &Lower, const Bdd &Upper) {
    return cover(Lower, Upper).value_or(Cover());
  }

private:
  BddVar position(uint32_t Term) const {
    return BddVar(std::lower_bound(Over.begin(), Over.end(), Term) -
                  Over.begin());
  }
  Cube toCube(const BddLiterals &Literals) const {
    Cube C;
    for (auto [Var, Value] : Literals)
      C.push_back({Over[Var], Value});
    std::sort(C.begin(), C.end());
    return C;
  }

  static constexpr std::size_t MaxCubes = 10'000;
  const std::vector<uint32_t> &Over;
  BddSpace Space{1'000'000};
  std::vector<BddVar> All;
};

/// The part of \p Core that is not about \p Goal.
Cube withoutGoal(const Cube &Core, std::optional<uint32_t> Goal) {
  Cube C;
  for (Literal L : Core)
    if (L.Term != Goal)
      C.push_back(L);
  return C;
}

/// Asks about every valuation with \p GoalValue, and gives those that are
/// impossible. Nothing after too many.
std::optional<Bdd> impossible(Asker &Ask, Valuations &V,
                              const ImplicantProblem &P,
                              std::optional<Literal> GoalValue, Bdd Excluded,
                              uint64_t &Left) {
  Bdd Possible = V.none();
  while (true) {
    Bdd Open = !(Possible | Excluded);
    if (Open.isFalse() || !Open.isValid())
      break;
    if (Left-- == 0)
      return std::nullopt;
    Cube Asked = V.pick(Open);
    Cube Whole = Asked;
    if (GoalValue)
      Whole.push_back(*GoalValue);
    if (Ask.isPossible(Whole))
      Possible |= V.of(Asked);
    else
      Excluded |= V.of(withoutGoal(Ask.core(), P.Goal));
  }
  return Excluded;
}

} // namespace

Implicants byCubes(Asker &Ask, const ImplicantProblem &P, unsigned MaxLength) {
  return CubeSearch(Ask, P).run(MaxLength);
}

std::optional<Implicants> byModels(Asker &Ask, const ImplicantProblem &P,
                                   uint64_t MaxLookedAt) {
  Valuations V(P.Over);
  uint64_t Left = MaxLookedAt;
  Implicants Found;
  Bdd Known = V.none();
  for (const Cube &C : P.Known)
    Known |= V.of(C);
  if (!P.Goal) {
    std::optional<Bdd> Never = impossible(Ask, V, P, {}, Known, Left);
    if (!Never)
      return std::nullopt;
    Found.Never = V.coverOrNone(*Never, *Never);
    Found.LookedAt = MaxLookedAt - Left;
    return Found;
  }
  std::optional<Bdd> Pos =
      impossible(Ask, V, P, Literal{*P.Goal, false}, Known, Left);
  if (!Pos)
    return std::nullopt;
  std::optional<Bdd> Neg =
      impossible(Ask, V, P, Literal{*P.Goal, true}, Known, Left);
  if (!Neg)
    return std::nullopt;
  Bdd Never = *Pos & *Neg;
  Found.Pos = V.coverOrNone(*Pos - Never, *Pos);
  Found.Neg = V.coverOrNone(*Neg - Never, *Neg);
  Found.Never = V.coverOrNone(Never, Never);
  Found.LookedAt = MaxLookedAt - Left;
  return Found;
}

std::optional<Cover> possibleValuations(Asker &Ask,
                                        const std::vector<uint32_t> &Over,
                                        uint64_t MaxLookedAt) {
  Valuations V(Over);
  ImplicantProblem P{Over, {}, {}};
  std::optional<Bdd> Never = impossible(Ask, V, P, {}, V.none(), MaxLookedAt);
  if (!Never || !Never->isValid())
    return std::nullopt;
  return V.cover(!*Never, !*Never);
}

} // namespace predabs
