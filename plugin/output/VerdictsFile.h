// The verdicts of `json=FILE`, with their reasons and what they rest on.

#ifndef PREDABS_PLUGIN_OUTPUT_VERDICTSFILE_H
#define PREDABS_PLUGIN_OUTPUT_VERDICTSFILE_H

#include "plugin/output/FileReport.h"

namespace predabs {

std::string verdictsJson(const std::vector<FileReport> &All);

} // namespace predabs

#endif
