#include "checkers/store/reuse/StaleSideCar.h"

#include "checkers/files/Descriptor.h"
#include "checkers/store/format/Summary.h"

#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace predabs;

namespace {

/// Nanoseconds.
using Time = int64_t;
constexpr Time Second = 1'000'000'000;

/// From the mark to the end of the compile there is little to do; and an object
/// may be changed by a tool that is run on it right away.
constexpr Time Patience = 15 * Second;

std::string markOf(const std::string &Index, const std::string &SideCar) {
  std::string Digits = keyOf(SideCar).str();
  return Index + "/marks/" + Digits.substr(0, 2) + "/" + Digits.substr(2);
}

std::optional<Time> timeOf(const std::string &Path) {
  struct stat S;
  if (Path.empty() || stat(Path.c_str(), &S) != 0)
    return std::nullopt;
  return Time(S.st_mtim.tv_sec) * Second + S.st_mtim.tv_nsec;
}

/// The object is called as the side-car file without its ending.
std::string objectOf(const std::string &SideCar) {
  constexpr std::string_view Ending = ".predabs";
  return SideCar.ends_with(Ending)
             ? SideCar.substr(0, SideCar.size() - Ending.size())
             : "";
}

} // namespace

void predabs::markCompile(const std::string &Index,
                          const std::string &SideCar) {
  std::string Mark = markOf(Index, SideCar);
  if (utimensat(AT_FDCWD, Mark.c_str(), nullptr, AT_SYMLINK_NOFOLLOW) == 0)
    return;
  std::error_code Ignored; // without a mark there is nothing to see
  std::filesystem::create_directories(std::filesystem::path(Mark).parent_path(),
                                      Ignored);
  openFile(Mark, O_WRONLY | O_CREAT | O_NOFOLLOW);
}

std::string predabs::whyStale(const std::string &Index,
                              const std::string &SideCar,
                              const std::string &Source) {
  std::optional<Time> Object = timeOf(objectOf(SideCar));
  std::optional<Time> Marked =
      Object && !Index.empty() ? timeOf(markOf(Index, SideCar)) : std::nullopt;
  if (!Marked)
    return "";
  std::optional<Time> Written = timeOf(Source);
  bool IsOfNewText = Written && *Written > *Marked && *Object >= *Written;
  // SOUND: a header or an argument may have changed instead.
  bool IsMuchNewer = *Object > *Marked + Patience;
  return IsOfNewText || IsMuchNewer
             ? "its object was made anew without PredAbs (by a compiler cache?)"
             : "";
}
