// The numbers of `stats=FILE`, as JSON.

#ifndef PREDABS_PLUGIN_STATSFILE_H
#define PREDABS_PLUGIN_STATSFILE_H

#include "checkers/Report.h"

namespace predabs {

struct FileStats {
  std::string File;
  Stats Numbers;
  std::string Lost; ///< as in Analysis
};

/// The numbers of one file.
std::string statsJson(const FileStats &S);
/// The sums over all files, and then each of them.
std::string statsJson(const std::vector<FileStats> &All);

/// Writes \p Text to \p Path, all or nothing: a reader never sees a part. What
/// went wrong, in one line, or nothing.
std::optional<std::string> writeAtomically(const std::string &Path,
                                           const std::string &Text);

} // namespace predabs

#endif
