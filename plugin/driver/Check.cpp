// `predabs check`: every file in a process of its own, several at a time,
// callees before callers; the results in the order of the command line.

#include "checkers/protocols/language/ChosenProtocols.h"
#include "plugin/compile/CompileFiles.h"
#include "plugin/driver/Commands.h"
#include "plugin/driver/Plan.h"
#include "plugin/driver/Print.h"
#include "plugin/driver/Temporary.h"
#include "plugin/output/Outputs.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <set>
#include <unistd.h>

using namespace predabs;

namespace {

struct CheckOptions {
  PrintOptions Print;
  std::string Database;
  std::string Plan;
};

Syntax checkSyntax(CheckOptions &O) {
  return {
      {value("p", "DIR",
             "take files and their compile commands from "
             "DIR/compile_commands.json",
             O.Database),
       flag("verdicts", "print a line for each obligation", O.Print.Verdicts),
       flag("functions", "print how exactly each function was lowered",
            O.Print.Functions),
       value("explain", "FUNCTION",
             "say on what the verdicts in FUNCTION rest: the predicates, "
             "and what holds where an assertion is reached",
             O.Print.Explain),
       value("plan", "DIR",
             "keep the plan of the work in DIR, for the next time; else it "
             "lies where the store is, and is gone at the end if there is "
             "none",
             O.Plan)},
      {}};
}

int showHelp(const Syntax &S) {
  llvm::outs()
      << "usage: predabs check [options] files... [-- compiler arguments]\n"
         "       predabs check [options] -p DIR [files...]\n\n"
         "Checks the assertions of C and C++ files.\n\noptions:\n"
      << S.help()
      << "\nexit status: 0 nothing is violated, 1 something is, or was warned "
         "about, 2 not all\nof the work could be done\n";
  return 0;
}

/// Ctrl-C: the children end with their parent, and LLVM removes what is half
/// written.
void endAtOnce() {
  constexpr char Clear[] = "\r\033[K";
  if (isatty(STDERR_FILENO)) [[maybe_unused]]
    ssize_t N = write(STDERR_FILENO, Clear, sizeof Clear - 1);
  TemporaryFolder::removeAtOnce();
  _exit(130);
}

/// Where the plan is kept; nowhere if the whole work is to be seen.
std::string planFolder(const CheckOptions &O, const Options &Opts) {
  bool WantsWork = !Opts.EmitBp.empty() || Opts.TraceRefinement;
  if (WantsWork || (O.Plan.empty() && !isStoreOn(Opts)))
    return "";
  llvm::SmallString<256> Path(O.Plan);
  if (O.Plan.empty() && Opts.Store != "beside")
    llvm::sys::path::append(Path, Opts.Store, "plan");
  else if (O.Plan.empty()) {
    if (llvm::sys::fs::is_directory(O.Database))
      Path = O.Database;
    else
      Path = llvm::sys::path::parent_path(O.Database);
    llvm::sys::path::append(Path, ".predabs", "plan");
  }
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

Complaint overwritten(const std::vector<SourceUnit> &Units,
                      const Options &Opts) {
  std::vector<std::string> Sources;
  for (const SourceUnit &Unit : Units)
    Sources.push_back(Unit.Path);
  return overwrittenSource(Sources, Opts);
}

/// The same for what the files include, which is known when they were read.
Complaint overwritten(const std::set<std::string> &Read, const Options &Opts) {
  return overwrittenSource({Read.begin(), Read.end()}, Opts);
}

int checkAll(std::vector<SourceUnit> Units, const CheckOptions &O,
             const Arguments &Args) {
  llvm::sys::SetInterruptFunction(endAtOnce);
  // LLVM takes it for a crash, and goes on.
  signal(SIGQUIT, [](int) { endAtOnce(); });
  PlanRequest Request = {std::move(Units), Args.Opts, Args.Words,
                         planFolder(O, Args.Opts)};
  if (!O.Database.empty() && Args.Files.empty())
    Request.Others = PlanFolder::Earlier::Forget;
  ResultPrinter Print(O.Print);
  std::vector<FileReport> All;
  std::set<std::string> Read;
  Complaint Wrong = runPlan(Request, [&](const SourceUnit &Unit, FileResult R) {
    Print.print(Unit, R);
    Read.insert(R.Inputs.begin(), R.Inputs.end());
    All.push_back(
        {Unit.File, Unit.Directory, std::move(R.Found), std::move(R.Trouble)});
  });
  if (Wrong)
    return fail(*Wrong);
  int Status = Print.finish();
  if (Complaint C = overwritten(Read, Args.Opts))
    return fail("--" + *C);
  for (const std::string &Failed : writeOutputs(All, Args.Opts))
    Status = fail(Failed);
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
  if (Complaint C = chooseProtocols(Args.Opts).Wrong)
    return fail(*C);
  std::vector<SourceUnit> Units;
  if (O.Database.empty())
    Units = unitsOfFiles(Args);
  else if (Complaint C = unitsOfDatabase(O.Database, Args, Units))
    return fail(*C);
  if (Complaint C = overwritten(Units, Args.Opts))
    return fail("--" + *C);
  return checkAll(std::move(Units), O, Args);
}
