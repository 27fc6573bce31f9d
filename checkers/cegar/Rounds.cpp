#include "checkers/cegar/Rounds.h"

#include "predicates/abstraction/TracePath.h"
#include "predicates/bp/Liveness.h"
#include "predicates/bp/Print.h"

#include <algorithm>

namespace predabs {

namespace {

/// How coarse the abstraction is, step by step.
struct PrecisionLevel {
  Precision How;
  unsigned MaxCube;
  uint64_t MaxLookedAt; ///< cubes for one goal
  const char *Text;
};
constexpr PrecisionLevel Levels[] = {
    {Precision::Cartesian, 3, 12'000, "predicates one by one"},
    {Precision::Cartesian, 6, 50'000, "longer combinations of predicates"},
    {Precision::Exact, 6, 50'000, "the relation of each statement"},
};

/// With more predicates the relation of a statement is too large.
constexpr size_t MaxForExact = 32;

/// Units of work, by measurement, see ProverStatistics::work.
constexpr uint64_t UnitsPerVisit = 10;
constexpr uint64_t UnitsPerRound = 1000;
constexpr uint64_t BddStepsPerUnit = 120;
/// A node takes about a hundred bytes, with its part of the caches.
constexpr uint64_t MinBddNodes = 100'000, MaxBddNodes = 4'000'000;
constexpr uint64_t StepsPerNode = 40;

std::unique_ptr<bebop::Check> checked(const bp::Flow &F, uint32_t Main,
                                      uint64_t Units) {
  bebop::CheckOptions O;
  O.MaxWork = BddStepsPerUnit * Units;
  // One operation may do more than all that is allowed, if there is room.
  O.MaxNodes = std::min(MaxBddNodes, MinBddNodes + O.MaxWork / StepsPerNode);
  // When it would happen is not the same in every run.
  O.ReorderFrom = 0;
  auto C = std::make_unique<bebop::Check>(F, O);
  C->run({Main});
  return C;
}

/// The questions of \p R about each of \p Goals.
std::vector<std::vector<bebop::Question>>
questionsAbout(const std::vector<Goal> &Goals, const Round &R) {
  std::vector<std::vector<bebop::Question>> Result(Goals.size());
  for (const bebop::Question &Q : bebop::assertions(R.Flow)) {
    const bp::FlowNode &Node = R.Flow.Procs[Q.Where.Proc].Nodes[Q.Where.Node];
    const Origin &O = R.Made.Origins[Node.Source->Origin];
    for (size_t G = 0; G < Goals.size(); ++G)
      if (Goals[G] == Goal{O.Func, O.Block, O.Stmt})
        Result[G].push_back(Q);
  }
  return Result;
}

} // namespace

bebop::Reachability Round::answer(size_t Goal) {
  bebop::Reachability Worst = bebop::Reachability::Unreachable;
  for (const bebop::Answer &A :
       Checked->answer(Of[Goal], bebop::Traces::NotWanted))
    if (A.Found != bebop::Reachability::Unreachable)
      Worst = A.Found;
  return Worst;
}

std::optional<Path> Round::firstPath(size_t Goal) {
  auto Way = Checked->answer({Of[Goal].front()})[0].Way;
  if (!Way)
    return std::nullopt;
  return pathOf(Made, Flow, *Way);
}

/// At the points of a block's predecessors, where the condition is decided.
std::string Round::invariantBefore(const Goal &G) const {
  const bp::Procedure *Proc = Made.Procedures[G.Func->Id];
  if (!Proc)
    return "";
  const auto &Nodes = Flow.Procs[Proc->Index].Nodes;
  for (bp::NodeId N = 0; N < Nodes.size(); ++N) {
    if (!Nodes[N].Source || !Nodes[N].Source->Origin)
      continue;
    const Origin &O = Made.Origins[Nodes[N].Source->Origin];
    const ir::Block &B = G.Func->Blocks[O.Block];
    bool IsBefore = O.Stmt == B.Stmts.size() &&
                    std::count(B.Succs.begin(), B.Succs.end(), G.Block);
    if (IsBefore)
      return Checked->invariantText({Proc->Index, N});
  }
  return "";
}

uint64_t Round::units() const {
  return UnitsPerRound + UnitsPerVisit * Checked->reach().stats().Visits +
         Checked->variables().space().work() / BddStepsPerUnit;
}

Rounds::Rounds(GoalSearch &S, const Aliases &A, unsigned Level)
    : S(S), A(A), Level(Level) {
  restart();
}

void Rounds::restart() {
  AbstractionOptions O;
  O.Functions = {S.From.Func};
  O.Failures = S.W.Failures;
  O.How = Levels[Level].How;
  O.Strengthen.MaxCube = Levels[Level].MaxCube;
  O.Strengthen.MaxLookedAt = Levels[Level].MaxLookedAt;
  O.UnitsPerFunction = std::max<uint64_t>(1, S.units() / 2);
  O.Next = S.W.Next;
  Abstract = std::make_unique<Abstractor>(S.Predicates, A, *S.W.Z, O);
}

std::unique_ptr<Round> Rounds::next() {
  // The other half is for what is done with it.
  return next(S.unitsLeft() / 2 + 1);
}

std::unique_ptr<Round> Rounds::next(uint64_t UnitsToAbstract) {
  ++S.Rounds;
  ++S.W.Numbers.Rounds;
  S.W.log(" round " + std::to_string(S.Rounds) + ": " +
          std::to_string(S.Predicates.size()) + " predicates");
  auto R = std::make_unique<Round>();
  R->Made = Abstract->abstract(UnitsToAbstract);
  if (!S.W.Opts.EmitBp.empty())
    S.W.Program = bp::print(R->Made.Program);
  R->Flow = bp::buildFlow(R->Made.Program);
  bp::forgetDead(R->Flow, R->Made.Program);
  R->Checked = checked(R->Flow, R->Made.Procedures[S.From.Func->Id]->Index,
                       S.unitsLeft());
  R->Of = questionsAbout(S.Goals, *R);
  return R;
}

void Rounds::count(const Round &R) {
  const BddSpace &Space = R.Checked->variables().space();
  S.addUnits(R.units());
  S.W.Numbers.BddNodes = std::max(S.W.Numbers.BddNodes, Space.peakLiveNodes());
}

bool Rounds::isSpent(const Round &R) const {
  return S.unitsSpent() + R.units() >= S.units();
}

bool Rounds::becomeMorePrecise() {
  if (Level + 1 == std::size(Levels))
    return false;
  if (Levels[Level + 1].How == Precision::Exact &&
      S.Predicates.size() > MaxForExact)
    return false;
  ++Level;
  S.W.log(std::string("  more precise: ") + Levels[Level].Text);
  restart();
  return true;
}

} // namespace predabs
