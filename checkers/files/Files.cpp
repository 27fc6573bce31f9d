#include "checkers/files/Files.h"
#include "checkers/files/Descriptor.h"
#include "checkers/files/QuietSignals.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <new>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace predabs;

namespace {

WriteResult failure(int Error) {
  return {WriteResult::Kind::Failed, errorText(Error)};
}

FileBytes noBytes(int Error) {
  return {std::nullopt, errorText(Error), Error == ENOENT || Error == ENOTDIR};
}

/// Why a file that looks like \p S is not read, or an empty text.
std::string objection(const struct stat &S, uint64_t Limit) {
  if (S_ISDIR(S.st_mode))
    return "it is a directory";
  if (!S_ISREG(S.st_mode))
    return "it is not a regular file";
  return uint64_t(S.st_size) > Limit ? "it is too large" : "";
}

/// Reads \p D to its end, which may not be where it was a moment ago.
FileBytes readAll(Descriptor &D, uint64_t Expected, uint64_t Limit) {
  std::string Bytes(Expected + 1, '\0');
  size_t Size = 0;
  while (true) {
    ssize_t Got = read(D.number(), Bytes.data() + Size, Bytes.size() - Size);
    if (Got < 0 && errno != EINTR)
      return noBytes(errno);
    if (Got == 0)
      break;
    Size += Got > 0 ? size_t(Got) : 0;
    if (Size > Limit)
      return {std::nullopt, "it is too large"};
    if (Size == Bytes.size())
      Bytes.resize(2 * Size);
  }
  Bytes.resize(Size);
  return {std::move(Bytes), ""};
}

/// Reads \p Bytes.size() bytes of \p D into \p Bytes, or what there is.
int readUpTo(Descriptor &D, std::string &Bytes, size_t From) {
  size_t Size = From;
  while (Size < Bytes.size()) {
    ssize_t Got = read(D.number(), Bytes.data() + Size, Bytes.size() - Size);
    if (Got < 0 && errno != EINTR)
      return errno;
    if (Got == 0)
      break;
    Size += Got > 0 ? size_t(Got) : 0;
  }
  Bytes.resize(Size);
  return 0;
}

/// Opens \p Path and gives it, and what it is, to \p Read.
template <class Fn>
FileBytes readCarefully(const std::string &Path, uint64_t Limit, Fn Read) {
  struct stat S;
  // To open some devices is to use them, so the name is asked first, and then
  // what was opened, which may be something else by now.
  if (stat(Path.c_str(), &S) != 0)
    return noBytes(errno);
  if (std::string Why = objection(S, Limit); !Why.empty())
    return {std::nullopt, Why};
  Descriptor D = openFile(Path, O_RDONLY | O_NONBLOCK);
  if (!D || fstat(D.number(), &S) != 0)
    return noBytes(errno);
  if (std::string Why = objection(S, Limit); !Why.empty())
    return {std::nullopt, Why};
  return Read(D, uint64_t(S.st_size));
}

/// Past this limit a write would end the process by a signal.
bool exceedsProcessLimit(uint64_t Size) {
  struct rlimit R;
  return getrlimit(RLIMIT_FSIZE, &R) == 0 && R.rlim_cur != RLIM_INFINITY &&
         Size > R.rlim_cur;
}

/// Zero or what went wrong.
int writeAll(Descriptor &D, std::string_view Bytes) {
  QuietSignals Guard;
  while (!Bytes.empty()) {
    ssize_t Count = write(D.number(), Bytes.data(), Bytes.size());
    if (Count < 0 && errno != EINTR)
      return errno;
    Bytes.remove_prefix(Count > 0 ? size_t(Count) : 0);
  }
  return D.close() == 0 ? 0 : errno;
}

/// A name beside \p Path that no other thread of this process uses; that of a
/// process elsewhere or gone may be the same.
std::string temporaryName(const std::string &Path) {
  static std::atomic<uint64_t> Count = 0;
  // Short, since the name of the file may already be as long as names can be.
  return Path.substr(0, Path.rfind('/') + 1) + ".predabs-" +
         std::to_string(getpid()) + "-" + std::to_string(Count++) + ".tmp";
}

/// A file that was not there before, and its name.
Descriptor createTemporary(const std::string &Path, std::string &Name) {
  Descriptor D;
  // More names than a machine has left behind under this number.
  for (unsigned Tries = 0; !D && Tries < 1000; ++Tries) {
    Name = temporaryName(Path);
    D = openFile(Name, O_WRONLY | O_CREAT | O_EXCL);
    if (!D && errno != EEXIST)
      break;
  }
  return D;
}

/// Fills \p D, which is called \p Name, and gives it the name \p Path.
WriteResult fillAndRename(Descriptor D, const std::string &Name,
                          const std::string &Path, std::string_view Bytes) {
  if (!D)
    return failure(errno);
  int Error = writeAll(D, Bytes);
  if (!Error && rename(Name.c_str(), Path.c_str()) == 0)
    return {WriteResult::Kind::Written, ""};
  Error = Error ? Error : errno;
  unlink(Name.c_str());
  return failure(Error);
}

WriteResult writeCarefully(const std::string &Path, std::string_view Bytes) {
  struct stat S;
  if (stat(Path.c_str(), &S) == 0) {
    if (!S_ISREG(S.st_mode))
      return {WriteResult::Kind::Failed, objection(S, MaxFileSize)};
    if (uint64_t(S.st_size) == Bytes.size() &&
        predabs::readFile(Path, Bytes.size()).Bytes == Bytes)
      return {};
  }
  if (exceedsProcessLimit(Bytes.size()))
    return failure(EFBIG);
  std::string Name;
  Descriptor D = createTemporary(Path, Name);
  return fillAndRename(std::move(D), Name, Path, Bytes);
}

} // namespace

FileBytes predabs::readFile(const std::string &Path, uint64_t Limit) {
  try {
    return readCarefully(Path, Limit, [&](Descriptor &D, uint64_t Size) {
      return readAll(D, Size, Limit);
    });
  } catch (const std::bad_alloc &) {
    return noBytes(ENOMEM);
  }
}

FileBytes
predabs::readBeginning(const std::string &Path, size_t Start,
                       const std::function<uint64_t(std::string_view)> &Size) {
  try {
    return readCarefully(Path, MaxFileSize, [&](Descriptor &D, uint64_t All) {
      std::string Bytes(std::min<uint64_t>(Start, All), '\0');
      if (int Error = readUpTo(D, Bytes, 0))
        return noBytes(Error);
      size_t Read = Bytes.size();
      Bytes.resize(std::max<uint64_t>(Read, std::min(Size(Bytes), All)));
      if (int Error = readUpTo(D, Bytes, Read))
        return noBytes(Error);
      return FileBytes{std::move(Bytes), ""};
    });
  } catch (const std::bad_alloc &) {
    return noBytes(ENOMEM);
  }
}

WriteResult predabs::writeIfChanged(const std::string &Path,
                                    std::string_view Bytes) {
  try {
    return writeCarefully(Path, Bytes);
  } catch (const std::bad_alloc &) {
    return failure(ENOMEM);
  }
}

WriteResult predabs::replaceFile(const std::string &Path,
                                 std::string_view Bytes,
                                 const std::string &Temporary) {
  if (exceedsProcessLimit(Bytes.size()))
    return failure(EFBIG);
  unlink(Temporary.c_str());
  Descriptor D = openFile(Temporary, O_WRONLY | O_CREAT | O_EXCL);
  return fillAndRename(std::move(D), Temporary, Path, Bytes);
}
