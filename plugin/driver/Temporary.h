// A folder for one run of the driver, which goes with it: also when it is
// interrupted.

#ifndef PREDABS_PLUGIN_DRIVER_TEMPORARY_H
#define PREDABS_PLUGIN_DRIVER_TEMPORARY_H

#include <string>

namespace predabs {

/// There is at most one at a time.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Empty if it could not be made.
  const std::string &path() const { return Path; }

  /// Removes the folder that there is, if any. May be called from a handler of
  /// signals.
  static void removeAtOnce();

private:
  std::string Path;
  std::string Gone; ///< its name while it is removed
};

} // namespace predabs

#endif
