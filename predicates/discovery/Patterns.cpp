// Patterns: candidates for the loops that a path comes to, by their form alone.
// Of
//
//   i = 0; s = 0;  while (i < n) { i = i + 1; s = s + 2; }
//
// these are i <= n and i >= 0, s == 2*i, then i == n, s % 2 == 0 and so on.
// A variable is a counter if all that the loop does to it is to add constants.
// What it starts from is taken from the path.
//
// The candidates come in tiers. As long as those of the first are not all
// known, the second is not looked at: each predicate costs, useful or not.

#include "predicates/abstraction/Simplify.h"
#include "predicates/discovery/LoopPatterns.h"
#include "predicates/ir/Terms.h"

namespace predabs {

using namespace ir;
using namespace patterns;

namespace {

class Patterns : public Discovery {
public:
  explicit Patterns(const DiscoveryInput &In)
      : In(In), Ctx(In.Known.module().Ctx) {}

  std::string_view name() const override { return "patterns"; }
  std::vector<Candidate> find(const SpuriousPath &S) override;
  uint64_t units() const override { return Spent; }

private:
  std::set<const Variable *> mattering(const SpuriousPath &S);
  bool isKnown(const Function &F, const Expr *Term) const;

  DiscoveryInput In;
  Context &Ctx;
  uint64_t Spent = 0;
};

/// The variables that the contradictory conditions are about, and what is
/// assigned to these.
std::set<const Variable *> Patterns::mattering(const SpuriousPath &S) {
  std::set<const Variable *> Found;
  auto Add = [&](const Expr *E) {
    for (const Variable *V : variablesIn(E))
      Found.insert(V);
  };
  for (uint32_t N : S.Core)
    if (!S.Way.Steps[N].isBlockEnd() && S.Way.Steps[N].statement().Value)
      Add(S.Way.Steps[N].statement().Value);
  for (size_t N = S.Way.Steps.size(); N-- > 0;) {
    if (S.Way.Steps[N].isBlockEnd())
      continue;
    const Stmt &At = S.Way.Steps[N].statement();
    if (At.Kind == StmtKind::Assign && rootOf(At.Dest) &&
        Found.contains(rootOf(At.Dest)))
      Add(At.Value);
  }
  return Found;
}

bool Patterns::isKnown(const Function &F, const Expr *Term) const {
  const Expr *Asked = normalForm(Ctx, Term).Term;
  const std::vector<Predicate> &All = In.Known.of(F);
  return std::any_of(All.begin(), All.end(), [&](const Predicate &P) {
    return normalForm(Ctx, P.Term).Term == Asked;
  });
}

std::vector<Candidate> Patterns::find(const SpuriousPath &S) {
  std::set<const Variable *> Mattering = mattering(S);
  std::vector<Candidate> Tiers[NumTiers];
  std::set<std::pair<uint32_t, BlockId>> Done;
  std::map<uint32_t, std::vector<LoopBlocks>> Loops;
  std::map<uint32_t, LoopFacts> Facts;
  for (size_t N = 0; N < S.Way.Steps.size(); ++N) {
    const PathStep &At = S.Way.Steps[N];
    ++Spent;
    if (At.Stmt != 0)
      continue;
    auto [It, IsNew] = Loops.try_emplace(At.Func->Id);
    if (IsNew)
      It->second = loopsOf(*At.Func);
    for (const LoopBlocks &L : It->second) {
      if (L.Head != At.Block || !Done.insert({At.Func->Id, L.Head}).second)
        continue;
      LoopPatterns P(In, *At.Func, It->second, L, S.Way, N, Mattering,
                     Facts[At.Func->Id]);
      P.run();
      Spent += 100 * L.Blocks.size();
      for (unsigned T = 0; T < NumTiers; ++T)
        for (const Expr *Term : P.Tiers[T])
          Tiers[T].push_back({At.Func, Term});
    }
  }
  std::vector<Candidate> Found;
  std::set<std::pair<uint32_t, uint32_t>> Seen;
  for (const std::vector<Candidate> &Tier : Tiers) {
    bool HasNews = false;
    for (const Candidate &C : Tier) {
      uint32_t Question = normalForm(Ctx, C.Term).Term->id();
      if (Found.size() == In.Limits.MaxCandidates ||
          !Seen.insert({C.Scope->Id, Question}).second)
        continue;
      HasNews |= !isKnown(*C.Scope, C.Term);
      Found.push_back(C);
    }
    if (HasNews)
      break;
  }
  return Found;
}

} // namespace

std::unique_ptr<Discovery> createPatterns(const DiscoveryInput &In) {
  return std::make_unique<Patterns>(In);
}

} // namespace predabs
