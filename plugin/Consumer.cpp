#include "plugin/Consumer.h"

#include "checkers/engine/Engine.h"
#include "checkers/obligations/Obligations.h"
#include "checkers/store/reuse/Index.h"
#include "plugin/compile/CompileFiles.h"
#include "plugin/compile/SideCar.h"
#include "plugin/output/Diagnose.h"
#include "plugin/output/ForeignSources.h"
#include "plugin/output/OwnWords.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendOptions.h"
#include "llvm/Support/FileSystem.h"

using namespace predabs;

static bool isProgramAction(clang::frontend::ActionKind Action) {
  switch (Action) {
  case clang::frontend::EmitAssembly:
  case clang::frontend::EmitBC:
  case clang::frontend::EmitLLVM:
  case clang::frontend::EmitLLVMOnly:
  case clang::frontend::EmitCodeGenOnly:
  case clang::frontend::EmitObj:
  case clang::frontend::ParseSyntaxOnly:
  case clang::frontend::RunAnalysis:
    return true;
  default:
    return false;
  }
}

static bool isProgramLanguage(clang::Language L) {
  switch (L) {
  case clang::Language::C:
  case clang::Language::CXX:
  case clang::Language::ObjC:
  case clang::Language::ObjCXX:
    return true;
  default:
    return false;
  }
}

/// The same source is compiled for the host too, and told about then.
static bool isForDevice(const clang::LangOptions &Opts) {
  return Opts.OpenMPIsTargetDevice || Opts.CUDAIsDevice || Opts.SYCLIsDevice;
}

bool predabs::isWorthAnalysing(const clang::CompilerInstance &CI) {
  const clang::FrontendOptions &Frontend = CI.getFrontendOpts();
  if (!isProgramAction(Frontend.ProgramAction) ||
      CI.getLangOpts().isCompilingModule() || isForDevice(CI.getLangOpts()))
    return false;
  for (const clang::FrontendInputFile &Input : Frontend.Inputs)
    if (Input.getKind().isHeader() ||
        !isProgramLanguage(Input.getKind().getLanguage()))
      return false;
  return true;
}

LoweringOptions predabs::loweringOptions(const clang::CompilerInstance &CI) {
  LoweringOptions L;
  L.OptLevel = CI.getCodeGenOpts().OptimizationLevel;
  L.StrictAliasing = !CI.getCodeGenOpts().RelaxedAliasing;
  L.Common = !CI.getCodeGenOpts().NoCommon;
  return L;
}

/// Whether \p Name, perhaps with scopes before it, is mentioned.
static bool isMentioned(const clang::ASTContext &Ctx, llvm::StringRef Name) {
  // Nobody knows where `scope::name` would be found: ask the lexer.
  size_t Colon = Name.rfind(':');
  if (Colon != Name.npos)
    return Ctx.Idents.find(Name.substr(Colon + 1)) != Ctx.Idents.end();
  clang::DeclarationName Wanted = &Ctx.Idents.get(Name);
  for (const clang::NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(Wanted))
    if (D->isReferenced() || D->isUsed())
      return true;
  return false;
}

bool predabs::mayHaveObligations(const clang::ASTContext &Ctx,
                                 const Options &Opts) {
  return llvm::any_of(obligationNames(Opts), [&](const std::string &Name) {
    return isMentioned(Ctx, Name);
  });
}

Consumer::Consumer(clang::CompilerInstance &CI, const Options &Opts,
                   Effort Work, Receiver Done)
    : CI(CI), Opts(Opts), Work(Work), Done(std::move(Done)) {
  if (isStoreOn(Opts))
    Text.emplace(CI);
}

/// The analysis, and what it found kept.
Analysis Consumer::analyseAndKeep(clang::ASTContext &Ctx,
                                  const StorePlan &Plan) {
  if (std::optional<Analysis> Known = recall(Opts, Plan))
    return std::move(*Known);
  Analysis A = analyse(Ctx, Opts, loweringOptions(CI), Plan);
  if (A.ToKeep.empty() || !A.Lost.empty())
    return A;
  WriteResult Kept = keep(Plan, A.ToKeep);
  A.IsKept = !Kept.isFailure();
  A.NotKept = Kept.Why;
  for (const auto &[Of, Book] : A.Answers)
    writeProverCache(Plan, Of, Book);
  if (A.IsKept && A.IsAllKept)
    keepText(Plan, A.ToKeep);
  for (std::string &Path : watched(Plan, A.ToKeep))
    A.Used.push_back(std::move(Path));
  return A;
}

/// SOUND: what is there is about an earlier text, and nobody will replace it.
static void forget(const StorePlan &Plan, const Analysis &A) {
  if (!A.Lost.empty())
    llvm::sys::fs::remove(Plan.SideCar);
}

void Consumer::spareFiles() {
  OwnWords Guard(CI);
  for (const std::string &Line : spareFilesReadBy(CI, Opts))
    warnAboutOption(Line, CI.getDiagnostics());
}

void Consumer::HandleTranslationUnit(clang::ASTContext &Ctx) {
  if (Ctx.getDiagnostics().hasErrorOccurred())
    return;
  spareFiles();
  StorePlan Plan = Given ? Given : planStore(CI, Opts);
  if (Work == Effort::WhereNeeded && !Plan && !mayHaveObligations(Ctx, Opts))
    return Done(Ctx, {}, Opts);
  // Who gives a plan knows what has changed.
  if (Plan && Text && !Given)
    Plan.Text = Text->key(Opts);
  Analysis A = analyseAndKeep(Ctx, Plan);
  if (Plan && !Given)
    A.IsKept ? noteCompile(Plan) : forget(Plan, A);
  addDependencies(CI, A.Used);
  provideForeignSources(A.Found, Ctx.getSourceManager());
  OwnWords Guard(CI);
  auto Say = [&](const std::string &Text) {
    remark(Text, Ctx.getDiagnostics(), Ctx.getSourceManager());
  };
  if (!A.Rejected.empty())
    Say("a summary is not used: " + A.Rejected);
  if (!A.NoModels.empty())
    Say("the models of the C library are not used: " + A.NoModels);
  if (!A.NotKept.empty())
    Say(A.NotKept);
  else if (Index::hasGivenUp())
    Say("another process holds a lock of the index in " + Plan.Index +
        " and does not let go; this compile goes on without the index");
  Done(Ctx, std::move(A), Opts);
}
