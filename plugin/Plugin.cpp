// The plugin: clang-19 -fplugin=libPredAbs.so -c foo.c. It comes after the
// compiler's own work and changes neither the object nor the exit status.

#include "checkers/protocols/language/ChosenProtocols.h"
#include "plugin/Consumer.h"
#include "plugin/compile/CompileFiles.h"
#include "plugin/compile/Host.h"
#include "plugin/compile/Launcher.h"
#include "plugin/compile/SideCar.h"
#include "plugin/output/Diagnose.h"
#include "plugin/output/LockAttributes.h"
#include "plugin/output/Outputs.h"
#include "plugin/output/OwnWords.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace predabs;

namespace {

/// Fills in Options::Store. What is kept by a compiler cache must depend on
/// this file alone.
/// SOUND: a summary that is there is of an earlier state, and the cache would
/// leave it so. Returns what to tell the user, if anything.
std::string chooseStore(const clang::CompilerInstance &CI, Options &Opts) {
  bool IsAsked = !Opts.Store.empty();
  if (!IsAsked)
    Opts.Store = "beside";
  std::string Cache = isStoreOn(Opts) ? compilerCache() : "";
  if (Cache.empty())
    return "";
  if (StorePlan Plan = planStore(CI, Opts))
    llvm::sys::fs::remove(Plan.SideCar);
  Opts.Store = "off";
  if (!IsAsked)
    return "";
  return "store= has no effect under " + Cache +
         ", which would not notice when other files change; let it not cache "
         "these compiles (docs/build-systems.md)";
}

void report(clang::ASTContext &Ctx, Analysis A, const Options &Opts,
            Remarks Proofs, const std::string &Say) {
  clang::DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  clang::SourceManager &Sources = Ctx.getSourceManager();
  if (!Say.empty())
    remark(Say, Diags, Sources);
  dropSystemHeaders(A.Found, Sources);
  diagnose(A.Found, Opts.Werror, Diags, Sources, Proofs);
  suggestAttributes(A.Annotations, Opts.Annotate, Ctx);
  if (!A.Lost.empty())
    remark("analysis of this file was lost: " + A.Lost +
               "; the compile is not affected",
           Diags, Sources);
  if (!A.Complaint.empty())
    remark(A.Complaint, Diags, Sources);
  for (const std::string &Line : A.Found.Log)
    remark(Line, Diags, Sources);
  FileReport R = {mainFile(Sources), "", std::move(A.Found), std::move(A.Lost)};
  for (const std::string &Wrong : writeOutputs(R, Opts))
    remark(Wrong, Diags, Sources);
}

class Action : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    if (!isCompiler(CI)) {
      standAside();
      return std::make_unique<clang::ASTConsumer>();
    }
    for (std::string &Wrong : spareFilesOf(CI, Opts))
      Mistakes.push_back(std::move(Wrong));
    warnAboutOptions(CI);
    if (!isWorthAnalysing(CI))
      return std::make_unique<clang::ASTConsumer>();
    std::string Say = chooseStore(CI, Opts);
    bool Asked = !Opts.Stats.empty() || Opts.DebugFault != Fault::None;
    return std::make_unique<Consumer>(
        CI, Opts, Asked ? Effort::Always : Effort::WhereNeeded,
        [Proofs = proofRemarks(CI), Say](clang::ASTContext &Ctx, Analysis A,
                                         const Options &Opts) {
          report(Ctx, std::move(A), Opts, Proofs, Say);
        });
  }

  // Never false: that would keep the plugin out without a word.
  bool ParseArgs(const clang::CompilerInstance &,
                 const std::vector<std::string> &Args) override {
    for (const std::string &Arg : Args)
      if (auto Wrong = parseOption(Opts, Arg, Scope::Plugin))
        Mistakes.push_back(*Wrong);
    if (auto Wrong = chooseProtocols(Opts).Wrong) {
      Mistakes.push_back(*Wrong);
      Opts.Protocols = {};
    }
    return true;
  }

  void warnAboutOptions(clang::CompilerInstance &CI) const {
    OwnWords Guard(CI);
    for (const std::string &Wrong : Mistakes)
      warnAboutOption(Wrong, CI.getDiagnostics());
    if (Opts.Help)
      llvm::errs() << "predabs options (-fplugin-arg-predabs-<name>=<value>):\n"
                   << optionsHelp(Scope::Plugin, "");
  }

  ActionType getActionType() override { return AddAfterMainAction; }

  Options Opts;
  std::vector<std::string> Mistakes; ///< in the options
};

const clang::FrontendPluginRegistry::Add<Action>
    Registration("predabs", "checks assertions by predicate abstraction");

} // namespace
