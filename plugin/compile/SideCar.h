// Where a compile keeps its summaries.

#ifndef PREDABS_PLUGIN_COMPILE_SIDECAR_H
#define PREDABS_PLUGIN_COMPILE_SIDECAR_H

#include "checkers/options/Options.h"
#include "checkers/store/reuse/Store.h"

namespace clang {
class CompilerInstance;
}

namespace predabs {

/// What Options::Store means for this compile. Nowhere if it is off, and if no
/// file is made that lasts: with `-o /dev/null`, or where clang compiles and
/// links in one go, by way of a temporary file.
StorePlan planStore(const clang::CompilerInstance &CI, const Options &Opts);

/// Tells the writer of the dependency file (-MD) that this compile depends on
/// \p Files: when one changes, the file is to be compiled again.
void addDependencies(const clang::CompilerInstance &CI,
                     const std::vector<std::string> &Files);

} // namespace predabs

#endif
