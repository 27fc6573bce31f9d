#include "checkers/files/UserFiles.h"

#include "checkers/files/Descriptor.h"
#include "checkers/files/QuietSignals.h"
#include "predicates/text/Printable.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <new>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace predabs;

namespace {

WriteResult failure(int Error) {
  return {WriteResult::Kind::Failed, errorText(Error)};
}

/// Whether \p FD takes something within a few seconds.
bool takesMore(int FD) {
  constexpr int Patience = 10'000; // milliseconds
  pollfd P = {FD, POLLOUT, 0};
  int Ready;
  do
    Ready = poll(&P, 1, Patience);
  while (Ready < 0 && errno == EINTR);
  return Ready != 0;
}

/// Writes to what is no regular file, perhaps.
WriteResult writeStream(int FD, std::string_view Bytes) {
  while (!Bytes.empty()) {
    if (!takesMore(FD))
      return {WriteResult::Kind::Failed, "nobody reads it"};
    // As much as a pipe takes at once when it takes anything.
    size_t Part = std::min<size_t>(Bytes.size(), PIPE_BUF);
    ssize_t Count = write(FD, Bytes.data(), Part);
    if (Count < 0 && errno != EINTR && errno != EAGAIN)
      return failure(errno);
    Bytes.remove_prefix(Count > 0 ? size_t(Count) : 0);
  }
  return {WriteResult::Kind::Written, ""};
}

/// Into the file itself: there is none of that name, or no way to replace it.
WriteResult writeInPlace(const std::string &Path, std::string_view Bytes,
                         int Flags) {
  Descriptor D = openFile(Path, O_WRONLY | O_NONBLOCK | Flags);
  if (!D)
    return failure(errno);
  WriteResult R = writeStream(D.number(), Bytes);
  if (!R.isFailure() && D.close() != 0)
    return failure(errno);
  return R;
}

/// \p Path behind its links, so that a link stays one.
std::string target(const std::string &Path) {
  char *Real = realpath(Path.c_str(), nullptr);
  std::string Result = Real ? Real : Path;
  free(Real);
  return Result;
}

WriteResult replaceRegular(const std::string &Path, const struct stat *Old,
                           std::string_view Bytes) {
  std::string Name = target(Path);
  std::string Temporary = Name.substr(0, Name.rfind('/') + 1) +
                          ".predabs-output-" + std::to_string(getpid()) +
                          ".tmp";
  WriteResult R = replaceFile(Name, Bytes, Temporary);
  if (!R.isFailure() && Old)
    chmod(Name.c_str(), Old->st_mode & 0777);
  // A file in a folder that is not ours, or mounted by itself.
  bool IsFolder =
      Old && (R.Why == errorText(EACCES) || R.Why == errorText(EBUSY) ||
              R.Why == errorText(EPERM));
  return R.isFailure() && IsFolder ? writeInPlace(Name, Bytes, O_TRUNC) : R;
}

/// `/dev/stdout` is the name of a regular file if the output goes to one.
bool isSameFile(const struct stat &S, int FD) {
  struct stat Open;
  return fstat(FD, &Open) == 0 && Open.st_dev == S.st_dev &&
         Open.st_ino == S.st_ino;
}

bool isLink(const std::string &Path) {
  struct stat S;
  return lstat(Path.c_str(), &S) == 0 && S_ISLNK(S.st_mode);
}

WriteResult writeNamed(const std::string &Path, std::string_view Bytes) {
  struct stat S;
  bool Exists = stat(Path.c_str(), &S) == 0;
  // A link to what is not there yet, or to itself: it stays what it is.
  if (!Exists && isLink(Path))
    return writeInPlace(Path, Bytes, O_CREAT);
  if (Exists && S_ISDIR(S.st_mode))
    return failure(EISDIR);
  // A device is never replaced, though root could.
  if (Exists && !S_ISREG(S.st_mode))
    return writeInPlace(Path, Bytes, 0);
  // Nor is a file that others write to as well.
  for (int FD : {STDOUT_FILENO, STDERR_FILENO})
    if (Exists && isSameFile(S, FD))
      return writeStream(FD, Bytes);
  if (Exists && (Path.starts_with("/proc/") || Path.starts_with("/dev/fd/")))
    return writeInPlace(Path, Bytes, O_TRUNC);
  return replaceRegular(Path, Exists ? &S : nullptr, Bytes);
}

/// The rest of \p D, which may be a pipe.
FileBytes readStream(Descriptor &D) {
  std::string Bytes;
  char Buffer[1 << 16];
  while (true) {
    ssize_t Got = read(D.number(), Buffer, sizeof Buffer);
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got < 0)
      return {std::nullopt, errorText(errno)};
    if (Got == 0)
      return {std::move(Bytes), ""};
    Bytes.append(Buffer, size_t(Got));
    if (Bytes.size() > MaxFileSize)
      return {std::nullopt, "it is too large"};
  }
}

} // namespace

FileBytes predabs::readOptionFile(const std::string &Path) {
  return readFile(Path, MaxOptionFileSize);
}

std::string predabs::cannotRead(const std::string &Path,
                                const std::string &Why) {
  return "cannot read " + printable(Path) + (Why.empty() ? "" : ": " + Why);
}

FileBytes predabs::readInput(const std::string &Path) {
  struct stat S;
  if (stat(Path.c_str(), &S) != 0 || S_ISREG(S.st_mode) || S_ISDIR(S.st_mode))
    return readFile(Path);
  try {
    Descriptor D = openFile(Path, O_RDONLY);
    if (!D)
      return {std::nullopt, errorText(errno)};
    return readStream(D);
  } catch (const std::bad_alloc &) {
    return {std::nullopt, errorText(ENOMEM)};
  }
}

std::optional<std::string> predabs::writeOutput(const std::string &Path,
                                                std::string_view Bytes) {
  QuietSignals Guard;
  WriteResult R =
      Path == "-" ? writeStream(STDOUT_FILENO, Bytes) : writeNamed(Path, Bytes);
  if (!R.isFailure())
    return std::nullopt;
  return "cannot write '" + printable(Path) + "': " + R.Why;
}
