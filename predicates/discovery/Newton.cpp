// Newton: from a path that cannot happen to predicates, by weakest
// preconditions of the conditions that contradict each other. Of
//
//   x = a;  y = x + 1;  assume y > 5;  assume a < 3
//
// the conditions y > 5 and a < 3 are carried backwards: before `y = x + 1` the
// first is x > 4, before `x = a` it is a > 4. All of them are candidates, and
// with them each step of the Boolean program is exact.
//
// A callee that the path runs through is walked through too, from its return
// to its entry. There the caller's variables have no meaning. What is passed
// becomes an entry value, so after `y = inc(a)` the condition y > a is the
// candidate `return > 'x` of inc; any other variable becomes a constant that
// only the walk knows, and back at the call it is the variable again. A
// condition with such a constant is no candidate. In its place the callee
// learns what its results are on this path: `return == 'x + 1`.

#include "predicates/abstraction/Simplify.h"
#include "predicates/discovery/BackwardWalk.h"
#include "predicates/ir/Loops.h"

#include <algorithm>

namespace predabs {

using namespace ir;
using newton::BackwardWalk;
using newton::Effort;

namespace {

/// Whether the condition at step \p N of \p Way comes at the end of a block
/// that is in a loop.
bool leavesLoop(const Path &Way, size_t N) {
  if (N == 0 || !Way.Steps[N - 1].isBlockEnd())
    return false;
  const PathStep &At = Way.Steps[N - 1];
  std::vector<LoopBlocks> Loops = loopsOf(*At.Func);
  return std::any_of(Loops.begin(), Loops.end(), [&](const LoopBlocks &L) {
    return L.has(At.Block) && !L.has(Way.Steps[N].Block);
  });
}

class Newton : public Discovery {
public:
  explicit Newton(const DiscoveryInput &In) : In(In) {}

  std::string_view name() const override { return "newton"; }
  std::vector<Candidate> find(const SpuriousPath &S) override {
    std::vector<Candidate> Found = fromEnd(S);
    if (areKnown(Found))
      Found = walk(S, Effort::Less);
    if (areKnown(Found))
      Found = walk(S, Effort::More);
    return Found;
  }
  uint64_t units() const override { return Spent; }

private:
  /// Where the path could not go on even if it came out of the loop that it is
  /// in at the contradiction: a second reason, that all paths have which go
  /// round the loop more often.
  std::vector<Candidate> fromEnd(const SpuriousPath &S) {
    if (S.Core.empty() || !leavesLoop(S.Way, S.Core.back()))
      return {};
    std::vector<uint32_t> Behind;
    for (uint32_t N = S.Core.back() + 1; N < S.Way.Steps.size(); ++N)
      if (const PathStep &At = S.Way.Steps[N];
          !At.isBlockEnd() && At.statement().Kind == StmtKind::Assume)
        Behind.push_back(N);
    BackwardWalk Walk(In, {S.Way, Behind, S.Failures}, Effort::Less,
                      S.Core.back() + 1);
    Walk.run();
    Spent += Walk.Units;
    return Walk.isRefuted() ? std::move(Walk.Found) : std::vector<Candidate>();
  }

  std::vector<Candidate> walk(const SpuriousPath &S, Effort How) {
    BackwardWalk Walk(In, S, How);
    Walk.run();
    Spent += Walk.Units;
    return std::move(Walk.Found);
  }

  bool areKnown(const std::vector<Candidate> &All) const {
    return std::all_of(All.begin(), All.end(),
                       [&](const Candidate &C) { return isKnown(C); });
  }

  bool isKnown(const Candidate &C) const {
    Context &Ctx = In.Known.module().Ctx;
    const Expr *Asked = normalForm(Ctx, C.Term).Term;
    const std::vector<Predicate> &All = In.Known.of(*C.Scope);
    return std::any_of(All.begin(), All.end(), [&](const Predicate &P) {
      return normalForm(Ctx, P.Term).Term == Asked;
    });
  }

  DiscoveryInput In;
  uint64_t Spent = 0;
};

} // namespace

std::unique_ptr<Discovery> createNewton(const DiscoveryInput &In) {
  return std::make_unique<Newton>(In);
}

} // namespace predabs
