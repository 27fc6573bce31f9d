// What came of one file, for those who write it down: stats=, json=, sarif=.

#ifndef PREDABS_PLUGIN_OUTPUT_FILEREPORT_H
#define PREDABS_PLUGIN_OUTPUT_FILEREPORT_H

#include "checkers/report/Report.h"

namespace predabs {

struct FileReport {
  std::string File; ///< as the user wrote it, or as a database has it
  /// What the names in Found are relative to; empty: the working directory.
  std::string Directory;
  Report Found;
  std::string Lost; ///< as in Analysis
};

/// The message about \p D, or null if there is none.
const Message *messageOf(const Decision &D, const Report &R);

} // namespace predabs

#endif
