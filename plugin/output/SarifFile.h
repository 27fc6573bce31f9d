// The warnings of `sarif=FILE`, in the Static Analysis Results Interchange
// Format 2.1.0, with what code scanning services ask for: rules with
// descriptions and help, whole regions, paths relative to the working
// directory, the path to the failure as a code flow, fingerprints that survive
// when code moves. (clang's own writer has none of these.)
//
// Nothing in it depends on the machine, the user or the time.

#ifndef PREDABS_PLUGIN_OUTPUT_SARIFFILE_H
#define PREDABS_PLUGIN_OUTPUT_SARIFFILE_H

#include "plugin/output/FileReport.h"

namespace predabs {

/// A warning that several files share, as it stands in a header, is one result.
std::string sarifText(const std::vector<FileReport> &All);

} // namespace predabs

#endif
