// A line of progress on a terminal, and nothing elsewhere.

#ifndef PREDABS_PLUGIN_DRIVER_PROGRESS_H
#define PREDABS_PLUGIN_DRIVER_PROGRESS_H

#include <cstddef>
#include <string>

namespace predabs {

class ProgressLine {
public:
  /// \p Doing stands before the names of files.
  explicit ProgressLine(std::string Doing);

  void show(const std::string &Text) const;
  /// `[3/12] foo.c`
  void show(size_t Done, size_t All, const std::string &File) const;
  void hide() const;

private:
  std::string Doing;
  bool IsVisible;
};

} // namespace predabs

#endif
