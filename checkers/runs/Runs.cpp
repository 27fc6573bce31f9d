#include "checkers/runs/Runs.h"

#include "checkers/runs/Certainty.h"
#include "checkers/runs/Determinism.h"
#include "predicates/alias/Library.h"
#include "predicates/interpreter/Interpreter.h"
#include "predicates/interpreter/Library.h"
#include "predicates/interpreter/Memory.h"
#include "predicates/ir/Calls.h"
#include "predicates/ir/Terms.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace predabs {

using namespace ir;

namespace {

/// Steps of the one run of a program without inputs, and of each trial.
constexpr uint64_t StepsOfOnlyRun = 20'000'000;
/// The same where each step is looked at.
constexpr uint64_t StepsOfWatchedRun = 2'000'000;
constexpr uint64_t StepsOfTrial = 10'000;
constexpr unsigned Trials = 22, FewTrials = 5;
constexpr unsigned TrialsForShort = 60;
/// A module with more functions than these costs too much to set up often.
constexpr size_t SmallModule = 200;
constexpr uint64_t StepsOfCall = 1000;
/// Bytes that every pointer from outside points to, and how many where what is
/// there is invented.
constexpr uint64_t LentSize = 256, InventedSize = 8192;
/// Steps of a path that can be reported.
constexpr size_t MaxRecorded = 200'000;
/// Bytes to allocate at once: trials with a large number for a size are many.
constexpr uint64_t MaxBlock = uint64_t(1) << 20;

/// How a trial chooses its inputs.
enum class Taste : uint8_t { Zero, One, Small, Written, Bits, Any };
/// The first two are tried once, the others in turn.
Taste tasteOf(unsigned Trial) {
  return Taste(Trial < 2 ? Trial : 2 + Trial % 4);
}

/// The numbers in a function that is called, or in the whole program.
std::vector<SInt128> numbersFor(const Workspace &W, const Entry &E) {
  std::set<SInt128> Found;
  if (E.How == Beginning::OfProgram)
    Found = W.Names.written();
  else
    for (const Block &B : E.Func->Blocks)
      for (const Stmt &S : B.Stmts)
        for (const Expr *Root : {S.Dest, S.Value})
          for (const Expr *T :
               Root ? termsOf(Root) : std::vector<const Expr *>())
            if (T->kind() == ExprKind::Int)
              Found.insert(T->number());
  return {Found.begin(), Found.end()};
}

enum class InitialValues : uint8_t { Known, Doubtful };

/// What a run does with memory of the environment. Invented: pointers there
/// point to the same memory again, so a run only shows a way through the
/// program; whether an execution takes it is for others to say.
enum class Outside : uint8_t { Unknown, Invented };

InitialValues initialValues(const Workspace &W, const Entry &E) {
  return E.How == Beginning::OfProgram && hasUnknownGlobal(W.M)
             ? InitialValues::Doubtful
             : InitialValues::Known;
}

class TrialInputs : public InputSource {
public:
  /// \p Written: numbers that stand in the program; \p G says whether some
  /// global begins with a value that is not known.
  TrialInputs(const Workspace &W, const std::vector<SInt128> &Written,
              InitialValues G, Taste T, uint64_t Seed,
              Outside O = Outside::Unknown)
      : Failures(W.Failures), IsInput(W.IsInput), Prefers(T),
        State(Seed * 2 + 1), Written(Written), Globals(G), Environment(O) {}

  std::optional<UInt128> value(const ValueRequest &R) override {
    if (R.Callee && isFailure(*R.Callee))
      return std::nullopt;
    HasAsked = true;
    if (!isFree(R))
      return std::nullopt;
    // SOUND: what is uninitialised may be a parameter, too.
    DependsOnEntry |= R.What == ValueRequest::Kind::Parameter ||
                      R.What == ValueRequest::Kind::Uninitialised;
    DependsOnOthers |= R.Why == Reason::Volatile ||
                       (R.Callee && isForeign(*R.Callee, IsInput));
    UInt128 Bits = R.What == ValueRequest::Kind::Parameter ? argument(R.Ty)
                   : isInvented(R)                         ? invent(R.Ty)
                                                           : choose(R.Ty);
    if (R.What == ValueRequest::Kind::Uninitialised)
      note(R, Bits);
    else
      How.Inputs.push_back({step(), R.What, R.Ty, R.Place, R.Callee, Bits});
    return Bits;
  }

