// A file that an option names, `predicates=FILE`. It is read once, when
// somebody asks for the first time; all copies of an option know what it says
// then, so that whoever reads it later, or in a child, reads the same.

#ifndef PREDABS_CHECKERS_FILES_NAMEDFILE_H
#define PREDABS_CHECKERS_FILES_NAMEDFILE_H

#include "checkers/files/UserFiles.h"

#include <memory>

namespace predabs {

class NamedFile {
public:
  NamedFile() = default;
  NamedFile(std::string_view Name)
      : Name(Name), Read(std::make_shared<std::optional<FileBytes>>()) {}

  bool isNamed() const { return !Name.empty(); }
  const std::string &name() const { return Name; }
  /// What it says, or why nobody can tell. Asked only if it is named.
  const FileBytes &content() const {
    return *Read ? **Read : Read->emplace(readOptionFile(Name));
  }

private:
  std::string Name;
  std::shared_ptr<std::optional<FileBytes>> Read;
};

} // namespace predabs

#endif
