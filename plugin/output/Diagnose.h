// What PredAbs says through clang. clang 19 maps neither -Werror nor -w nor
// "not in system headers" for a plugin's own diagnostics: that is done here.

#ifndef PREDABS_PLUGIN_OUTPUT_DIAGNOSE_H
#define PREDABS_PLUGIN_OUTPUT_DIAGNOSE_H

#include "checkers/options/Options.h"
#include "checkers/report/Report.h"

namespace clang {
class CompilerInstance;
class DiagnosticsEngine;
class SourceLocation;
class SourceManager;
} // namespace clang

namespace predabs {

/// Where \p L is in \p Sources; nowhere if it is in a file that was not read.
clang::SourceLocation resolve(ir::Loc L, const Report &R,
                              clang::SourceManager &Sources);

/// Takes out of \p R the messages about system headers, which are not the
/// user's business.
void dropSystemHeaders(Report &R, clang::SourceManager &Sources);

/// Whether proofs are told.
enum class Remarks : uint8_t { Off, On };
/// They are with -Rpass=predabs.
Remarks proofRemarks(const clang::CompilerInstance &CI);

/// Warnings with their notes, each once, and remarks about what was proved.
void diagnose(const Report &R, ErrorChoice Errors,
              clang::DiagnosticsEngine &Diags, clang::SourceManager &Sources,
              Remarks Proofs);

/// One line `file:1:1: remark: predabs: <text> [predabs]` for the main file.
/// Neither -w nor -Werror changes it.
void remark(const std::string &Text, clang::DiagnosticsEngine &Diags,
            const clang::SourceManager &Sources);

/// One line `warning: <text> [predabs]` about the command line: never an
/// error, so that a mistyped option does not stop a build.
void warnAboutOption(const std::string &Text, clang::DiagnosticsEngine &Diags);

} // namespace predabs

#endif
