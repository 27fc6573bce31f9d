// Predicates from what holds wherever the program, or the part of it that the
// path runs through, can be, see Discovery.h.

#include "predicates/discovery/Solve.h"

#include <algorithm>
#include <set>

namespace predabs {

namespace {

/// A larger program is not looked at as a whole.
constexpr size_t MaxStmts = 3'000;

/// What can be found is found early: a region gets this part of the work.
constexpr uint64_t Parts = 20;

class Invariants : public Discovery {
public:
  explicit Invariants(const DiscoveryInput &I) : I(I), C(I.Known, I.A) {}

  std::string_view name() const override { return "invariants"; }
  uint64_t units() const override { return Units; }

  std::vector<Candidate> find(const SpuriousPath &S) override {
    horn::Region Folded = horn::foldedPath(S.Way);
    std::vector<Candidate> Found;
    // Without a cycle it would say what the path alone does.
    if (horn::hasCycle(Folded))
      Found = solve(Folded);
    if (Found.empty())
      Found = solve(horn::programOf(S.Way, I.A, MaxStmts));
    Found.resize(std::min(Found.size(), I.Limits.MaxCandidates));
    return Found;
  }

private:
  std::vector<Candidate> solve(const horn::Region &R) {
    // What was found before is known.
    if (R.Procs.empty() || !Solved.insert(horn::keyOf(R)).second)
      return {};
    uint64_t Limit = I.Limits.Units / Parts + (I.Limits.Units ? 1 : 0);
    horn::Solved Result = horn::solve(R, I.Known, C, horn::Cuts::Loops, Limit);
    Units += Result.Units;
    return std::move(Result.Found);
  }

  DiscoveryInput I;
  horn::Cells C;
  uint64_t Units = 0;
  std::set<std::vector<uint32_t>> Solved; ///< keys of regions
};

} // namespace

std::unique_ptr<Discovery> createInvariants(const DiscoveryInput &I) {
  return std::make_unique<Invariants>(I);
}

} // namespace predabs
