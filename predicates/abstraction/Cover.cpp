#include "predicates/abstraction/Cover.h"

#include "predicates/bdd/Bdd.h"

#include <algorithm>

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

static Bdd toBdd(BddSpace &Space, const Cover &C,
                 const std::vector<uint32_t> &Terms) {
  Bdd Set = Space.constant(false);
  for (const Cube &Part : C) {
    BddLiterals Literals;
    for (Literal L : Part)
      Literals.emplace_back(
          std::lower_bound(Terms.begin(), Terms.end(), L.Term) - Terms.begin(),
          L.Value);
    Set |= Space.cube(Literals);
  }
  return Set;
}

bool areComplements(const Cover &A, const Cover &B) {
  if (A.size() == 1 && B.size() == 1 && A[0].size() == 1 && B[0].size() == 1)
    return A[0][0] == !B[0][0];
  std::vector<uint32_t> Terms;
  for (const Cover *C : {&A, &B})
    for (const Cube &Part : *C)
      for (Literal L : Part)
        Terms.push_back(L.Term);
  std::sort(Terms.begin(), Terms.end());
  Terms.erase(std::unique(Terms.begin(), Terms.end()), Terms.end());
  if (Terms.empty())
    return A.size() + B.size() == 1;
  BddSpace Space(100'000);
  Space.addBlock(unsigned(Terms.size()));
  return toBdd(Space, A, Terms) == !toBdd(Space, B, Terms);
}

} // namespace predabs
