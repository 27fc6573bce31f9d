// The files that belong to a compile: what it reads and what it makes.

#ifndef PREDABS_PLUGIN_COMPILE_COMPILEFILES_H
#define PREDABS_PLUGIN_COMPILE_COMPILEFILES_H

#include "checkers/options/Options.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace predabs {

/// Takes out of \p Opts what would be written where the compile has a file of
/// its own: `sarif=foo.c` would cost the source, `store=foo.o` the object.
/// Returns a line for each.
std::vector<std::string> spareFilesOf(const clang::CompilerInstance &CI,
                                      Options &Opts);

/// The complaint if \p Opts would have something written over one of \p
/// Sources, which are absolute.
std::optional<std::string>
overwrittenSource(const std::vector<std::string> &Sources, Options Opts);

} // namespace predabs

#endif
