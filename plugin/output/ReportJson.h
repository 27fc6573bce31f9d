// The parts of a report as JSON, the same wherever they are written. Each
// function writes attributes of the object that is open.

#ifndef PREDABS_PLUGIN_OUTPUT_REPORTJSON_H
#define PREDABS_PLUGIN_OUTPUT_REPORTJSON_H

#include "checkers/report/Report.h"

#include "llvm/Support/JSON.h"

namespace predabs {

/// Nothing if \p Text is empty.
void writeText(llvm::json::OStream &J, llvm::StringRef Key,
               const std::string &Text);

/// `file`, `line` and `column`, or nothing if \p Where is nowhere.
void writePlace(llvm::json::OStream &J, ir::Loc Where,
                const std::vector<std::string> &Files);

/// The steps to a message, as `path`.
void writePath(llvm::json::OStream &J, const std::vector<Note> &Steps,
               const std::vector<std::string> &Files);

/// What was decided, and the reason; not what it rests on.
void writeVerdict(llvm::json::OStream &J, const Decision &D,
                  const std::vector<std::string> &Files);

void writeEvidence(llvm::json::OStream &J, const Evidence &E);

} // namespace predabs

#endif
