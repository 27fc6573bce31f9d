#include "predicates/abstraction/Cover.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace predabs {

bool contains(const Cube &Whole, const Cube &Part) {
  return std::includes(Whole.begin(), Whole.end(), Part.begin(), Part.end());
}

bool containsAny(const Cube &Whole, const Cover &C) {
  return std::any_of(C.begin(), C.end(),
                     [&](const Cube &Part) { return contains(Whole, Part); });
}

Cover normalised(Cover C) {
  std::sort(C.begin(), C.end(), [](const Cube &A, const Cube &B) {
    return A.size() != B.size() ? A.size() < B.size() : A < B;
  });
  Cover Kept;
  for (Cube &Next : C)
    if (!containsAny(Next, Kept))
      Kept.push_back(std::move(Next));
  return Kept;
}

/// The literals of both, or nothing if they contradict each other.
static std::optional<Cube> join(const Cube &A, const Cube &B) {
  Cube Both;
  std::set_union(A.begin(), A.end(), B.begin(), B.end(),
                 std::back_inserter(Both));
  for (size_t I = 1; I < Both.size(); ++I)
    if (Both[I].Term == Both[I - 1].Term)
      return std::nullopt;
  return Both;
}

Cover conjunction(const Cover &A, const Cover &B) {
  Cover Result;
  for (const Cube &X : A)
    for (const Cube &Y : B)
      if (std::optional<Cube> Both = join(X, Y))
        Result.push_back(std::move(*Both));
  return normalised(std::move(Result));
}

Cover disjunction(const Cover &A, const Cover &B) {
  Cover Result = A;
  Result.insert(Result.end(), B.begin(), B.end());
  return normalised(std::move(Result));
}

namespace {

/// Parts of a cover that are looked at before the answer is left open.
constexpr unsigned MaxParts = 20'000;

class Tautology {
public:
  /// Whether \p C is true everywhere; no if that takes too long.
  bool operator()(const Cover &C) {
    // A cube of k literals is true in a part 2^-k of all valuations.
    double Share = 0;
    for (const Cube &Part : C)
      Share += std::ldexp(1, -int(Part.size()));
    if (Share < 1 || ++Looked > MaxParts)
      return false;
    if (containsAny({}, C))
      return true;
    uint32_t Term = C.front().front().Term;
    return (*this)(cofactor(C, {Term, true})) &&
           (*this)(cofactor(C, {Term, false}));
  }

private:
  /// \p C where \p L holds.
  static Cover cofactor(const Cover &C, Literal L) {
    Cover Result;
    for (const Cube &Part : C) {
      if (contains(Part, {!L}))
        continue;
      Result.push_back(Part);
      std::erase(Result.back(), L);
    }
    return Result;
  }

  unsigned Looked = 0;
};

} // namespace

bool isTautology(const Cover &C) { return Tautology()(C); }

bool areComplements(const Cover &A, const Cover &B) {
  for (const Cube &X : A)
    for (const Cube &Y : B)
      if (join(X, Y))
        return false;
  return isTautology(disjunction(A, B));
}

} // namespace predabs
