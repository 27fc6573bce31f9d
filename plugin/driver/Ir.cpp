// `predabs ir`: the intermediate language, printed or executed.

#include "checkers/files/UserFiles.h"
#include "plugin/Consumer.h"
#include "plugin/driver/Arguments.h"
#include "plugin/driver/Commands.h"
#include "plugin/driver/Frontend.h"
#include "plugin/driver/Serve.h"
#include "plugin/lower/Lowering.h"
#include "predicates/interpreter/Interpreter.h"
#include "predicates/ir/Parse.h"
#include "predicates/ir/Print.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace predabs;

namespace {

struct IrOptions {
  bool NoLocs = false;
  bool Stats = false;
  bool Run = false;
  std::string Database;
  std::string Function;
  std::vector<std::string> ProgramArgs;
  uint64_t MaxSteps = UINT64_MAX;
};

Syntax irSyntax(IrOptions &O) {
  return {
      {value("p", "DIR", "take compile commands from DIR/compile_commands.json",
             O.Database),
       flag("no-locs", "leave out source locations", O.NoLocs),
       value("function", "NAME", "print this function alone", O.Function),
       flag("stats", "print how exactly each function was lowered", O.Stats),
       flag("run", "execute main; the exit status is the program's", O.Run),
       values("arg", "A", "with --run: an argument of the program (repeatable)",
              O.ProgramArgs),
       number("max-steps", "N", "with --run: give up after N statements",
              O.MaxSteps)},
      {"timeout", "memory"}};
}

int showHelp(const Syntax &S) {
  llvm::outs()
      << "usage: predabs ir [options] files... [-- compiler arguments]\n"
         "       predabs ir [options] -p DIR [files...]\n\n"
         "Prints C and C++ files in the intermediate language. A file *.ir is "
         "read as such,\nchecked and printed again.\n\noptions:\n"
      << S.help();
  return 0;
}

/// Passes the program's output on; to a terminal, line by line.
class Passer : public ir::OutputSink {
public:
  void write(ir::Stream To, std::string_view Text) override {
    llvm::raw_ostream &Out =
        To == ir::Stream::Output ? llvm::outs() : llvm::errs();
    Out << llvm::StringRef(Text);
    if (IsTerminal && Text.find('\n') != Text.npos)
      Out.flush();
  }

private:
  bool IsTerminal = isatty(STDOUT_FILENO);
};

std::string placeText(const ir::Module &M, ir::Loc L) {
  if (!L.isValid())
    return "";
  return " at " + (L.File < M.Files.size() ? M.Files[L.File] : "?") + ":" +
         std::to_string(L.Line) + ":" + std::to_string(L.Column);
}

int runModule(const ir::Module &M, const IrOptions &O) {
  const ir::Function *Main = M.findFunction("main");
  if (!Main || !Main->isDefined())
    return fail("not run to the end: there is no main");
  Passer Sink;
  ir::RunOptions Run;
  Run.Sink = &Sink;
  Run.MaxSteps = O.MaxSteps;
  if (!O.ProgramArgs.empty()) {
    Run.Args = {M.Name};
    Run.Args.insert(Run.Args.end(), O.ProgramArgs.begin(), O.ProgramArgs.end());
  }
  ir::RunResult R = ir::run(M, Run);
  llvm::outs().flush();
  if (R.How == ir::RunResult::Outcome::Exited)
    return R.ExitStatus;
  std::string Why = ir::outcomeText(R.How);
  if (!R.Why.empty())
    Why += ": " + R.Why;
  return fail("not run to the end: " + Why + placeText(M, R.Where));
}

void printStats(const ir::Module &M) {
  for (const auto &F : M.Functions) {
    if (!F->isDefined())
      continue;
    llvm::outs() << "# " << F->Name << ": " << F->How.Statements
                 << " statements, " << F->How.FloatingPoint
                 << " floating-point, " << F->How.Approximated
                 << " approximated";
    for (unsigned R = 0; R < ir::NumReasons; ++R)
      if (F->How.ByReason[R])
        llvm::outs() << ", " << ir::reasonText(ir::Reason(R)) << " "
                     << F->How.ByReason[R];
    llvm::outs() << '\n';
  }
}

int printModule(const ir::Module &M, const IrOptions &O) {
  auto Locs = O.NoLocs ? ir::Locations::Hide : ir::Locations::Show;
  if (O.Function.empty()) {
    llvm::outs() << ir::print(M, Locs);
    return 0;
  }
  const ir::Function *F = M.findFunction(O.Function);
  if (!F)
    return fail("there is no function '" + O.Function + "'");
  llvm::outs() << ir::print(M, *F, Locs);
  return 0;
}

/// Does what \p O asks of a module.
int serve(const ir::Module &M, const IrOptions &O) {
  if (auto Wrong = ir::verify(M))
    return fail(M.Name + ": wrong program: " + *Wrong);
  if (O.Run)
    return runModule(M, O);
  if (!O.Stats)
    return printModule(M, O);
  printStats(M);
  return 0;
}

class IrConsumer : public clang::ASTConsumer {
public:
  IrConsumer(const clang::CompilerInstance &CI, const IrOptions &O, int &Status)
      : CI(CI), O(O), Status(Status) {}

