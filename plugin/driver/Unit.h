// Checks one file in a process of its own, and what comes of that as a value
// that can be kept in a file.

#ifndef PREDABS_PLUGIN_DRIVER_UNIT_H
#define PREDABS_PLUGIN_DRIVER_UNIT_H

#include "checkers/report/Report.h"
#include "checkers/store/reuse/Store.h"
#include "plugin/driver/Frontend.h"
#include "plugin/isolation/Isolation.h"

namespace predabs {

/// What came of one file.
struct FileResult {
  std::string Messages; ///< what clang printed, in colours
  Report Found;
  bool Compiled = false;
  std::string Trouble; ///< why there is less than the whole, in one line
  std::string Lost;    ///< as in Analysis
  std::string Complaint;
  /// NDEBUG took assertions away that were to be checked.
  bool HasLostAssertions = false;
  bool IsKept = false;             ///< as in Analysis
  std::vector<std::string> Inputs; ///< files that were read, absolute
};

/// The job of checking \p Unit; summaries go where \p Keep says, if it says so.
void checkUnit(const SourceUnit &Unit, const Options &Opts,
               const StorePlan &Keep, AnswerPipe &Pipe);

/// What checkUnit answered.
FileResult readResult(const SourceUnit &Unit, Outcome O);

/// The bytes of \p R, without IsKept.
std::string encode(const FileResult &R);
/// Nothing if \p Bytes are not what encode made.
std::optional<FileResult> decodeResult(std::string_view Bytes);

/// Takes the colours out of a text.
std::string withoutColours(const std::string &Text);

} // namespace predabs

#endif
