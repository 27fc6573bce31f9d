// The files that the options ask for: stats=, json=, sarif=.

#ifndef PREDABS_PLUGIN_OUTPUT_OUTPUTS_H
#define PREDABS_PLUGIN_OUTPUT_OUTPUTS_H

#include "checkers/options/Options.h"
#include "plugin/output/FileReport.h"

namespace clang {
class SourceManager;
}

namespace predabs {

/// The name of the file that is being compiled.
std::string mainFile(const clang::SourceManager &Sources);

/// What went wrong, a line each.
std::vector<std::string> writeOutputs(const FileReport &One,
                                      const Options &Opts);
/// The same for several files together.
std::vector<std::string> writeOutputs(const std::vector<FileReport> &All,
                                      const Options &Opts);

} // namespace predabs

#endif
