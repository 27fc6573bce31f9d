// `predabs check`: every file in a process of its own, several at a time, the
// results in the order of the command line.

#include "checkers/protocols/Given.h"
#include "plugin/Consumer.h"
#include "plugin/Diagnose.h"
#include "plugin/DriverArguments.h"
#include "plugin/DriverCommands.h"
#include "plugin/DriverFrontend.h"
#include "plugin/LockAttributes.h"
#include "plugin/Outputs.h"
#include "predicates/Nearest.h"

#include "clang/AST/ASTContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <set>
#include <thread>
#include <unistd.h>

using namespace predabs;

namespace {

struct CheckOptions {
  bool Verdicts = false;
  bool Functions = false;
  std::string Explain; ///< a function
  std::string Database;
};

Syntax checkSyntax(CheckOptions &O) {
  return {{text("p", "DIR",
                "take files and their compile commands from "
                "DIR/compile_commands.json",
                O.Database),
           flag("verdicts", "print a line for each obligation", O.Verdicts),
           flag("functions", "print how exactly each function was lowered",
                O.Functions),
           text("explain", "FUNCTION",
                "say on what the verdicts in FUNCTION rest: the predicates, "
                "and what holds where an assertion is reached",
                O.Explain)},
          {}};
}

int showHelp(const Syntax &S) {
  llvm::outs()
      << "usage: predabs check [options] files... [-- compiler arguments]\n"
         "       predabs check [options] -p DIR [files...]\n\n"
         "Checks the assertions of C and C++ files.\n\noptions:\n"
      << S.help()
      << "\nexit status: 0 nothing is violated, 1 something is, 2 not all of "
         "the work could\nbe done\n";
  return 0;
}

// A file's process answers with these frames.
enum AnswerKind : uint32_t {
  MessagesFrame = 1, ///< what clang printed
  ReportFrame = 2,
  LostFrame = 3, ///< why the analysis was lost
  CompiledFrame = 4,
  ComplaintFrame = 5, ///< the options do not fit this file
  NewsFrame = 6,      ///< what is kept has changed
};

/// What came of one file.
struct FileResult {
  std::string Messages;
  Report Found;
  bool Compiled = false;
  std::string Trouble; ///< why there is less than the whole, in one line
  std::string Lost;    ///< as in Analysis
  std::string Complaint;
  bool HasNews = false; ///< as in Analysis
};

void checkUnit(const SourceUnit &Unit, const Options &Opts, Colours Use,
               AnswerPipe &Pipe) {
  if (!llvm::sys::fs::exists(Unit.Path))
    return;
  std::string Messages;
  llvm::raw_string_ostream Out(Messages);
  ConsumerMaker Make = [&](clang::CompilerInstance &CI) {
    return std::make_unique<Consumer>(
        CI, Opts, Effort::Always, [&](clang::ASTContext &Ctx, Analysis A) {
          dropSystemHeaders(A.Found, Ctx.getSourceManager());
          diagnose(A.Found, Ctx.getDiagnostics(), Ctx.getSourceManager(),
                   proofRemarks(CI));
          suggestAttributes(A.Annotations, Opts.Annotate, Ctx);
          Pipe.send(ReportFrame, encode(A.Found));
          if (!A.Lost.empty())
            Pipe.send(LostFrame, A.Lost);
          if (!A.Complaint.empty())
            Pipe.send(ComplaintFrame, A.Complaint);
          if (A.HasNews)
            Pipe.send(NewsFrame, "");
        });
  };
  bool Compiled = runFrontend(Unit, Make, Out, Use);
  Pipe.send(MessagesFrame, Messages);
  if (Compiled)
    Pipe.send(CompiledFrame, "");
}

FileResult readResult(const SourceUnit &Unit, Outcome O) {
  FileResult R;
  if (const Frame *F = O.last(MessagesFrame))
    R.Messages = F->Bytes;
  if (const Frame *F = O.last(ReportFrame))
    if (std::optional<Report> Found = decode(F->Bytes)) {
      R.Found = std::move(*Found);
      R.Compiled = true;
    }
  R.HasNews = O.last(NewsFrame) != nullptr;
  if (const Frame *F = O.last(ComplaintFrame))
    R.Complaint = F->Bytes;
  if (const Frame *F = O.last(LostFrame))
    R.Lost = F->Bytes;
  if (O.Lost != Loss::None)
    R.Trouble = Unit.File + ": " + describe(O, "the compiler", {});
  else if (!R.Lost.empty())
    R.Trouble = "analysis of " + Unit.File + " was lost: " + R.Lost;
  else if (!llvm::sys::fs::exists(Unit.Path))
    R.Trouble = "no such file: " + Unit.File;
  else if (!O.last(CompiledFrame) || !R.Compiled)
    R.Trouble = Unit.File + " does not compile";
  return R;
}

/// `[3/12] foo.c` on a terminal, and nothing elsewhere.
class Progress {
public:
  explicit Progress(size_t Count)
      : Count(Count), Visible(Count > 1 && isatty(STDERR_FILENO)) {}

