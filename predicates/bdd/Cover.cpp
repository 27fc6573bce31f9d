// For a variable x, the cubes of a cover split into those with x, with !x and
// without x. What of the lower bound where x is false cannot be covered
// without !x (the upper bound where x is true is in the way) goes to the
// cubes with !x; likewise for x; the rest is covered without x. The recursion
// is as deep as there are variables.
//
// CUDD's own function works on ZDDs and ends the process in some cases; this
// one sees nothing but Bdd.

#include "predicates/bdd/Cover.h"

#include <algorithm>

using namespace predabs;

namespace {

class Covering {
public:
  explicit Covering(std::size_t MaxCubes) : Left(MaxCubes) {}

  /// Appends the cubes to \p Into, each with \p Path before it, and returns
  /// their union; invalid if there are too many.
  Bdd cover(const Bdd &Lower, const Bdd &Upper, BddLiterals &Path,
            BddCover &Into) {
    if (Failed || !Lower.isValid() || !Upper.isValid())
      return fail();
    if (Lower.isFalse())
      return Lower;
    if (Upper.isTrue())
      return addCube(Path, Into, Upper);
    BddVar X = std::min(firstVariable(Lower), firstVariable(Upper));
    Bdd L0 = Lower.cofactor({{X, false}}), L1 = Lower.cofactor({{X, true}});
    Bdd U0 = Upper.cofactor({{X, false}}), U1 = Upper.cofactor({{X, true}});
    Bdd With0 = side(L0 - U1, U0, X, false, Path, Into);
    Bdd With1 = side(L1 - U0, U1, X, true, Path, Into);
    Bdd Rest = cover((L0 - With0) | (L1 - With1), U0 & U1, Path, Into);
    if (Failed)
      return fail();
    Bdd V = Lower.space()->var(X);
    return (With0 - V) | (With1 & V) | Rest;
  }

  bool hasFailed() const { return Failed; }

private:
  Bdd side(const Bdd &Lower, const Bdd &Upper, BddVar X, bool Value,
           BddLiterals &Path, BddCover &Into) {
    Path.emplace_back(X, Value);
    Bdd Result = cover(Lower, Upper, Path, Into);
    Path.pop_back();
    return Result;
  }

  Bdd addCube(const BddLiterals &Path, BddCover &Into, const Bdd &True) {
    if (Left == 0)
      return fail();
    --Left;
    Into.push_back(Path);
    return True;
  }

  // By number and not by the order of the moment: the cover must not depend
  // on when the space reordered its variables.
  static BddVar firstVariable(const Bdd &Set) {
    std::vector<BddVar> Support = Set.support();
    return Support.empty() ? UINT32_MAX : Support.front();
  }

  Bdd fail() {
    Failed = true;
    return {};
  }

  std::size_t Left;
  bool Failed = false;
};

} // namespace

std::optional<BddCover> predabs::irredundantCover(const Bdd &Lower,
                                                  const Bdd &Upper,
                                                  std::size_t MaxCubes) {
  Covering C(MaxCubes);
  BddCover Result;
  BddLiterals Path;
  C.cover(Lower, Upper, Path, Result);
  if (C.hasFailed())
    return std::nullopt;
  std::sort(Result.begin(), Result.end());
  return Result;
}
