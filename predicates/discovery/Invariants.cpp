// Predicates from what holds wherever the program, or the part of it that the
// path runs through, can be, see Discovery.h.

#include "predicates/discovery/Solve.h"

#include <algorithm>

namespace predabs {

namespace {

/// A larger program is not looked at as a whole.
constexpr size_t MaxStmts = 20'000;

class Invariants : public Discovery {
public:
  explicit Invariants(const DiscoveryInput &I) : I(I), C(I.Known, I.A) {}

  std::string_view name() const override { return "invariants"; }
  uint64_t units() const override { return Units; }

  std::vector<Candidate> find(const SpuriousPath &S) override {
    Left = I.Limits.Units;
    horn::Region Folded = horn::foldedPath(S.Way);
    std::vector<Candidate> Found;
    // Without one it says what the path alone does.
    if (horn::hasCycle(Folded))
      Found = solve(Folded);
    if (Found.empty())
      Found = solve(horn::programOf(S.Way, I.A, MaxStmts));
    Found.resize(std::min(Found.size(), I.Limits.MaxCandidates));
    return Found;
  }

private:
  std::vector<Candidate> solve(const horn::Region &R) {
    if (R.Procs.empty() || (I.Limits.Units && !Left))
      return {};
    horn::Solved Result = horn::solve(R, I.Known, C, horn::Cuts::Loops, Left);
    Units += Result.Units;
    Left -= std::min(Left, Result.Units);
    return std::move(Result.Found);
  }

  DiscoveryInput I;
  horn::Cells C;
  uint64_t Units = 0;
  uint64_t Left = 0;
};

} // namespace

std::unique_ptr<Discovery> createInvariants(const DiscoveryInput &I) {
  return std::make_unique<Invariants>(I);
}

} // namespace predabs
