#include "plugin/driver/Plan.h"

#include "checkers/files/Descriptor.h"
#include "plugin/driver/Progress.h"
#include "plugin/driver/Steps.h"
#include "plugin/driver/Temporary.h"
#include "predicates/text/Printable.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace predabs;

namespace {

unsigned numberOfJobs(const Options &Opts) {
  return Opts.Jobs ? Opts.Jobs
                   : std::max(1u, std::thread::hardware_concurrency());
}

/// Options that are about the whole run, not about a file.
bool isForAll(llvm::StringRef Word) {
  llvm::StringRef Name = Word.split('=').first;
  for (const char *One : {"jobs", "sarif", "json", "stats", "store", "help"})
    if (Name == One)
      return true;
  return false;
}

std::string absolute(const std::string &Path) {
  llvm::SmallString<256> Result(Path);
  llvm::sys::fs::make_absolute(Result);
  return Result.str().str();
}

std::vector<std::string> wordsForSteps(const PlanRequest &R) {
  std::vector<std::string> Words;
  for (const std::string &Word : R.Words)
    if (!isForAll(Word))
      Words.push_back(Word);
  bool HasIndex = isStoreOn(R.Opts) && R.Opts.Store != "beside";
  // The whole project needs nothing from elsewhere.
  if (HasIndex && R.Others == PlanFolder::Earlier::Keep)
    Words.push_back("store=" + absolute(R.Opts.Store));
  else if (!R.Folder.empty())
    Words.push_back("store=beside");
  return Words;
}

/// One source may be compiled in several ways.
std::vector<PlannedUnit> plannedUnits(const PlanRequest &R) {
  std::map<std::pair<std::string, std::string>,
           std::vector<std::vector<std::string>>>
      Commands;
  std::vector<PlannedUnit> Result;
  std::vector<std::string> Words = wordsForSteps(R);
  for (const SourceUnit &U : R.Units) {
    auto &Known = Commands[{U.Path, U.Directory}];
    auto It = std::ranges::find(Known, U.Command);
    std::string Which = std::to_string(It - Known.begin());
    if (It == Known.end())
      Known.push_back(U.Command);
    Result.push_back(
        {unitId(U.Path, U.Directory + '\n' + Which), U, absolute("."), Words});
  }
  return Result;
}

/// Runs steps, several at a time.
class Runner {
public:
  using Starter = std::function<std::unique_ptr<RunningStep>()>;

  Runner(unsigned Jobs) : Jobs(Jobs) {}

  bool isFull() const { return Running.size() >= Jobs; }
  bool isIdle() const { return Running.empty(); }

  void start(size_t Number, std::unique_ptr<RunningStep> S) {
    Running.push_back({Number, std::move(S)});
  }

  /// The numbers of those that have ended since, at least one.
  Complaint wait(std::vector<size_t> &Ended) {
    std::vector<IsolatedRun *> Open;
    for (const auto &[Number, S] : Running)
      if (S->process())
        Open.push_back(S->process());
    if (Open.size() == Running.size())
      IsolatedRun::wait(Open);
    Complaint Wrong;
    std::erase_if(Running, [&](auto &R) {
      if (R.Step->process() && !R.Step->process()->isFinished())
        return false;
      if (Complaint C = R.Step->finish())
        Wrong = std::move(C);
      Ended.push_back(R.Number);
      return true;
    });
    return Wrong;
  }

private:
  struct One {
    size_t Number;
    std::unique_ptr<RunningStep> Step;
  };
  unsigned Jobs;
  std::vector<One> Running;
};

/// The plan, carried out here.
class OwnRun {
public:
  OwnRun(const PlanFolder &In, unsigned Jobs)
      : In(In), Jobs(Jobs), Shown("looking at ") {}

  Complaint run(const std::vector<PlannedUnit> &Units) {
    Complaint Wrong = scan(Units);
    return Wrong ? Wrong : checkAll(In.order());
  }

private:
  Complaint scan(const std::vector<PlannedUnit> &Units) {
    // One file needs to know of no other.
    if (Units.size() < 2)
      return std::nullopt;
    Runner R(Jobs);
    size_t Next = 0;
    while (Next < Units.size() || !R.isIdle()) {
      for (; Next < Units.size() && !R.isFull(); ++Next) {
        Shown.show(Next + 1, Units.size(), Units[Next].Unit.File);
        R.start(Next, startScan(In, Units[Next].Id));
      }
      std::vector<size_t> Ended;
      if (Complaint Wrong = R.wait(Ended))
        return Wrong;
    }
    return std::nullopt;
  }

