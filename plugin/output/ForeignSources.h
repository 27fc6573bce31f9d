// The lines of other files that messages point to. A failure that a caller
// causes in its callee is told with notes in the callee's file, whose name
// comes from a summary, that is, from anybody: it may lead to a pipe, a device
// or a secret. So the compiler itself never opens it. A child does, if the name
// is that of a regular source file, and hands over the lines that are shown.

#ifndef PREDABS_PLUGIN_OUTPUT_FOREIGNSOURCES_H
#define PREDABS_PLUGIN_OUTPUT_FOREIGNSOURCES_H

#include "checkers/report/Report.h"

namespace clang {
class SourceManager;
}

namespace predabs {

/// Makes the lines that messages of \p R point to known to \p Sources, where
/// these are of files that the compile has not read. Lines that cannot be had
/// are empty.
void provideForeignSources(const Report &R, clang::SourceManager &Sources);

} // namespace predabs

#endif
