// The files that belong to a compile: what it reads and what it makes.

#ifndef PREDABS_PLUGIN_COMPILE_COMPILEFILES_H
#define PREDABS_PLUGIN_COMPILE_COMPILEFILES_H

#include "checkers/options/Options.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class SourceManager;
} // namespace clang

namespace predabs {

/// Takes out of \p Opts what would be written where the compile has a file of
/// its own: `sarif=foo.c` would cost the source, `store=foo.o` the object.
/// Returns a line for each.
std::vector<std::string> spareFilesOf(const clang::CompilerInstance &CI,
                                      Options &Opts);

/// The same about what the compile has read by now: headers, precompiled ones,
/// modules.
std::vector<std::string> spareFilesReadBy(clang::CompilerInstance &CI,
                                          Options &Opts);

/// The complaint if \p Opts would have something written over one of \p
/// Sources, which are absolute.
std::optional<std::string>
overwrittenSource(const std::vector<std::string> &Sources, Options Opts);

/// The complaint if \p Opts would have something written over a file that
/// \p Sources has read.
std::optional<std::string>
overwrittenSource(const clang::SourceManager &Sources, Options Opts);

} // namespace predabs

#endif
