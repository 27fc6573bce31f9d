// Lowers a translation unit and checks it, in a child. Both the plugin and the
// driver go through here.

#ifndef PREDABS_PLUGIN_ANALYSIS_H
#define PREDABS_PLUGIN_ANALYSIS_H

#include "checkers/Options.h"
#include "checkers/Report.h"
#include "plugin/Isolation.h"
#include "plugin/Lowering.h"

namespace predabs {

struct Analysis {
  /// What is known. After a loss: how the functions were lowered, at most.
  Report Found;
  /// Why the rest is lost, as "the engine crashed (...)"; empty if it is not.
  std::string Lost;
  /// What in the options does not fit this file; then nothing was decided.
  std::string Complaint;
};

/// The nets that \p Opts spans around the engine.
Limits engineLimits(const Options &Opts);

Analysis analyse(clang::ASTContext &Ctx, const Options &Opts,
                 const LoweringOptions &Lowering);

} // namespace predabs

#endif
