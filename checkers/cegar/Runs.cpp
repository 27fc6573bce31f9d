#include "checkers/cegar/Runs.h"

#include "checkers/cegar/Determinism.h"
#include "predicates/ir/Interpreter.h"
#include "predicates/ir/interpreter/Memory.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Steps of the one run of a program without inputs, and of each trial.
constexpr uint64_t StepsOfOnlyRun = 20'000'000;
constexpr uint64_t StepsOfTrial = 10'000;
constexpr unsigned Trials = 15;
/// A module with more functions than these costs too much to set up often.
constexpr size_t SmallModule = 200;
constexpr uint64_t StepsOfCall = 1000;
/// Bytes that every pointer from outside points to.
constexpr uint64_t LentSize = 256;
/// Steps of a path that can be reported.
constexpr size_t MaxRecorded = 200'000;

/// How a trial chooses its inputs.
enum class Taste : uint8_t { Zero, One, Small, Bits, Any };

class TrialInputs : public InputSource {
public:
  TrialInputs(const std::vector<const Function *> &Failures, Taste T,
              uint64_t Seed)
      : Failures(Failures), Prefers(T), State(Seed * 2 + 1) {}

  std::optional<UInt128> value(const ValueRequest &R) override {
    if (R.Callee && isFailure(*R.Callee))
      return std::nullopt;
    HasAsked = true;
    // SOUND: what the program computes in a way that is not followed is not for
    // us to choose.
    if (R.Why >= Reason::FloatingPoint)
      return std::nullopt;
    // What the environment keeps behind its pointers is not for us to invent.
    if (R.What == ValueRequest::Kind::Uninitialised &&
        R.Address >= interp::LentBase)
      return std::nullopt;
    UInt128 Bits =
        R.What == ValueRequest::Kind::Parameter ? argument(R.Ty) : choose(R.Ty);
    if (R.What == ValueRequest::Kind::Uninitialised)
      note(R, Bits);
    else
      How.Inputs.push_back({step(), R.What, R.Ty, R.Place, R.Callee, Bits});
    return Bits;
  }

  std::optional<uint32_t> successor(const ChoiceRequest &R) override {
    HasAsked = true;
    return R.Possible[Prefers == Taste::Zero ? 0 : next() % R.Possible.size()];
  }

  bool hasAsked() const { return HasAsked; }
  Witness How = {{}, {}, {{interp::LentBase, LentSize}}};
  /// The path so far, if there is a record of it.
  const Path *Along = nullptr;

private:
  uint32_t step() const {
    return Along && !Along->Steps.empty() ? uint32_t(Along->Steps.size() - 1)
                                          : 0;
  }

  bool isFailure(const Function &F) const {
    return std::find(Failures.begin(), Failures.end(), &F) != Failures.end();
  }

  uint64_t next() {
    State = State * 6364136223846793005ull + 1442695040888963407ull;
    return State >> 33;
  }

  /// A program has at least its own name as an argument, and pointers that it
  /// is given point to something.
  UInt128 argument(const Type *T) {
    if (T->isPointer())
      return interp::LentBase;
    UInt128 Bits = choose(T);
    return Bits == 0 && T->isInt() ? 1 : Bits;
  }

  UInt128 choose(const Type *T) {
    if (T->isVoid() || T->isPointer() || !T->isScalar())
      return 0;
    UInt128 Bits = draw();
    return T->width() >= 128 ? Bits : Bits & ((UInt128(1) << T->width()) - 1);
  }

  UInt128 draw() {
    switch (Prefers) {
    case Taste::Zero:
      return 0;
    case Taste::One:
      return 1;
    case Taste::Small:
      return UInt128(SInt128(next() % 17) - 4);
    case Taste::Bits:
      return UInt128(1) << (next() % 64);
    case Taste::Any:
      return next() % 4 ? UInt128(next()) << 32 | next() : next() % 3;
    }
    return 0;
  }

  void note(const ValueRequest &R, UInt128 Bits) {
    for (uint64_t I = 0; I < R.Ty->size(); ++I)
      How.Memory[{R.Address + I, Along ? uint32_t(Along->Steps.size() - 1)
                                       : 0}] = uint8_t(Bits >> (8 * I));
  }

  const std::vector<const Function *> &Failures;
  Taste Prefers;
  uint64_t State;
  bool HasAsked = false;
};

/// Writes down where a run goes, and whether it comes to a goal.
class Recorder : public RunObserver {
public:
  explicit Recorder(const std::vector<Goal> &Goals) : Goals(Goals) {}

  void at(const RunPoint &P, RunState &S) override {
    if (Reached || Way.Steps.size() >= MaxRecorded)
      return;
    Way.Steps.push_back({P.Func, P.Block, P.Stmt, S.depth() - 1});
    auto It =
        std::find(Goals.begin(), Goals.end(), Goal{P.Func, P.Block, P.Stmt});
    if (It != Goals.end())
      Reached = size_t(It - Goals.begin());
  }

  Path Way;
  std::optional<size_t> Reached;

private:
  const std::vector<Goal> &Goals;
};

class Trial {
public:
  Trial(Workspace &W, const Entry &E, const std::vector<Goal> &Goals)
      : W(W), E(E), Goals(Goals), Findings(Goals.size()) {}

