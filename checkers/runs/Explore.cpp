#include "checkers/runs/Explore.h"

#include "checkers/runs/Certainty.h"
#include "checkers/runs/Determinism.h"
#include "checkers/runs/GoalReachability.h"
#include "predicates/interpreter/Interpreter.h"
#include "predicates/interpreter/Memory.h"

#include <algorithm>
#include <deque>

namespace predabs {

using namespace ir;

namespace {

/// Ways that wait: where there are more, there are too many.
constexpr size_t MaxOpen = 32;
/// How often one branch is turned on one path: more often looks like a loop
/// that only inputs end.
constexpr ptrdiff_t MaxSameTurn = 12;
constexpr uint64_t MaxStepsOfRun = 200'000;
constexpr uint64_t MaxSteps = 500'000;
constexpr uint64_t MaxUnits = 3'000'000;
/// What a step costs, in the solver's units.
constexpr uint64_t UnitsPerStep = 4;

/// A way to go: the steps of Prefix, the last of which is new.
struct Way {
  Path Prefix;
  Witness How;
  std::vector<PathStep> Turns; ///< where it left other paths
};

/// Leads a run along a way and lets it go on by itself; writes down where it
/// goes, and what it was given.
class Guide : public InputSource, public RunObserver {
public:
  Guide(const Workspace &W, const std::set<Goal> &Goals, const Way &To)
      : W(W), Goals(Goals), To(To) {}

  void at(const RunPoint &P, RunState &S) override {
    if (Reached)
      return;
    Taken.Steps.push_back({P.Func, P.Block, P.Stmt, S.depth() - 1});
    if (Goal Here{P.Func, P.Block, P.Stmt}; Goals.contains(Here))
      Reached = Here;
  }

  std::optional<UInt128> value(const ValueRequest &R) override {
    if ((R.Callee && isFailure(*R.Callee)) || isGivenByProgram(W.M, R))
      return std::nullopt;
    if (R.BitWidth)
      return memory(R);
    HasGuessed |= R.Why == Reason::Volatile;
    UInt128 Bits = 0;
    if (size_t N = Given.Inputs.size(); N < To.How.Inputs.size())
      Bits = To.How.Inputs[N].Bits;
    Given.Inputs.push_back({step(), R.What, R.Ty, R.Place, R.Callee, Bits});
    return Bits;
  }

  std::optional<uint32_t> successor(const ChoiceRequest &R) override {
    HasGuessed = true;
    size_t Next = Taken.Steps.size();
    if (Next < To.Prefix.Steps.size())
      for (uint32_t N : R.Possible)
        if (R.Func->Blocks[R.From].Succs[N] == To.Prefix.Steps[Next].Block)
          return N;
    return R.Possible[0];
  }

  bool isFailure(const Function &F) const {
    return std::find(W.Failures.begin(), W.Failures.end(), &F) !=
           W.Failures.end();
  }
  bool hasTakenPrefix() const {
    const auto &P = To.Prefix.Steps;
    return P.size() <= Taken.Steps.size() &&
           std::equal(P.begin(), P.end(), Taken.Steps.begin());
  }

  Path Taken;
  Witness Given;
  std::optional<Goal> Reached;
  bool HasGuessed = false; ///< a branch, or what is volatile

private:
  uint32_t step() const {
    return Taken.Steps.empty() ? 0 : uint32_t(Taken.Steps.size() - 1);
  }

  uint8_t byteAt(uint64_t Addr) const {
    auto It = To.How.Memory.upper_bound({Addr, step()});
    if (It == To.How.Memory.begin() || (--It)->first.Address != Addr)
      return 0;
    return It->second;
  }

  UInt128 memory(const ValueRequest &R) {
    interp::BitRange Range{R.BitOffset, R.BitWidth};
    std::vector<uint8_t> Bytes;
    for (uint64_t I = 0; I < Range.bytes(); ++I) {
      Bytes.push_back(byteAt(R.Address + I));
      Given.Memory[{R.Address + I, step()}] = Bytes.back();
    }
    bool IsBig = W.M.Ctx.target().BigEndian;
    return interp::readBits(Bytes.data(), Range,
                            IsBig ? interp::ByteOrder::Big
                                  : interp::ByteOrder::Little);
  }

  const Workspace &W;
  const std::set<Goal> &Goals;
  const Way &To;
};

class Explorer {
public:
  Explorer(Workspace &W, const Entry &E, const std::vector<Goal> &Goals)
      : W(W), E(E), Goals(Goals.begin(), Goals.end()), Before(W.Paths.units()) {
  }

  Explored run() {
    Open.emplace_back();
    if (E.Func->NumParams)
      Result.Why = "it depends on the arguments of the program";
    else if (!isDetermined(W, *E.Func, OpenValues::Inputs))
      Result.Why = "it depends on more than its inputs";
    else
      work();
    W.Numbers.Units += units();
    return std::move(Result);
  }

private:
  class Void : public OutputSink {
    void write(Stream, std::string_view) override {}
  };

  void work() {
    while (!Open.empty() && !isTooMuch()) {
      Way Next = std::move(Open.front());
      Open.pop_front();
      follow(Next);
    }
    if (!Open.empty())
      leave(Open.front(), "it has many paths");
    exclude();
  }

