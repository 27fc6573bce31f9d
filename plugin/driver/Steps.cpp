#include "plugin/driver/Steps.h"

#include "checkers/protocols/instrument/Instrument.h"
#include "checkers/protocols/instrument/Unfold.h"
#include "checkers/protocols/language/ChosenProtocols.h"
#include "checkers/store/reuse/VerdictReuse.h"
#include "plugin/Consumer.h"
#include "plugin/compile/Inputs.h"
#include "predicates/ir/Calls.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace predabs;

namespace {

/// A name that no file has: who depends on it is done again the next time.
constexpr const char *Again = "again";

Complaint put(const PlanFolder &In, const std::string &Name,
              const std::string &Bytes) {
  WriteResult R = writeIfChanged(In / Name, Bytes);
  if (!R.isFailure())
    return std::nullopt;
  return "cannot write " + In / Name + ": " + R.Why;
}

/// As ninja knows it: files of the plan without the folder.
Complaint putDependencies(const PlanFolder &In, const std::string &Output,
                          std::vector<std::string> Files) {
  for (std::string &File : Files)
    if (File.starts_with(In.path() + "/"))
      File.erase(0, In.path().size() + 1);
  return put(In, dependencyFile(Output), makeRule(Output, Files));
}

/// The names of functions that calls in \p F name, if linkers know them.
void addCallees(const ir::Function &F, std::set<std::string> &Names) {
  for (const ir::Function *Callee : ir::directCallees(F))
    if (!Callee->IsInternal && isPlain(Callee->Name))
      Names.insert(Callee->Name);
}

UnitCalls callsOf(const std::string &Id, ir::Module &M, const Options &Opts) {
  std::set<std::string> Defines, Calls;
  for (const auto &F : M.Functions) {
    if (!F->isDefined())
      continue;
    addCallees(*F, Calls);
    if (!F->IsInternal && !F->IsReplaceable && isPlain(F->Name))
      Defines.insert(F->Name);
  }
  // How objects are made is known under names, too.
  const std::vector<Protocol> Protocols = chooseProtocols(Opts).All;
  unfold(M, Protocols);
  instrument(M, Protocols, [&](const std::string &Name) {
    Calls.insert(Name);
    return false;
  });
  for (const auto &F : M.Functions)
    if (F->Name.starts_with(MadePrefix))
      Defines.insert(F->Name);
  for (const std::string &Name : Defines)
    Calls.erase(Name);
  return {Id, {Defines.begin(), Defines.end()}, {Calls.begin(), Calls.end()}};
}

enum ScanFrames : uint32_t { CallsFrame = 1, InputFrame = 2, DoneFrame = 3 };

class CallsConsumer : public clang::ASTConsumer {
public:
  CallsConsumer(const clang::CompilerInstance &CI, std::string Id,
                const Options &Opts, AnswerPipe &Pipe)
      : CI(CI), Id(std::move(Id)), Opts(Opts), Pipe(Pipe) {}

private:
  void HandleTranslationUnit(clang::ASTContext &Ctx) override {
    if (Ctx.getDiagnostics().hasErrorOccurred())
      return;
    auto M = lowerTranslationUnit(Ctx, loweringOptions(CI));
    Pipe.send(CallsFrame, print(callsOf(Id, *M, Opts)));
  }

  const clang::CompilerInstance &CI;
  std::string Id;
  const Options &Opts;
  AnswerPipe &Pipe;
};

/// Names in options and commands are relative to that.
void goWhereItStarted(const PlannedUnit &U) {
  llvm::sys::fs::set_current_path(U.Directory);
}

void scanUnit(const PlannedUnit &U, AnswerPipe &Pipe) {
  goWhereItStarted(U);
  if (!llvm::sys::fs::exists(U.Unit.Path))
    return;
  Inputs Read;
  Options Opts = optionsOf(U);
  ConsumerMaker Make = [&](clang::CompilerInstance &CI) {
    Read.listen(CI);
    return std::make_unique<CallsConsumer>(CI, U.Id, Opts, Pipe);
  };
  bool Compiled = runFrontend(U.Unit, Make, llvm::nulls(), Colours::Off);
  for (const std::string &Path : Read.files(U.Unit.Directory))
    Pipe.send(InputFrame, Path);
  if (Compiled)
    Pipe.send(DoneFrame, "");
}

class Scan : public RunningStep {
public:
  Scan(const PlanFolder &In, PlannedUnit U) : In(In), U(std::move(U)) {
    Process = std::make_unique<IsolatedRun>(
        [this](AnswerPipe &Pipe) { scanUnit(this->U, Pipe); },
        engineLimits(optionsOf(this->U)));
  }

