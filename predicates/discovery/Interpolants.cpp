// Predicates from what holds between the steps of the path itself, unfolded:
// each entered call is a procedure of its own, related by what it is entered
// with and what it returns, see Discovery.h.

#include "predicates/discovery/Solve.h"

#include <algorithm>

namespace predabs {

namespace {

/// What can be found is found early.
constexpr uint64_t Parts = 20;
/// Longer paths take gigabytes, and nothing is found.
constexpr size_t MaxSteps = 1200;

class Interpolants : public Discovery {
public:
  explicit Interpolants(const DiscoveryInput &I) : I(I), C(I.Known, I.A) {}

  std::string_view name() const override { return "interpolants"; }
  uint64_t units() const override { return Units; }

  std::vector<Candidate> find(const SpuriousPath &S) override {
    if (S.Way.Steps.size() > MaxSteps)
      return {};
    horn::Region R = horn::unfoldedPath(S.Way);
    uint64_t Limit = I.Limits.Units / Parts + (I.Limits.Units ? 1 : 0);
    horn::Solved Result = horn::solve(R, I.Known, C, horn::Cuts::Blocks, Limit);
    Units += Result.Units;
    Result.Found.resize(std::min(Result.Found.size(), I.Limits.MaxCandidates));
    return std::move(Result.Found);
  }

private:
  DiscoveryInput I;
  horn::Cells C;
  uint64_t Units = 0;
};

} // namespace

std::unique_ptr<Discovery> createInterpolants(const DiscoveryInput &I) {
  return std::make_unique<Interpolants>(I);
}

} // namespace predabs
