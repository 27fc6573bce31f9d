// The files that a user names: `predicates=FILE`, `sarif=FILE`, the arguments
// of `predabs bp`. One guard for all that is read and one for all that is
// written: whatever the name leads to (a folder, a device, a pipe, a full disk)
// costs a line, never the compile, and never for ever.
//
//   FileBytes Text = readOptionFile(Opts.Predicates);
//   if (auto Wrong = writeOutput(Opts.Sarif, sarifText(All)))
//     remark(*Wrong);      // cannot write 'x.sarif': No space left on device

#ifndef PREDABS_CHECKERS_FILES_USERFILES_H
#define PREDABS_CHECKERS_FILES_USERFILES_H

#include "checkers/files/Files.h"

namespace predabs {

/// More than anybody writes by hand.
constexpr uint64_t MaxOptionFileSize = uint64_t(16) << 20;

/// A file that an option names: a regular one that is not too large.
FileBytes readOptionFile(const std::string &Path);
/// "cannot read x.preds: it is a directory".
std::string cannotRead(const std::string &Path, const std::string &Why);

/// A file that the user wants to be worked on. May be a pipe, which is waited
/// for.
FileBytes readInput(const std::string &Path);

/// Writes \p Bytes to \p Path; what went wrong, in one line, or nothing. "-" is
/// the standard output. A regular file is replaced as a whole: a reader never
/// sees a part, and what was there stays if there is no room. Pipes and devices
/// are written to, and waited for no longer than a few seconds.
std::optional<std::string> writeOutput(const std::string &Path,
                                       std::string_view Bytes);

/// Whether \p Line is what writeOutput complains with.
inline bool isWriteFailure(std::string_view Line) {
  return Line.starts_with("cannot write '");
}

} // namespace predabs

#endif
