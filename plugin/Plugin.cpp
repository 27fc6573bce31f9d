// The plugin: clang-19 -fplugin=libPredAbs.so -c foo.c. It comes after the
// compiler's own work and changes neither the object nor the exit status.

#include "plugin/Consumer.h"
#include "plugin/Diagnose.h"
#include "plugin/SarifFile.h"
#include "plugin/StatsFile.h"
#include "plugin/VerdictsFile.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <dlfcn.h>
#include <unistd.h>

using namespace predabs;

namespace {

// In a clang of another version the classes of this plugin and those of the
// host have different layouts, and the host crashes. So, before the registry
// below hands anything over, ask the host what it is. Only functions that all
// versions agree on are called, looked up by name: a C function that LLVM has
// since 16, or else clang's own version text.

std::string hostVersionText() {
  using TextFunction = std::string (*)();
  auto Ask = reinterpret_cast<TextFunction>(
      dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev"));
  std::string Text = Ask ? Ask() : "";
  size_t At = Text.find("version ");
  return At == Text.npos ? "" : Text.substr(At + 8);
}

/// As "14.0"; nothing where the host does not tell.
std::string hostVersion() {
  using NumbersFunction = void (*)(unsigned *, unsigned *, unsigned *);
  if (auto Ask = reinterpret_cast<NumbersFunction>(
          dlsym(RTLD_DEFAULT, "LLVMGetVersion"))) {
    unsigned Major = 0, Minor = 0, Patch = 0;
    Ask(&Major, &Minor, &Patch);
    return std::to_string(Major) + "." + std::to_string(Minor);
  }
  std::string Text = hostVersionText();
  size_t FirstDot = Text.find('.');
  return FirstDot == Text.npos ? ""
                               : Text.substr(0, Text.find('.', FirstDot + 1));
}

// Priority 101, the first for users: before every initialiser of this file.
// There is no softer way out: a constructor cannot make dlopen fail, and to
// return would hand the host our registration. _exit, as the host's own exit
// handlers are not prepared for an end at this point.
[[gnu::constructor(101)]] void refuseForeignHost() {
  const std::string Mine = std::to_string(LLVM_VERSION_MAJOR) + "." +
                           std::to_string(LLVM_VERSION_MINOR);
  const std::string Host = hostVersion();
  if (Host.empty() || Host == Mine)
    return;
  dprintf(STDERR_FILENO,
          "predabs: this plugin is built for clang %s, but the compiler is "
          "clang %s; use clang-%d\n",
          Mine.c_str(), Host.c_str(), LLVM_VERSION_MAJOR);
  _exit(1);
}

std::string mainFile(const clang::SourceManager &Sources) {
  auto Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  return Main ? Main->getName().str() : "<stdin>";
}

/// The files that the options ask for.
void writeFiles(const FileReport &R, const Options &Opts,
                const std::function<void(const std::string &)> &Complain) {
  auto Write = [&](const std::string &Path, auto Text) {
    if (Path.empty())
      return;
    if (auto Wrong = writeAtomically(Path, Text()))
      Complain(*Wrong);
  };
  Write(Opts.Stats, [&] { return statsJson(R); });
  Write(Opts.Json, [&] { return verdictsJson({R}); });
  Write(Opts.Sarif, [&] { return sarifText({R}); });
}

void report(clang::ASTContext &Ctx, Analysis A, const Options &Opts,
            Remarks Proofs) {
  clang::DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  clang::SourceManager &Sources = Ctx.getSourceManager();
  dropSystemHeaders(A.Found, Sources);
  diagnose(A.Found, Diags, Sources, Proofs);
  if (!A.Lost.empty())
    remark("analysis of this file was lost: " + A.Lost +
               "; the compile is not affected",
           Diags, Sources);
  if (!A.Complaint.empty())
    remark(A.Complaint, Diags, Sources);
  FileReport R = {mainFile(Sources), "", std::move(A.Found), std::move(A.Lost)};
  writeFiles(R, Opts,
             [&](const std::string &Wrong) { remark(Wrong, Diags, Sources); });
}

class Action : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    if (!isWorthAnalysing(CI))
      return std::make_unique<clang::ASTConsumer>();
    bool Asked = !Opts.Stats.empty() || Opts.DebugFault != Fault::None;
    return std::make_unique<Consumer>(
        CI, Opts, Asked ? Effort::Always : Effort::WhereNeeded,
        [Opts = Opts, Proofs = proofRemarks(CI)](clang::ASTContext &Ctx,
                                                 Analysis A) {
          report(Ctx, std::move(A), Opts, Proofs);
        });
  }

  // Never false: that would keep the plugin out without a word.
  bool ParseArgs(const clang::CompilerInstance &CI,
                 const std::vector<std::string> &Args) override {
    for (const std::string &Arg : Args)
      if (auto Wrong = parseOption(Opts, Arg, Scope::Plugin))
        warnAboutOption(*Wrong, CI.getDiagnostics());
    if (Opts.Help)
      llvm::errs() << "predabs options (-fplugin-arg-predabs-<name>=<value>):\n"
                   << optionsHelp(Scope::Plugin, "");
    return true;
  }

  ActionType getActionType() override { return AddAfterMainAction; }

  Options Opts;
};

const clang::FrontendPluginRegistry::Add<Action>
    Registration("predabs", "checks assertions by predicate abstraction");

} // namespace
