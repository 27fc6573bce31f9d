// The module for clang-tidy, with the checks predabs-assert and predabs-lock:
//
//   clang-tidy-19 -load libPredAbsTidy.so --checks='-*,predabs-*' foo.c --
//
// It hands the tree to the same engine as the plugin does, once for each check
// that is on. The checks' options have the words of Options.def:
// `predabs-assert.entry: main`. Suppressions,
// header filters and -warnings-as-errors are clang-tidy's own.

#include "plugin/Consumer.h"
#include "plugin/compile/CompileFiles.h"
#include "plugin/output/Diagnose.h"
#include "plugin/output/Outputs.h"

#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyModuleRegistry.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"

using namespace predabs;
namespace tidy = clang::tidy;

namespace {

class EngineCheck : public tidy::ClangTidyCheck {
public:
  EngineCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context,
              const char *Property)
      : ClangTidyCheck(Name, Context) {
    Opts.Checks = {Property};
    for (const OptionInfo &I : optionTable())
      if (I.Kind != OptionInfo::Flag && I.Where != Scope::Driver)
        if (std::optional<llvm::StringRef> Value = Options.get(I.Name))
          set(I.Name, *Value);
  }

  void storeOptions(tidy::ClangTidyOptions::OptionMap &Map) override {
    for (const auto &[Name, Value] : Given)
      Options.store(Map, Name, llvm::StringRef(Value));
  }

  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override {
    Finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
  }

  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Found) override {
    clang::ASTContext &Ctx = *Found.Context;
    if (Ctx.getDiagnostics().hasUncompilableErrorOccurred() ||
        !mayHaveObligations(Ctx, Opts))
      return;
    clang::SourceManager &Sources = Ctx.getSourceManager();
    if (auto Wrong = overwrittenSource(Sources, Opts))
      return complain(*Wrong);
    Analysis A = analyse(Ctx, Opts, {});
    for (const Message &M : A.Found.Messages)
      if (M.Level == Severity::Warning)
        tell(M, A.Found, Sources);
    if (!A.NoModels.empty())
      A.NoModels = "the models of the C library are not used: " + A.NoModels;
    for (const std::string &Trouble : {A.Lost, A.Complaint, A.NoModels})
      if (!Trouble.empty())
        complain("predabs: " + Trouble);
    FileReport R = {mainFile(Sources), "", std::move(A.Found),
                    std::move(A.Lost)};
    for (const std::string &Wrong : writeOutputs(R, Opts))
      complain(Wrong);
  }

private:
  void set(std::string_view Name, llvm::StringRef Value) {
    Given.emplace_back(Name, Value.str());
    if (auto Wrong =
            setOption(Opts, Name, std::string_view(Value), Scope::Plugin))
      complain(*Wrong);
  }

  void complain(const std::string &Text) { configurationDiag("%0") << Text; }

  void tell(const Message &M, const Report &R, clang::SourceManager &Sources) {
    diag(resolve(M.Where, R, Sources), "%0") << M.Text;
    for (const Note &N : M.Notes)
      diag(resolve(N.Where, R, Sources), "%0", clang::DiagnosticIDs::Note)
          << N.Text;
  }

  predabs::Options Opts;
  std::vector<std::pair<std::string, std::string>> Given;
};

class AssertCheck : public EngineCheck {
public:
  AssertCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context)
      : EngineCheck(Name, Context, "assert") {}
};

class LockCheck : public EngineCheck {
public:
  LockCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context)
      : EngineCheck(Name, Context, "lock") {}
};

class PredAbsModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    Factories.registerCheck<AssertCheck>("predabs-assert");
    Factories.registerCheck<LockCheck>("predabs-lock");
  }
};

const tidy::ClangTidyModuleRegistry::Add<PredAbsModule>
    Registration("predabs-module",
                 "checks assertions and locks by predicate abstraction");

} // namespace