  Complaint checkAll(const Order &O) {
    Shown = ProgressLine("");
    Waiting.resize(O.steps().size());
    Followers.resize(O.steps().size());
    for (size_t N = 0; N < O.steps().size(); ++N) {
      Waiting[N] = O.steps()[N].After.size();
      for (size_t Before : O.steps()[N].After)
        Followers[Before].push_back(N);
      if (!Waiting[N])
        Ready.push_back(N);
    }
    Runner R(Jobs);
    size_t Started = 0;
    while (!Ready.empty() || !R.isIdle()) {
      std::vector<size_t> Ended;
      while (!Ready.empty() && !R.isFull()) {
        size_t N = Ready.front();
        Ready.erase(Ready.begin());
        const Step &S = O.steps()[N];
        Started++;
        if (S.Unit == Step::None) {
          done(N);
          continue;
        }
        Shown.show(Started, O.steps().size(), O.units()[S.Unit].Id);
        R.start(N, startCheck(In, O, N));
      }
      if (R.isIdle())
        continue;
      if (Complaint Wrong = R.wait(Ended))
        return Wrong;
      for (size_t N : Ended)
        done(N);
    }
    Shown.hide();
    return std::nullopt;
  }

  void done(size_t N) {
    for (size_t Next : Followers[N])
      if (--Waiting[Next] == 0)
        Ready.push_back(Next);
  }

  const PlanFolder &In;
  unsigned Jobs;
  ProgressLine Shown;
  std::vector<size_t> Waiting; ///< for how many steps
  std::vector<std::vector<size_t>> Followers;
  std::vector<size_t> Ready;
};

/// What ninja prints: its progress is shown on one line of a terminal, all else
/// is kept for the case that it fails.
class NinjaOutput {
public:
  void take(llvm::StringRef Bytes) {
    Unread += Bytes;
    for (size_t End; (End = Unread.find('\n')) != Unread.npos;) {
      line(llvm::StringRef(Unread).take_front(End));
      Unread.erase(0, End + 1);
    }
  }
  void end() const { Shown.hide(); }
  const std::string &words() const { return Words; }

private:
  void line(llvm::StringRef Line) {
    if (Line.starts_with("["))
      Shown.show(Line.str());
    else if (!Line.starts_with("ninja: "))
      Words += Line.str() + '\n';
    else if (Line.starts_with("ninja: error:"))
      Words += Line.str() + '\n';
  }

  ProgressLine Shown{""};
  std::string Unread, Words;
};

/// ninja in the folder of a plan.
class NinjaRun {
public:
  NinjaRun(std::string Program, const PlanFolder &In, unsigned Jobs)
      : Arguments{std::move(Program),   "-C", In.path(), "-j",
                  std::to_string(Jobs), "-k", "0"} {}

  void want(const std::string &Target) { Arguments.push_back(Target); }

  Complaint run() {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC) != 0)
      return std::string("cannot start ninja: ") + strerror(errno);
    pid_t Pid = fork();
    if (Pid == 0)
      become(Ends[1]);
    close(Ends[1]);
    listen(Ends[0]);
    close(Ends[0]);
    int Status = -1;
    while (Pid > 0 && waitpid(Pid, &Status, 0) < 0 && errno == EINTR)
      ;
    Output.end();
    if (Status == 0)
      return std::nullopt;
    llvm::errs() << Output.words();
    return "ninja could not do all of the work";
  }

private:
  [[noreturn]] void become(int Writer) {
    // It ends with us, and ends what it has started.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    signal(SIGPIPE, SIG_DFL);
    dup2(Writer, STDOUT_FILENO);
    dup2(Writer, STDERR_FILENO);
    unsetenv("NINJA_STATUS");
    std::vector<char *> Words;
    for (std::string &A : Arguments)
      Words.push_back(A.data());
    Words.push_back(nullptr);
    execv(Words[0], Words.data());
    _exit(127);
  }

  void listen(int Reader) {
    char Buffer[4096];
    while (true) {
      ssize_t N = read(Reader, Buffer, sizeof Buffer);
      if (N > 0)
        Output.take({Buffer, size_t(N)});
      else if (N == 0 || errno != EINTR)
        return;
    }
  }

  std::vector<std::string> Arguments;
  NinjaOutput Output;
};