  void show(size_t Done, const std::string &File) const {
    if (Visible)
      llvm::errs() << "\r\033[K[" << Done << "/" << Count << "] " << File;
  }
  void hide() const {
    if (Visible)
      llvm::errs() << "\r\033[K";
  }

private:
  size_t Count;
  bool Visible;
};

unsigned numberOfJobs(const Options &Opts) {
  return Opts.Jobs ? Opts.Jobs
                   : std::max(1u, std::thread::hardware_concurrency());
}

/// Prints results and adds them up.
class Printer {
public:
  explicit Printer(const CheckOptions &O) : O(O) {}

  void print(const SourceUnit &Unit, const FileResult &R) {
    llvm::errs() << R.Messages;
    if (R.Compiled)
      printLowering(Unit.File, R.Found);
    if (O.Verdicts)
      for (const Decision &D : R.Found.Decisions)
        printDecision(D, Unit, R.Found);
    explain(Unit, R.Found);
    for (const Decision &D : R.Found.Decisions)
      ++Counts[size_t(D.Answer)];
    llvm::outs().flush();
    for (const std::string &Line : R.Found.Log)
      llvm::errs() << Line << '\n';
    note(R);
  }

  /// The last line; the exit status.
  int finish() {
    const char *Comma = "predabs: ";
    for (unsigned V = 0; V < NumVerdicts; ++V, Comma = ", ")
      llvm::outs() << Comma << Counts[V] << " " << verdictText(Verdict(V));
    llvm::outs() << '\n';
    llvm::outs().flush();
    if (!Fits && !Complaint.empty())
      Status = fail(Complaint);
    if (!O.Explain.empty() && !Explained && Status == 0)
      Status =
          fail("nothing is to be shown in '" + O.Explain + "'" +
               didYouMean(O.Explain, {Functions.begin(), Functions.end()}));
    bool Violations = Counts[size_t(Verdict::Violated)] != 0;
    return Status ? Status : Violations ? 1 : 0;
  }

private:
  void note(const FileResult &R) {
    if (!R.Trouble.empty())
      Status = fail(R.Trouble);
    // An entry that other files do not have is a mistake only if no file has
    // it.
    if (R.Complaint.empty())
      Fits |= R.Compiled;
    else if (Complaint.empty())
      Complaint = R.Complaint;
  }

  void explain(const SourceUnit &Unit, const Report &R) {
    for (const Decision &D : R.Decisions) {
      Functions.insert(D.What.Function);
      if (D.What.Function != O.Explain)
        continue;
      Explained = true;
      if (!O.Verdicts)
        printDecision(D, Unit, R);
      printBasis(D);
    }
  }

  static void printBasis(const Decision &D) {
    const Evidence &E = D.Basis;
    if (!D.Why.empty())
      llvm::outs() << "  " << whyText(D.Answer) << D.Why << '\n';
    if (D.Answer == Verdict::Proved)
      llvm::outs() << "  where it is reached: "
                   << (E.Invariant.empty() ? "never" : E.Invariant) << '\n';
    for (const std::string &P : E.Predicates)
      llvm::outs() << "  predicate: " << P << '\n';
    llvm::outs() << "  " << plural(E.Rounds, "round") << ", "
                 << plural(E.Units, "unit") << " of work\n";
  }

  static const char *whyText(Verdict V) {
    switch (V) {
    case Verdict::Unknown:
      return "not decided: ";
    case Verdict::Latent:
      return "fails if called with ";
    case Verdict::Proved:
    case Verdict::Violated:
      break;
    }
    return "";
  }

  static std::string reasons(const ir::Exactness &How) {
    std::string Text;
    for (unsigned R = 0; R < ir::NumReasons; ++R)
      if (How.ByReason[R] && ir::isApproximation(ir::Reason(R)))
        Text += (Text.empty() ? "" : ", ") +
                std::string(ir::reasonText(ir::Reason(R))) + " " +
                std::to_string(How.ByReason[R]);
    return Text.empty() ? "" : " (" + Text + ")";
  }

  static std::string exactness(const ir::Exactness &How) {
    std::string Text = plural(How.Statements, "statement") + ", ";
    return Text + (How.Approximated == 0 ? "all exact"
                                         : std::to_string(How.Approximated) +
                                               " approximated" + reasons(How));
  }

  static std::string plural(uint64_t N, const std::string &Noun) {
    return std::to_string(N) + " " + Noun + (N == 1 ? "" : "s");
  }

  void printLowering(const std::string &File, const Report &R) const {
    const std::vector<FunctionStats> &Functions = R.Numbers.Functions;
    llvm::outs() << File << ": " << plural(Functions.size(), "function")
                 << " lowered, " << exactness(R.Numbers.total()) << '\n';
    if (O.Functions)
      for (const FunctionStats &F : Functions)
        llvm::outs() << "  " << F.Name << ": " << exactness(F.How) << '\n';
  }

