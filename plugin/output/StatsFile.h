// The numbers of `stats=FILE`, as JSON; docs/stats.md says what they are.

#ifndef PREDABS_PLUGIN_OUTPUT_STATSFILE_H
#define PREDABS_PLUGIN_OUTPUT_STATSFILE_H

#include "plugin/output/FileReport.h"

namespace predabs {

/// The numbers of one file.
std::string statsJson(const FileReport &R);
/// The sums over all files, and then each of them.
std::string statsJson(const std::vector<FileReport> &All);

} // namespace predabs

#endif
