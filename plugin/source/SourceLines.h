// The lines of source files, for comments.

#ifndef PREDABS_PLUGIN_SOURCE_SOURCELINES_H
#define PREDABS_PLUGIN_SOURCE_SOURCELINES_H

#include "predicates/ir/Module.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <vector>

namespace predabs {

class SourceLines {
public:
  explicit SourceLines(const ir::Module &M);
  ~SourceLines();

  /// The line at \p L without blanks around it, cut where it is very long;
  /// empty if it cannot be read.
  std::string at(ir::Loc L);

private:
  struct File {
    std::unique_ptr<std::string> Text;
    std::vector<llvm::StringRef> Lines;
    bool IsRead = false;
  };
  const File &file(uint32_t Index);

  const ir::Module &M;
  std::vector<File> Files;
};

} // namespace predabs

#endif