  void HandleTranslationUnit(clang::ASTContext &Ctx) override {
    if (Ctx.getDiagnostics().hasErrorOccurred())
      return;
    Status = serve(*lowerTranslationUnit(Ctx, loweringOptions(CI)), O);
  }

private:
  const clang::CompilerInstance &CI;
  const IrOptions &O;
  int &Status;
};

int serveSource(const SourceUnit &Unit, const IrOptions &O) {
  int Status = 2;
  ConsumerMaker Make = [&](clang::CompilerInstance &CI) {
    return std::make_unique<IrConsumer>(CI, O, Status);
  };
  Colours Use = isatty(STDERR_FILENO) ? Colours::On : Colours::Off;
  if (!runFrontend(Unit, Make, llvm::errs(), Use))
    return fail(Unit.File + " does not compile");
  return Status;
}

int serveText(const std::string &File, const IrOptions &O) {
  FileBytes Read = readInput(File);
  if (!Read.Bytes)
    return fail(cannotRead(File, Read.Why));
  ir::ParsedModule M = ir::parseModule(*Read.Bytes);
  return M ? serve(*M.Parsed, O) : fail(File + ":" + M.Error.str());
}

Complaint unitsToServe(const Arguments &Args, const IrOptions &O,
                       std::vector<SourceUnit> &Units) {
  if (!O.Database.empty()) {
    if (Complaint C = unitsOfDatabase(O.Database, Args, Units))
      return C;
  } else if (Args.Files.empty()) {
    return "'predabs ir' needs a file; see 'predabs ir --help'";
  } else {
    Units = unitsOfFiles(Args);
  }
  if (O.Run && Units.size() != 1)
    return "'predabs ir --run' takes one file";
  for (const SourceUnit &Unit : Units)
    if (!llvm::sys::fs::exists(Unit.Path))
      return "no such file: " + Unit.File;
  return std::nullopt;
}

int serveUnit(const SourceUnit &Unit, const IrOptions &O, const Options &Opts) {
  bool IsText = llvm::StringRef(Unit.File).ends_with(".ir");
  return serveIsolated(
      [&] { return IsText ? serveText(Unit.File, O) : serveSource(Unit, O); },
      Opts, Unit.File);
}

} // namespace

int predabs::runIr(const std::vector<std::string> &Words) {
  IrOptions O;
  Syntax S = irSyntax(O);
  Arguments Args;
  if (Complaint C = parseArguments(S, Words, Args))
    return fail(*C);
  if (Args.Opts.Help)
    return showHelp(S);
  std::vector<SourceUnit> Units;
  if (Complaint C = unitsToServe(Args, O, Units))
    return fail(*C);
  int Worst = 0;
  for (const SourceUnit &Unit : Units)
    Worst = std::max(Worst, serveUnit(Unit, O, Args.Opts));
  return Worst;
}
