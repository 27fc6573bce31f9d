// Sits behind the compiler's own work on a translation unit and analyses it
// once it is complete and free of errors.

#ifndef PREDABS_PLUGIN_CONSUMER_H
#define PREDABS_PLUGIN_CONSUMER_H

#include "plugin/Analysis.h"
#include "plugin/compile/SourceText.h"

#include "clang/AST/ASTConsumer.h"

#include <functional>

namespace clang {
class CompilerInstance;
}

namespace predabs {

/// Whether a compile like this one is something to analyse: C or C++ (or what
/// extends them), and neither a header nor a module.
bool isWorthAnalysing(const clang::CompilerInstance &CI);

/// What the lowering has to know of this compile.
LoweringOptions loweringOptions(const clang::CompilerInstance &CI);

/// Whether \p Ctx mentions a failure function. Most files do not, and then
/// there is nothing to decide: they must cost next to nothing.
bool mayHaveObligations(const clang::ASTContext &Ctx, const Options &Opts);

/// Which files are worth the work: those that may have something to decide,
/// or all, for the sake of the numbers about them.
enum class Effort : uint8_t { WhereNeeded, Always };

class Consumer : public clang::ASTConsumer {
public:
  /// Gets the options without those that would cost the compile a file.
  using Receiver =
      std::function<void(clang::ASTContext &, Analysis, const Options &)>;

  Consumer(clang::CompilerInstance &CI, const Options &Opts, Effort Work,
           Receiver Done);

  /// Summaries are kept there, whatever the options say.
  void keepIn(StorePlan P) { Given = std::move(P); }

  void HandleTranslationUnit(clang::ASTContext &Ctx) override;

private:
  /// Headers are not written over.
  void spareFiles();
  Analysis analyseAndKeep(clang::ASTContext &Ctx, const StorePlan &Plan);

  clang::CompilerInstance &CI;
  Options Opts;
  Effort Work;
  Receiver Done;
  StorePlan Given;
  std::optional<SourceText> Text; ///< if something may be kept
};

} // namespace predabs

#endif