  std::optional<uint32_t> successor(const ChoiceRequest &R) override {
    HasAsked = DependsOnOthers = true;
    return R.Possible[Prefers == Taste::Zero ? 0 : next() % R.Possible.size()];
  }

  bool hasAsked() const { return HasAsked; }
  /// Whether a parameter or a global was looked at, or an object that nobody
  /// wrote.
  bool dependsOnEntry() const { return DependsOnEntry; }
  /// Whether a function was called that is not here and gives no inputs, or a
  /// branch was guessed.
  bool dependsOnOthers() const { return DependsOnOthers; }
  Witness How = {{}, {}, {{interp::LentBase, LentSize}}};
  /// The path so far, if there is a record of it.
  const Path *Along = nullptr;

private:
  uint32_t step() const {
    return Along && !Along->Steps.empty() ? uint32_t(Along->Steps.size() - 1)
                                          : 0;
  }

  /// Whether the environment may answer as it likes.
  bool isFree(const ValueRequest &R) const {
    // SOUND: what the program computes in a way that is not followed is not
    // for us to choose.
    if (R.Why >= Reason::FloatingPoint)
      return false;
    if (R.What == ValueRequest::Kind::Result)
      return Environment == Outside::Invented || !isOfSystem(R);
    if (R.What != ValueRequest::Kind::Uninitialised)
      return true;
    // What the environment keeps behind its pointers is not for us to invent,
    // nor are initial values that are not known, or copies of them.
    return (interp::withoutGhost(R.Address) < interp::LentBase ||
            Environment == Outside::Invented) &&
           Globals != InitialValues::Doubtful;
  }

  /// Whether a function of the system that has no model computes it, or may
  /// have written something.
  static bool isOfSystem(const ValueRequest &R) {
    return alias::isOfSystem(*R.Callee) &&
           (R.Place || !alias::writesNothing(*R.Callee));
  }

  bool isInvented(const ValueRequest &R) const {
    return R.What != ValueRequest::Kind::Parameter &&
           Environment == Outside::Invented;
  }
  /// Objects are in their first state at entry, as a normal caller has them.
  UInt128 invent(const Type *T) {
    if (isState(T))
      return Prefers == Taste::One;
    if (T->isPointer() && next() % 4)
      return interp::LentBase;
    return choose(T);
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
    case Taste::Written:
      if (Written.empty())
        return next() % 3;
      return UInt128(Written[next() % Written.size()] + SInt128(next() % 3) -
                     1);
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
  const InputTest &IsInput;
  Taste Prefers;
  uint64_t State;
  const std::vector<SInt128> &Written;
  const InitialValues Globals;
  const Outside Environment;
  bool HasAsked = false, DependsOnEntry = false, DependsOnOthers = false;
};

/// Whether a run that calls \p F ends there, and not as if all were well. Who
/// runs a program may name any function a failure: one that returns, or exit.
bool endsRun(const Function &F) {
  if (!F.isDefined()) {
    const interp::LibraryRow *Row = interp::findModel(F.Name);
    return !Row || Row->Run == interp::findModel("abort")->Run ||
           Row->Run == interp::findModel("__assert_fail")->Run;
  }
  auto Ends = [](const Block &B) {
    const Function *Last =
        B.Stmts.empty() ? nullptr : directCallee(B.Stmts.back());
    return !B.Succs.empty() || (Last && !Last->isDefined() && endsRun(*Last));
  };
  return std::all_of(F.Blocks.begin(), F.Blocks.end(), Ends);
}

/// Ends a run that calls a failure function. Its outcome is Refused.
class FailureWatch : public RunObserver {
public:
  explicit FailureWatch(const std::vector<const Function *> &Failures)
      : Failures(Failures),
        IsNeeded(!std::all_of(Failures.begin(), Failures.end(),
                              [](const Function *F) { return endsRun(*F); })) {}

  /// Whether some failure function does not end a run by itself.
  bool isNeeded() const { return IsNeeded; }

