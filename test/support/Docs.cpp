#include "test/support/Docs.h"

// Not __FILE__: compiler caches make that relative to any folder.
#include "test/SourceRoot.h"

#include <filesystem>
#include <fstream>
#include <iterator>

std::string predabs::test::readDocs(const std::string &Name) {
  std::ifstream File(std::filesystem::path(PREDABS_SOURCE_ROOT) / "docs" /
                     Name);
  return {std::istreambuf_iterator<char>(File), {}};
}