  static std::string fileName(const SourceUnit &Unit, const std::string &File) {
    llvm::SmallString<256> Path(File);
    if (!Unit.isCompiledHere())
      llvm::sys::fs::make_absolute(Unit.Directory, Path);
    return Path.str().str();
  }

  static void printDecision(const Decision &D, const SourceUnit &Unit,
                            const Report &R) {
    const Obligation &What = D.What;
    if (What.Where.isValid())
      llvm::outs() << fileName(Unit, R.Files[What.Where.File]) << ":"
                   << What.Where.Line << ":" << What.Where.Column << ": ";
    llvm::outs() << verdictText(D.Answer) << ": " << What.Property << ": "
                 << What.Function << ": " << What.Text << '\n';
  }

  const CheckOptions &O;
  std::array<uint64_t, NumVerdicts> Counts = {};
  int Status = 0;
  bool Fits = false; ///< the options fit some file
  std::string Complaint;
  bool Explained = false;
  std::set<std::string> Functions; ///< that have obligations
};

/// Checks all files, a few at a time, and gives each to \p Done in order.
class Schedule {
public:
  using Receiver = std::function<void(const SourceUnit &, FileResult)>;

  Schedule(const std::vector<SourceUnit> &Units, const Options &Opts)
      : Units(Units), Opts(Opts), Runs(Units.size()), Shown(Units.size()) {}

  void run(const Receiver &Done) {
    size_t Jobs = numberOfJobs(Opts);
    for (size_t Next = 0; Next < Units.size();) {
      while (Started < Units.size() && Open.size() < Jobs)
        start(Started++);
      IsolatedRun::wait(Open);
      std::erase_if(Open, [](IsolatedRun *R) { return R->isFinished(); });
      for (; Next < Started && Runs[Next]->isFinished(); ++Next) {
        Shown.hide();
        Done(Units[Next], readResult(Units[Next], Runs[Next]->takeOutcome()));
        Runs[Next].reset();
      }
    }
    Shown.hide();
  }

private:
  void start(size_t I) {
    Shown.show(I + 1, Units[I].File);
    Colours Use = isatty(STDERR_FILENO) ? Colours::On : Colours::Off;
    // The engine inside has its own limits.
    Runs[I] = std::make_unique<IsolatedRun>(
        [&, I, Use](AnswerPipe &Pipe) { checkUnit(Units[I], Opts, Use, Pipe); },
        Limits{});
    Open.push_back(Runs[I].get());
  }

  const std::vector<SourceUnit> &Units;
  const Options &Opts;
  std::vector<std::unique_ptr<IsolatedRun>> Runs;
  std::vector<IsolatedRun *> Open;
  size_t Started = 0;
  Progress Shown;
};

/// Ctrl-C: the children end with their parent, and LLVM removes what is half
/// written.
void endAtOnce() {
  constexpr char Clear[] = "\r\033[K";
  if (isatty(STDERR_FILENO)) [[maybe_unused]]
    ssize_t N = write(STDERR_FILENO, Clear, sizeof Clear - 1);
  _exit(130);
}

/// What a file says of its functions may tell another file more: all are
/// checked again until nobody has news, or this often.
constexpr unsigned MaxTurns = 5;

void takeTurns(const std::vector<SourceUnit> &Units, const Options &Opts) {
  bool HasNews = true;
  for (unsigned Turn = 1; HasNews && Turn < MaxTurns; ++Turn) {
    HasNews = false;
    Schedule(Units, Opts).run([&](const SourceUnit &, const FileResult &R) {
      HasNews |= R.HasNews;
    });
  }
}

int checkAll(const std::vector<SourceUnit> &Units, const CheckOptions &O,
             const Options &Opts) {
  llvm::sys::SetInterruptFunction(endAtOnce);
  if (Opts.Store != "off" && Units.size() > 1)
    takeTurns(Units, Opts);
  Printer Print(O);
  std::vector<FileReport> All;
  Schedule(Units, Opts).run([&](const SourceUnit &Unit, FileResult R) {
    Print.print(Unit, R);
    All.push_back(
        {Unit.File, Unit.Directory, std::move(R.Found), std::move(R.Trouble)});
  });
  int Status = Print.finish();
  for (const std::string &Wrong : writeOutputs(All, Opts))
    Status = fail(Wrong);
  return Status;
}

} // namespace

int predabs::runCheck(const std::vector<std::string> &Words) {
  CheckOptions O;
  Syntax S = checkSyntax(O);
  Arguments Args;
  if (Complaint C = parseArguments(S, Words, Args))
    return fail(*C);
  if (Args.Opts.Help)
    return showHelp(S);
  if (Args.Files.empty() && O.Database.empty())
    return fail("no files to check; see 'predabs check --help'");
  if (Complaint C = givenProtocols(Args.Opts).Wrong)
    return fail(*C);
  std::vector<SourceUnit> Units;
  if (O.Database.empty())
    Units = unitsOfFiles(Args);
  else if (Complaint C = unitsOfDatabase(O.Database, Args, Units))
    return fail(*C);
  return checkAll(Units, O, Args.Opts);
}