  void at(const RunPoint &P, RunState &S) override {
    const std::vector<Stmt> &Stmts = P.Func->Blocks[P.Block].Stmts;
    const Function *F =
        P.Stmt < Stmts.size() ? directCallee(Stmts[P.Stmt]) : nullptr;
    if (F && std::find(Failures.begin(), Failures.end(), F) != Failures.end())
      S.stop("a failure function is called");
  }

private:
  const std::vector<const Function *> &Failures;
  bool IsNeeded;
};

/// Ends a run where it does something that other executions may do otherwise.
/// What it does not come to is no matter: a string that is short takes no
/// memory of the heap, though its functions could.
class DeterminismWatch : public RunObserver {
public:
  DeterminismWatch(const Workspace &W, FailureWatch &Failures)
      : W(W), Failures(Failures) {}

  void enter(const Function &F, RunState &S) override {
    IsElsewhere = false;
    // Another file may have its own.
    if (F.IsReplaceable)
      stop(S);
  }

  void at(const RunPoint &P, RunState &S) override {
    const std::vector<Stmt> &Stmts = P.Func->Blocks[P.Block].Stmts;
    const Stmt *Next = P.Stmt < Stmts.size() ? &Stmts[P.Stmt] : nullptr;
    if (IsElsewhere || (Next && !allows(*P.Func, *Next)))
      return stop(S);
    IsElsewhere = Next && Next->Kind == StmtKind::Call && !directCallee(*Next);
    if (Failures.isNeeded())
      Failures.at(P, S);
  }

  bool hasStopped() const { return HasStopped || IsElsewhere; }

private:
  void stop(RunState &S) {
    HasStopped = true;
    S.stop("another execution may go on in another way");
  }

  bool allows(const Function &In, const Stmt &S) {
    auto [It, IsNew] = Known.try_emplace(&S);
    if (IsNew)
      It->second = isDeterminedAt(W, In, S);
    return It->second;
  }

  const Workspace &W;
  FailureWatch &Failures;
  /// What was found out about statements.
  std::unordered_map<const Stmt *, bool> Known;
  bool HasStopped = false;
  /// SOUND: a function that a pointer leads to has to be one with a body, as
  /// the run shows when it goes there. The library's are not looked at.
  bool IsElsewhere = false;
};

/// Writes down where a run goes, and whether it comes to a goal.
class Recorder : public RunObserver {
public:
  Recorder(const std::vector<Goal> &Goals, FailureWatch &Watch)
      : Goals(Goals), Watch(Watch) {}

  void at(const RunPoint &P, RunState &S) override {
    if (Watch.isNeeded())
      Watch.at(P, S);
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
  FailureWatch &Watch;
};

class Trial {
public:
  Trial(Workspace &W, const Entry &E, const std::vector<Goal> &Goals)
      : W(W), E(E), Goals(Goals), Written(numbersFor(W, E)),
        Globals(initialValues(W, E)), Environment(outsideOf(Goals)),
        Watch(W.Failures), Findings(Goals.size()) {}

  std::vector<Finding> run() {
    if (!runOnly())
      for (unsigned I = 0; I < Trials && !isDone(); ++I)
        runWith(tasteOf(I), I);
    return std::move(Findings);
  }

  std::vector<FailingRun> runCalls() {
    std::vector<FailingRun> Result;
    bool IsSmall = W.M.Functions.size() < SmallModule;
    unsigned Count =
        IsSmall || Environment == Outside::Invented ? Trials : FewTrials;
    for (unsigned I = 0; I < Count; ++I) {
      runCall(tasteOf(I), I, Result);
      // Who reads about it would like a short one.
      if (IsSmall && !Result.empty())
        Count = Trials + TrialsForShort;
    }
    return Result;
  }

private:
  /// SOUND: of steps the path is all that is taken from a run.
  static Outside outsideOf(const std::vector<Goal> &Goals) {
    return kindOf(Goals.front()) == FailureKind::Assertion ? Outside::Unknown
                                                           : Outside::Invented;
  }

