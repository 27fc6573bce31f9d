// Reading and writing files in folders that belong to somebody else: the reader
// may find anything there, and many writers may be at work at once. Trouble is
// a value with its reason in words; nothing is thrown.

#ifndef PREDABS_CHECKERS_FILES_FILES_H
#define PREDABS_CHECKERS_FILES_FILES_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace predabs {

/// More than any file of ours has, and little enough to read at once.
constexpr uint64_t MaxFileSize = uint64_t(256) << 20;

struct FileBytes {
  std::optional<std::string> Bytes;
  /// Why there are none: "it is a directory", "Permission denied".
  std::string Why;
  /// Nothing is there, which is nothing to wonder about.
  bool IsMissing = false;
};
/// What \p Path holds, if it is a regular file (or a link to one) of at most
/// \p Limit bytes. Never waits for a pipe or a device.
FileBytes readFile(const std::string &Path, uint64_t Limit = MaxFileSize);

/// The first bytes of it, as many as \p Size says when it sees the first
/// \p Start of them; fewer if there are fewer.
FileBytes readBeginning(const std::string &Path, size_t Start,
                        const std::function<uint64_t(std::string_view)> &Size);

struct WriteResult {
  enum class Kind : uint8_t { Unchanged, Written, Failed };
  Kind What = Kind::Unchanged;
  std::string Why; ///< of a failure: "Read-only file system"

  bool isFailure() const { return What == Kind::Failed; }
};
/// Makes \p Path hold \p Bytes. A file that does already keeps its time.
/// Another is replaced as a whole: whoever reads meanwhile sees what was there
/// before or what is there now. Only regular files are replaced.
WriteResult writeIfChanged(const std::string &Path, std::string_view Bytes);

/// Makes \p Path hold \p Bytes in the same way, without a look at what is
/// there, by way of the file \p Temporary in the same folder, which is nobody
/// else's; what a process that was killed left there is replaced.
WriteResult replaceFile(const std::string &Path, std::string_view Bytes,
                        const std::string &Temporary);

} // namespace predabs

#endif
