// A folder for one test, which takes it away with all that is in it.

#ifndef PREDABS_TEST_SUPPORT_FOLDER_H
#define PREDABS_TEST_SUPPORT_FOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace predabs {

class Folder {
public:
  Folder() {
    std::string Name =
        std::filesystem::temp_directory_path() / "predabs-XXXXXX";
    Path = mkdtemp(Name.data());
  }
  ~Folder() {
    std::error_code Ignored;
    std::filesystem::remove_all(Path, Ignored);
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;

  std::string operator/(const std::string &Name) const { return Path / Name; }

  /// All files in it and below.
  std::vector<std::string> files() const {
    std::vector<std::string> Names;
    for (const auto &E : std::filesystem::recursive_directory_iterator(Path))
      if (E.is_regular_file())
        Names.push_back(E.path());
    return Names;
  }

private:
  std::filesystem::path Path;
};

inline void writeText(const std::string &Path, const std::string &Text) {
  std::ofstream(Path, std::ios::binary) << Text;
}

} // namespace predabs

#endif