  /// There may be executions that go this way, and no run will.
  void leave(const Way &To, std::string Why) {
    Left.push_back(To.Prefix);
    if (Result.Why.empty())
      Result.Why = std::move(Why);
  }

  void exclude() {
    GoalReachability Rest(W);
    for (const Way &To : Open)
      Left.push_back(To.Prefix);
    for (const Path &P : Left) {
      // SOUND: without a step everything lies ahead.
      if (P.Steps.empty())
        return;
      Rest.add(P);
    }
    for (const Goal &G : Goals)
      if (!Rest.contains(G) && !Result.Failures.contains(G))
        Result.Excluded.insert(G);
  }

  uint64_t units() const {
    return W.Paths.units() - Before + Steps * UnitsPerStep;
  }

  bool isTooMuch() const {
    return Open.size() > MaxOpen || Result.NumPaths >= W.Opts.Paths ||
           Steps > MaxSteps ||
           units() > std::min(MaxUnits, uint64_t(W.Opts.Budget) * 1000);
  }

  RunResult runWith(Guide &G) {
    RunOptions O;
    O.MaxSteps = MaxStepsOfRun;
    O.MaxDepth = 10'000;
    O.Inputs = &G;
    // SOUND: where objects lie is not for the program to decide: `a + 1 == b`.
    O.Addresses = AddressUse::Refused;
    O.Observer = &G;
    O.Sink = &Nowhere;
    O.Entry = E.Func->Name;
    O.From = RunFrom::Entry;
    O.Volatile = VolatileReads::Asked;
    ++W.Numbers.Runs;
    return ir::run(W.M, O);
  }

  void follow(const Way &To) {
    ++Result.NumPaths;
    Guide G(W, Goals, To);
    RunResult R = runWith(G);
    Steps += R.Steps;
    if (G.Taken.Steps.empty())
      return leave(To, "a run does not begin: " + R.Why);
    if (!G.hasTakenPrefix()) {
      ++W.Numbers.Disagreements;
      return leave(To, "internal: a run did not take the path found");
    }
    if (G.Reached && G.HasGuessed)
      return leave(To, "it depends on something that had to be guessed");
    if (G.Reached && !fail(*G.Reached, G))
      return leave(To, "internal: a run does not repeat");
    std::optional<PathEnd> End = endOf(R, G);
    if (!End)
      return leave(To, "a run is not followed to its end");
    uint32_t From =
        To.Prefix.Steps.empty() ? 0 : uint32_t(To.Prefix.Steps.size() - 1);
    Departures D = W.Paths.departures(G.Taken, E.How, From, *End);
    if (!D.Why.empty())
      return leave(To, std::move(D.Why));
    for (Departure &Other : D.All)
      add(To, G, std::move(Other));
  }

  /// Nothing where it is not known how an execution goes on.
  std::optional<PathEnd> endOf(const RunResult &R, const Guide &G) const {
    if (G.Reached)
      return PathEnd::Final;
    switch (R.How) {
    case RunResult::Outcome::Exited:
    case RunResult::Outcome::Aborted:
    case RunResult::Outcome::AssertFailed:
      return PathEnd::Final;
    case RunResult::Outcome::Undefined:
    case RunResult::Outcome::Stuck:
      return PathEnd::Broken;
    default:
      return std::nullopt;
    }
  }

  void add(const Way &To, const Guide &G, Departure Other) {
    Way New;
    New.Prefix.Steps.assign(G.Taken.Steps.begin(),
                            G.Taken.Steps.begin() + Other.Step + 1);
    New.Prefix.Steps.push_back(Other.Next);
    New.How = std::move(Other.How);
    New.Turns = To.Turns;
    New.Turns.push_back(Other.Next);
    if (std::count(New.Turns.begin(), New.Turns.end(), Other.Next) >
        MaxSameTurn)
      return leave(New, "it has a loop that only inputs end");
    Open.push_back(std::move(New));
  }

  bool fail(const Goal &At, const Guide &G) {
    if (Result.Failures.contains(At))
      return true;
    ++W.Numbers.Runs;
    Replay Again = replay(W.M, G.Taken, E.How, G.Given, &W.Paths.starts());
    if (!Again.Fails) {
      ++W.Numbers.Disagreements;
      return false;
    }
    if (!failsEverywhere(W, G.Taken, E.How, G.Given, kindOf(At)))
      return false;
    Finding &F = Result.Failures[At];
    F.Answer = Verdict::Violated;
    F.Way = G.Taken;
    F.Inputs = G.Given;
    F.Run = std::move(Again);
    return true;
  }

  Workspace &W;
  const Entry &E;
  const std::set<Goal> Goals;
  const uint64_t Before;
  uint64_t Steps = 0;
  std::deque<Way> Open;
  std::vector<Path> Left; ///< ways that no run will go
  Explored Result;
  Void Nowhere;
};

} // namespace

Explored explore(Workspace &W, const Entry &E, const std::vector<Goal> &Goals) {
  Explored Result = Explorer(W, E, Goals).run();
  W.log("explored " + std::to_string(Result.NumPaths) +
        " paths: " + (Result.Why.empty() ? "these are all" : Result.Why));
  return Result;
}

} // namespace predabs