  /// Keeps the shortest run to each goal.
  void runCall(Taste T, uint64_t Seed, std::vector<FailingRun> &Into) {
    TrialInputs In(W, Written, Globals, T, Seed, Environment);
    Recorder Record(Goals, Watch);
    In.Along = &Record.Way;
    RunOptions O = options(In, StepsOfCall);
    O.Observer = &Record;
    O.Globals = GlobalsStart::Arbitrary;
    O.MaxBlock = MaxBlock;
    if (Environment == Outside::Invented)
      O.Lent = {{interp::LentBase, InventedSize}};
    ++W.Numbers.Runs;
    W.Numbers.Units += ir::run(W.M, O).Steps / 10;
    if (!Record.Reached)
      return;
    FailingRun New{*Record.Reached, std::move(Record.Way), std::move(In.How),
                   In.dependsOnEntry() || In.dependsOnOthers()
                       ? EntryValues::Matter
                       : EntryValues::DoNotMatter};
    auto Known =
        std::find_if(Into.begin(), Into.end(),
                     [&](const FailingRun &R) { return R.Goal == New.Goal; });
    if (Known == Into.end())
      Into.push_back(std::move(New));
    else if (isBetter(New, *Known))
      *Known = std::move(New);
  }

  static bool isBetter(const FailingRun &A, const FailingRun &B) {
    if (A.Entry != B.Entry)
      return A.Entry == EntryValues::DoNotMatter;
    return A.Way.Steps.size() < B.Way.Steps.size();
  }

  RunOptions options(InputSource &In, uint64_t Steps) {
    RunOptions O;
    O.Observer = Watch.isNeeded() ? &Watch : nullptr;
    O.MaxSteps = Steps;
    O.MaxDepth = 10'000;
    O.Inputs = &In;
    O.Starts = &W.Paths.starts();
    O.Sink = &Nowhere;
    O.Entry = E.Func->Name;
    O.From = RunFrom::Entry;
    O.Volatile = VolatileReads::Asked;
    O.Lent = {{interp::LentBase, LentSize}};
    return O;
  }

  /// True if the program has one execution and it decided everything.
  bool runOnly() {
    bool IsDetermined = isDetermined(W, *E.Func, OpenValues::None);
    DeterminismWatch Steps(W, Watch);
    TrialInputs In(W, Written, Globals, Taste::Zero, 0);
    ++W.Numbers.Runs;
    RunOptions O =
        options(In, IsDetermined ? StepsOfOnlyRun : StepsOfWatchedRun);
    if (!IsDetermined)
      O.Observer = &Steps;
    // SOUND: where objects lie is not for the program to decide.
    O.Addresses = AddressUse::Refused;
    O.Starts = nullptr;
    RunResult R = ir::run(W.M, O);
    W.Numbers.Units += R.Steps / 10;
    W.log("the only run: " + describe(R, W.M));
    if (In.hasAsked() || Steps.hasStopped())
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
    TrialInputs In(W, Written, Globals, T, Seed);
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
    TrialInputs In(W, Written, Globals, T, Seed);
    Recorder Record(Goals, Watch);
    In.Along = &Record.Way;
    RunOptions O = options(In, Steps);
    O.Observer = &Record;
    ++W.Numbers.Runs;
    ir::run(W.M, O);
    if (!Record.Reached || Findings[*Record.Reached].Answer != Verdict::Unknown)
      return false;
    Replay Again = replay(W.M, Record.Way, E.How, In.How, &W.Paths.starts());
    if (!Again.Fails)
      return false;
    if (!failsEverywhere(W, Record.Way, E.How, In.How,
                         kindOf(Goals[*Record.Reached])))
      return false;
    bool IsForOthers = In.dependsOnOthers() || replaceableOn(Record.Way);
    if (IsForOthers && !isCertain(Record.Way, *Record.Reached))
      return false;
    Finding &F = Findings[*Record.Reached];
    F.Answer = Verdict::Violated;
    F.Way = std::move(Record.Way);
    F.Inputs = std::move(In.How);
    F.Run = std::move(Again);
    return true;
  }

  /// Whether the failure is nobody else's matter.
  bool isCertain(const Path &Way, size_t Goal) {
    // What the runtime calls at the end follows from no call of the program.
    if (verify(Way))
      return false;
    FailureKind K = kindOf(Goals[Goal]);
    return verdictOf(W.Paths.check(Way, E.How, K), Way, E.How, K) ==
           Verdict::Violated;
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
  const std::vector<SInt128> Written;
  const InitialValues Globals;
  const Outside Environment;
  FailureWatch Watch;
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
