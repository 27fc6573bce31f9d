// Lowers a translation unit and checks it, in a child. Both the plugin and the
// driver go through here.

#ifndef PREDABS_PLUGIN_ANALYSIS_H
#define PREDABS_PLUGIN_ANALYSIS_H

#include "checkers/annotate/Annotate.h"
#include "checkers/options/Options.h"
#include "checkers/report/Report.h"
#include "checkers/store/reuse/Store.h"
#include "plugin/isolation/Isolation.h"
#include "plugin/lower/Lowering.h"

namespace predabs {

struct Analysis {
  /// What is known. After a loss: how the functions were lowered, at most.
  Report Found;
  /// Why the rest is lost, as "the engine crashed (...)"; empty if it is not.
  std::string Lost;
  /// What in the options does not fit this file; then nothing was decided.
  std::string Complaint;
  /// What is to be kept, as bytes; empty if nothing is.
  std::string ToKeep;
  /// It says all that Found does.
  bool IsAllKept = false;
  /// Answers of the prover that are to be kept too, by the digits of their
  /// keys.
  std::vector<std::pair<std::string, std::string>> Answers;
  /// It is kept; otherwise why not, if there is something to be kept.
  bool IsKept = false;
  std::string NotKept;
  /// Files of the store that it depends on.
  std::vector<std::string> Used;
  /// The first file of the store that was not believed, and why.
  std::string Rejected;
  /// Why the models of the library were not used where they were wanted.
  std::string NoModels;
  /// What functions do to locks, where Options::Annotate asks for it.
  std::vector<LockAnnotation> Annotations;
};

/// The nets that \p Opts spans around the engine.
Limits engineLimits(const Options &Opts);

/// What was said the last time, if nothing has changed since. Does not look at
/// the program, and starts no child.
std::optional<Analysis> recall(const Options &Opts, const StorePlan &Plan);

/// With a \p Plan, functions of other files are looked up there, and so is what
/// was found the last time.
Analysis analyse(clang::ASTContext &Ctx, const Options &Opts,
                 const LoweringOptions &Lowering, const StorePlan &Plan = {});

} // namespace predabs

#endif