  /// Whatever went wrong will go wrong again when the file is checked, and be
  /// told then.
  Complaint finish() override {
    Outcome O = Process->takeOutcome();
    std::vector<std::string> Files = {U.Unit.Path};
    for (const Frame &F : O.Frames)
      if (F.Kind == InputFrame)
        Files.push_back(F.Bytes);
    if (!O.last(DoneFrame))
      Files.push_back(Again);
    const Frame *F = O.last(CallsFrame);
    std::string Output = callsFile(U.Id);
    if (Complaint Wrong = putDependencies(In, Output, std::move(Files)))
      return Wrong;
    return put(In, Output, F ? F->Bytes : print(UnitCalls{U.Id, {}, {}}));
  }

private:
  const PlanFolder &In;
  PlannedUnit U;
};

class Check : public RunningStep {
public:
  Check(const PlanFolder &In, const Order &O, size_t Number, PlannedUnit U)
      : In(In), O(O), Number(Number), Turn(O.steps()[Number].Turn),
        U(std::move(U)), Opts(optionsOf(this->U, O)) {
    // A file that is alone has nobody to tell.
    if (O.units().size() > 1 || isStoreOn(Opts))
      Keep = In.storeOf(O, Number, this->U, Opts.Store);
    if (isSettled())
      return;
    Process = std::make_unique<IsolatedRun>(
        [this](AnswerPipe &Pipe) {
          goWhereItStarted(this->U);
          checkUnit(this->U.Unit, Opts, Keep, Pipe);
        },
        // The engine inside has its own limits.
        Limits{});
  }

  Complaint finish() override {
    Complaint Wrong = Process ? finishWork() : repeatTurn();
    if (!Wrong)
      In.noteUses(O, Number);
    return Wrong;
  }

private:
  /// Whether the turn before has seen what this one would see.
  bool isSettled() {
    if (Turn == 1 || !Opts.EmitBp.empty())
      return false;
    StorePlan Last = Keep;
    Last.SideCar = In / sideCarFile(U.Id, Turn - 1);
    Last.Before.clear();
    Store Seen(Last);
    const SummaryFile *Before = Seen.before();
    if (!Before || !isUpToDate(*Before, Seen))
      return false;
    Used = Seen.used();
    return true;
  }

  Complaint repeatTurn() {
    for (auto Name : {sideCarFile, resultFile}) {
      FileBytes Last = readFile(In / Name(U.Id, Turn - 1));
      if (!Last.Bytes)
        return "cannot read " + In / Name(U.Id, Turn - 1) + ": " + Last.Why;
      if (Complaint Wrong = put(In, Name(U.Id, Turn), *Last.Bytes))
        return Wrong;
      Used.push_back(In / Name(U.Id, Turn - 1));
    }
    return putDependencies(In, resultFile(U.Id, Turn), Used);
  }

  Complaint finishWork() {
    FileResult R = readResult(U.Unit, Process->takeOutcome());
    R.Inputs.push_back(U.Unit.Path);
    std::vector<std::string> Dependencies = R.Inputs;
    if (!R.Trouble.empty())
      Dependencies.push_back(Again);
    std::string Output = resultFile(U.Id, Turn);
    if (Complaint Wrong = putDependencies(In, Output, Dependencies))
      return Wrong;
    // Others must not see what an earlier run has left.
    if (!R.IsKept)
      if (Complaint Wrong = put(In, sideCarFile(U.Id, Turn), nothingKept()))
        return Wrong;
    return put(In, Output, encode(R));
  }

  std::string nothingKept() const {
    SummaryFile Empty;
    Empty.Source = U.Unit.Path;
    Empty.Directory = U.Unit.Directory;
    return encode(Empty);
  }

  const PlanFolder &In;
  const Order &O;
  size_t Number;
  unsigned Turn;
  PlannedUnit U;
  Options Opts;
  StorePlan Keep;
  std::vector<std::string> Used;
};

} // namespace

std::unique_ptr<RunningStep> predabs::startScan(const PlanFolder &In,
                                                const std::string &Id) {
  std::optional<PlannedUnit> U = In.unit(Id);
  return U ? std::make_unique<Scan>(In, std::move(*U)) : nullptr;
}

std::unique_ptr<RunningStep>
predabs::startCheck(const PlanFolder &In, const Order &O, size_t Number) {
  std::optional<PlannedUnit> U = In.unit(O.units()[O.steps()[Number].Unit].Id);
  return U ? std::make_unique<Check>(In, O, Number, std::move(*U)) : nullptr;
}