  std::vector<Finding> run() {
    if (!runOnly())
      for (unsigned I = 0; I < Trials && !isDone(); ++I)
        runWith(Taste(I < 2 ? I : 2 + I % 3), I);
    return std::move(Findings);
  }

  std::vector<FailingRun> runCalls() {
    std::vector<FailingRun> Result;
    unsigned Count = W.M.Functions.size() < SmallModule ? Trials : 5;
    for (unsigned I = 0; I < Count; ++I) {
      TrialInputs In(W.Failures, Taste(I % 5), I);
      Recorder Record(Goals);
      RunOptions O = options(In, StepsOfCall);
      O.Observer = &Record;
      O.Globals = GlobalsStart::Arbitrary;
      ++W.Numbers.Runs;
      W.Numbers.Units += ir::run(W.M, O).Steps / 10;
      bool IsNew =
          Record.Reached &&
          std::none_of(Result.begin(), Result.end(), [&](const FailingRun &R) {
            return R.Goal == *Record.Reached;
          });
      if (IsNew)
        Result.push_back({*Record.Reached, std::move(Record.Way)});
    }
    return Result;
  }

private:
  RunOptions options(InputSource &In, uint64_t Steps) const {
    RunOptions O;
    O.MaxSteps = Steps;
    O.MaxDepth = 10'000;
    O.Inputs = &In;
    O.Sink = &Nowhere;
    O.Entry = E.Func->Name;
    O.From = RunFrom::Entry;
    O.Volatile = VolatileReads::Asked;
    O.Lent = {{interp::LentBase, LentSize}};
    return O;
  }

  /// True if the program has one execution and it decided everything.
  bool runOnly() {
    if (!isDetermined(W, *E.Func, OpenValues::None))
      return false;
    TrialInputs In(W.Failures, Taste::Zero, 0);
    ++W.Numbers.Runs;
    RunResult R = ir::run(W.M, options(In, StepsOfOnlyRun));
    W.Numbers.Units += R.Steps / 10;
    if (In.hasAsked())
      return false;
    bool Fails = mayHaveFailed(R);
    if (Fails && !record(Taste::Zero, 0, StepsOfOnlyRun))
      return false;
    // SOUND: undefined behaviour, or a limit, says nothing about the rest.
    if (!Fails && R.How != RunResult::Outcome::Exited &&
        R.How != RunResult::Outcome::Aborted)
      return false;
    for (Finding &F : Findings)
      if (F.Answer == Verdict::Unknown) {
        F.Answer = Verdict::Proved;
        F.Why = "the program has one execution, and it was run";
      }
    return true;
  }

  void runWith(Taste T, uint64_t Seed) {
    TrialInputs In(W.Failures, T, Seed);
    ++W.Numbers.Runs;
    RunResult R = ir::run(W.M, options(In, StepsOfTrial));
    W.Numbers.Units += R.Steps / 10;
    if (mayHaveFailed(R))
      record(T, Seed, StepsOfTrial);
  }

  static bool mayHaveFailed(const RunResult &R) {
    return R.How == RunResult::Outcome::AssertFailed ||
           R.How == RunResult::Outcome::Refused ||
           R.How == RunResult::Outcome::Aborted;
  }

  /// Runs again with a record of the path, and replays that.
  bool record(Taste T, uint64_t Seed, uint64_t Steps) {
    TrialInputs In(W.Failures, T, Seed);
    Recorder Record(Goals);
    In.Along = &Record.Way;
    RunOptions O = options(In, Steps);
    O.Observer = &Record;
    ++W.Numbers.Runs;
    ir::run(W.M, O);
    if (!Record.Reached ||
        Findings[*Record.Reached].Answer != Verdict::Unknown ||
        readsUnknownGlobal(In.How))
      return false;
    Replay Again = replay(W.M, Record.Way, E.How, In.How);
    if (!Again.Fails)
      return false;
    Finding &F = Findings[*Record.Reached];
    F.Answer = Verdict::Violated;
    F.Way = std::move(Record.Way);
    F.Inputs = std::move(In.How);
    F.Run = std::move(Again);
    return true;
  }

  /// Whether a value was chosen for a global that may have another one.
  bool readsUnknownGlobal(const Witness &How) const {
    return !How.Memory.empty() &&
           How.Memory.begin()->first.Address < interp::StackBase &&
           hasUnknownGlobal(W.M);
  }

  bool isDone() const {
    return std::none_of(Findings.begin(), Findings.end(), [](const Finding &F) {
      return F.Answer == Verdict::Unknown;
    });
  }

  class Void : public OutputSink {
    void write(Stream, std::string_view) override {}
  };

  Workspace &W;
  const Entry &E;
  const std::vector<Goal> &Goals;
  std::vector<Finding> Findings;
  mutable Void Nowhere;
};

} // namespace

std::vector<FailingRun> failingRuns(Workspace &W, const Entry &E,
                                    const std::vector<Goal> &Goals) {
  return Trial(W, E, Goals).runCalls();
}

std::vector<Finding> decideByRuns(Workspace &W, const Entry &E,
                                  const std::vector<Goal> &Goals) {
  return Trial(W, E, Goals).run();
}

} // namespace predabs
