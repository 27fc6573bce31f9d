// `predabs abstract`: the Boolean program of a file over given predicates.

#include "predicates/abstraction/Abstract.h"
#include "checkers/engine/Engine.h"
#include "checkers/files/UserFiles.h"
#include "checkers/obligations/Obligations.h"
#include "plugin/Consumer.h"
#include "plugin/driver/Arguments.h"
#include "plugin/driver/Commands.h"
#include "plugin/driver/Frontend.h"
#include "plugin/driver/Serve.h"
#include "plugin/source/Annotations.h"
#include "plugin/source/SourceLines.h"
#include "plugin/source/SourceNames.h"
#include "predicates/bp/Print.h"
#include "predicates/ir/Forward.h"
#include "predicates/ir/Parse.h"
#include "predicates/text/Nearest.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <climits>
#include <unistd.h>

using namespace predabs;

namespace {

constexpr std::string_view Automatic = "auto";

struct AbstractOptions {
  std::vector<std::string> Predicates; ///< files, or `auto`
  std::vector<std::string> Functions;
  uint64_t MaxCube = StrengthenOptions().MaxCube;
  AbstractionOptions How;
  bool DistributeOr = false;
  bool Closed = false;
  bool Stats = false;
  uint64_t Units = 10'000'000;
  std::string Database;
};

/// An option with one of a few words as its value.
template <typename Enum>
LocalOption choice(std::string Name, std::string Help,
                   std::vector<std::pair<std::string_view, Enum>> Words,
                   Enum &Field) {
  std::string Meta;
  for (const auto &[Word, Value] : Words)
    Meta += (Meta.empty() ? "" : "|") + std::string(Word);
  std::string Wrong = "option '--" + Name + "' takes " + Meta + ", not '";
  return {std::move(Name), Meta, std::move(Help),
          [=, &Field](const std::string &Given) -> Complaint {
            for (const auto &[Word, Value] : Words)
              if (Given == Word) {
                Field = Value;
                return std::nullopt;
              }
            return Wrong + Given + "'";
          }};
}

Syntax abstractSyntax(AbstractOptions &O) {
  return {
      {values("predicates", "FILE|auto",
              "take predicates from FILE (docs/predicates.md), or the "
              "conditions that functions branch on (repeatable)",
              O.Predicates),
       values("function", "NAME",
              "abstract this function and what it calls alone (repeatable)",
              O.Functions),
       number("max-cube", "N",
              "combine at most N predicates where one alone does not decide; "
              "0: any number (default 3)",
              O.MaxCube),
       choice<Precision>("precision",
                         "abstract predicates one by one (default), the "
                         "relation of each statement, or of whole blocks",
                         {{"cartesian", Precision::Cartesian},
                          {"exact", Precision::Exact},
                          {"blocks", Precision::Blocks}},
                         O.How.How),
       choice<Search>("search",
                      "how to look for combinations; the result is the same",
                      {{"cheapest", Search::Cheapest},
                       {"cubes", Search::Cubes},
                       {"models", Search::Models}},
                      O.How.Strengthen.How),
       flag("distribute-or", "split goals at '||' too: cheaper, less precise",
            O.DistributeOr),
       flag("closed", "the file is the whole program", O.Closed),
       number("units", "N",
              "work for one function, in units of the prover; 0: any amount "
              "(default 10000000)",
              O.Units),
       flag("stats", "print numbers about the work, to standard error",
            O.Stats),
       value("p", "DIR", "take compile commands from DIR/compile_commands.json",
             O.Database)},
      {"timeout", "memory"}};
}

int showHelp(const Syntax &S) {
  llvm::outs()
      << "usage: predabs abstract [options] file [-- compiler arguments]\n\n"
         "Prints the Boolean program that a C or C++ file is over given "
         "predicates. These\ncome from files, from annotations in the source, "
         "or from its conditions. The exit\nstatus is 2 if a predicate is "
         "wrong, and each error takes one line.\n\noptions:\n"
      << S.help();
  return 0;
}

class AbstractRun {
public:
  AbstractRun(ir::Module &M, NameSource &Names, const AbstractOptions &O)
      : M(M), Names(Names), O(O), Set(M) {}

  PredicateSet &predicates() { return Set; }

  /// Reads what the command line names; \p Known errors come first.
  int run(Annotations Known) {
    Errors = std::move(Known.Errors);
    ir::forwardTemporaries(M);
    if (O.Predicates.empty() && Known.Count == 0 && Errors.empty())
      return fail(M.Name + " has no annotations with predicates: name a file "
                           "with --predicates, or 'auto'");
    AbstractionOptions How = O.How;
    if (Complaint C = findFunctions(How.Functions))
      return fail(M.Name + ": " + *C);
    for (const std::string &Source : O.Predicates)
      if (Complaint C = addPredicates(Source))
        return fail(*C);
    if (!Errors.empty())
      return showErrors();
    return abstract(How);
  }

private:
  Complaint findFunctions(std::vector<const ir::Function *> &Found) {
    for (const std::string &Name : O.Functions) {
      size_t Before = Found.size();
      for (const ir::Function *F : Names.functionsNamed(Name))
        if (F->isDefined())
          Found.push_back(F);
      if (Found.size() == Before)
        return "there is no function '" + Name + "' with a body" +
               didYouMean(Name, functionNames());
    }
    return std::nullopt;
  }

  std::vector<std::string_view> functionNames() const {
    std::vector<std::string_view> Result;
    for (const auto &F : M.Functions)
      if (F->isDefined())
        Result.push_back(F->DisplayName);
    return Result;
  }