/// Two runs do not use one folder at once.
Descriptor lock(const PlanFolder &In) {
  Descriptor D = openFile(In / "lock", O_RDWR | O_CREAT);
  if (D && flock(D.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    llvm::errs() << "predabs: waiting for another run that uses "
                 << printable(In.path()) << '\n';
  while (D && flock(D.number(), LOCK_EX) != 0 && errno == EINTR)
    ;
  return D;
}

class PlanRun {
public:
  PlanRun(const PlanRequest &Request, std::string Folder)
      : Request(Request), In(std::move(Folder)), Units(plannedUnits(Request)) {}

  Complaint run() {
    bool IsKept = !Request.Folder.empty();
    if (llvm::sys::fs::create_directories(In.path()))
      return "cannot make " + In.path();
    Descriptor Lock = lock(In);
    if (Complaint Wrong = In.write(Units, inputs(), Request.Others))
      return Wrong;
    Before = In.resultsNow();
    auto Ninja = llvm::sys::findProgramByName("ninja");
    if (IsKept && Ninja)
      return runNinja(*Ninja);
    if (IsKept)
      llvm::errs() << "predabs: there is no ninja here, so all files are "
                      "checked again\n";
    return OwnRun(In, numberOfJobs(Request.Opts)).run(Units);
  }

  void report(
      const std::function<void(const SourceUnit &, FileResult)> &Done) const {
    Order O = In.order();
    std::map<std::string, unsigned> Turns;
    for (size_t U = 0; U < O.units().size(); ++U)
      Turns[O.units()[U].Id] = O.turns(U);
    for (const PlannedUnit &U : Units) {
      std::optional<FileResult> R = In.result(U.Id, Turns[U.Id], Before);
      if (!R) {
        R.emplace();
        R->Trouble = U.Unit.File + ": its result cannot be read";
        llvm::sys::fs::remove(In / resultFile(U.Id, Turns[U.Id]));
      }
      Done(U.Unit, std::move(*R));
    }
  }

private:
  std::vector<std::string> inputs() const {
    std::vector<std::string> Result;
    for (const NamedFile *File :
         {&Request.Opts.Predicates, &Request.Opts.Protocols})
      if (File->isNamed())
        Result.push_back(absolute(File->name()));
    return Result;
  }

  /// Which step is the last of a unit is known when all were looked at.
  Complaint runNinja(const std::string &Program) const {
    if (Complaint Wrong = In.writeNinjaFile(In.order()))
      return Wrong;
    unsigned Jobs = numberOfJobs(Request.Opts);
    NinjaRun Plan(Program, In, Jobs);
    Plan.want("build.ninja");
    if (Complaint Wrong = Plan.run())
      return Wrong;
    NinjaRun Checks(Program, In, Jobs);
    Order O = In.order();
    std::set<std::string> Wanted;
    for (const PlannedUnit &U : Units)
      Wanted.insert(U.Id);
    for (size_t U = 0; U < O.units().size(); ++U)
      if (Wanted.contains(O.units()[U].Id))
        Checks.want(resultFile(O.units()[U].Id, O.turns(U)));
    return Checks.run();
  }

  const PlanRequest &Request;
  PlanFolder In;
  std::vector<PlannedUnit> Units;
  std::set<std::string> Before; ///< results
};

} // namespace

Complaint predabs::runPlan(
    const PlanRequest &Request,
    const std::function<void(const SourceUnit &, FileResult)> &Done) {
  std::optional<TemporaryFolder> Temporary;
  if (Request.Folder.empty())
    Temporary.emplace();
  if (Temporary && Temporary->path().empty())
    return "cannot make a temporary folder; see TMPDIR";
  PlanRun Run(Request, Temporary ? Temporary->path() : Request.Folder);
  if (Complaint Wrong = Run.run())
    return Wrong;
  Run.report(Done);
  return std::nullopt;
}