  Complaint addPredicates(const std::string &Source) {
    if (Source == Automatic) {
      for (const auto &F : M.Functions)
        addBranchPredicates(*F, Set);
      return std::nullopt;
    }
    FileBytes Read = readInput(Source);
    if (!Read.Bytes)
      return cannotRead(Source, Read.Why);
    for (PredicateError &E : parsePredicates(*Read.Bytes, Source, Names, Set))
      Errors.push_back(std::move(E));
    return std::nullopt;
  }

  int showErrors() const {
    for (const PredicateError &E : Errors)
      llvm::errs() << E.File << ':' << E.Line << ':' << E.Column
                   << ": error: " << E.Message << '\n';
    return 2;
  }

  int abstract(AbstractionOptions &How) {
    auto Begin = std::chrono::steady_clock::now();
    How.Strengthen.MaxCube = unsigned(std::min<uint64_t>(O.MaxCube, UINT_MAX));
    How.UnitsPerFunction = O.Units;
    if (O.DistributeOr)
      How.Strengthen.Distribute = Distribution::OverAndAndOr;
    How.Failures = failureFunctions(M, Options());
    SourceLines Lines(M);
    How.SourceLine = [&](ir::Loc L) { return Lines.at(L); };
    Aliases A(M, O.Closed ? World::Closed : World::Open);
    std::unique_ptr<Prover> Z = createZ3Prover(M.Ctx);
    Abstraction Made = abstractModule(Set, A, *Z, How);
    llvm::outs() << bp::print(Made.Program);
    std::chrono::duration<double> Spent =
        std::chrono::steady_clock::now() - Begin;
    if (O.Stats)
      showStats(Made, Z->statistics(), Spent.count());
    return 0;
  }

  void showStats(const Abstraction &Made, const ProverStatistics &S,
                 double Seconds) const {
    for (const auto &F : M.Functions)
      if (Made.Procedures[F->Id])
        llvm::errs() << F->DisplayName << ": " << Set.of(*F).size()
                     << " predicates, " << Made.Questions[F->Id]
                     << " questions asked\n";
    llvm::errs() << Set.size() << " predicates, " << S.Asked
                 << " questions asked (" << S.WithIntegers << " as integers, "
                 << S.WithBits << " as bit-vectors, " << S.Unknown
                 << " unknown), " << S.Remembered << " remembered, "
                 << llvm::format("%.3f s, %.3f s in the prover\n", Seconds,
                                 S.Seconds);
  }

  ir::Module &M;
  NameSource &Names;
  const AbstractOptions &O;
  PredicateSet Set;
  std::vector<PredicateError> Errors;
};

class AbstractConsumer : public clang::ASTConsumer {
public:
  AbstractConsumer(const clang::CompilerInstance &CI, const AbstractOptions &O,
                   int &Status)
      : CI(CI), O(O), Status(Status) {}

  void HandleTranslationUnit(clang::ASTContext &Ctx) override {
    if (Ctx.getDiagnostics().hasErrorOccurred())
      return;
    Lowering L(Ctx, loweringOptions(CI));
    if (auto Wrong = ir::verify(L.module())) {
      Status = fail(L.module().Name + ": wrong program: " + *Wrong);
      return;
    }
    SourceNames Names(L);
    AbstractRun Run(L.module(), Names, O);
    Status = Run.run(addAnnotations(L, Names, Run.predicates()));
  }

private:
  const clang::CompilerInstance &CI;
  const AbstractOptions &O;
  int &Status;
};

int serveSource(const SourceUnit &Unit, const AbstractOptions &O) {
  int Status = 2;
  ConsumerMaker Make = [&](clang::CompilerInstance &CI) {
    return std::make_unique<AbstractConsumer>(CI, O, Status);
  };
  Colours Use = isatty(STDERR_FILENO) ? Colours::On : Colours::Off;
  if (!runFrontend(Unit, Make, llvm::errs(), Use))
    return fail(Unit.File + " does not compile");
  return Status;
}

int serveText(const std::string &File, const AbstractOptions &O) {
  FileBytes Read = readInput(File);
  if (!Read.Bytes)
    return fail(cannotRead(File, Read.Why));
  ir::ParsedModule M = ir::parseModule(*Read.Bytes);
  if (!M)
    return fail(File + ":" + M.Error.str());
  if (auto Wrong = ir::verify(*M.Parsed))
    return fail(File + ": wrong program: " + *Wrong);
  ModuleNames Names(*M.Parsed);
  return AbstractRun(*M.Parsed, Names, O).run({});
}

Complaint unitToServe(const Arguments &Args, const AbstractOptions &O,
                      SourceUnit &Unit) {
  std::vector<SourceUnit> Units;
  if (O.Database.empty())
    Units = unitsOfFiles(Args);
  else if (Complaint C = unitsOfDatabase(O.Database, Args, Units))
    return C;
  if (Units.size() != 1)
    return "'predabs abstract' takes one file; see 'predabs abstract --help'";
  Unit = Units.front();
  if (!llvm::sys::fs::exists(Unit.Path))
    return "no such file: " + Unit.File;
  return std::nullopt;
}

} // namespace

int predabs::runAbstract(const std::vector<std::string> &Words) {
  AbstractOptions O;
  Syntax S = abstractSyntax(O);
  Arguments Args;
  if (Complaint C = parseArguments(S, Words, Args))
    return fail(*C);
  if (Args.Opts.Help)
    return showHelp(S);
  SourceUnit Unit;
  if (Complaint C = unitToServe(Args, O, Unit))
    return fail(*C);
  bool IsText = llvm::StringRef(Unit.File).ends_with(".ir");
  return serveIsolated(
      [&] { return IsText ? serveText(Unit.File, O) : serveSource(Unit, O); },
      Args.Opts, Unit.File);
}
