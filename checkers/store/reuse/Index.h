// Where a symbol is defined: a folder with a small file per symbol that names
// the side-car files which define it, so that a caller finds its callee without
// looking at all of them.
//
//   DIR/3f/9c0a...        symbol
//                         build/a.o.predabs
//                         build/b.o.predabs
//
// An entry without side-car files is there for build systems: somebody has
// looked for the symbol, and is to be compiled again once the entry changes.
//
// Many processes may use a folder at once, and be killed: an entry is replaced
// as a whole, under a lock that ends with its process. A lock that is held for
// seconds (by a process that was stopped) is not waited for any longer.

#ifndef PREDABS_CHECKERS_STORE_REUSE_INDEX_H
#define PREDABS_CHECKERS_STORE_REUSE_INDEX_H

#include "checkers/files/Files.h"

#include <vector>

namespace predabs {

class Index {
public:
  /// An index in the folder \p Directory, which is made when the first symbol
  /// is added.
  explicit Index(std::string Directory) : Directory(std::move(Directory)) {}

  /// Says that \p SideCar defines the symbols \p Now, and no longer those of
  /// \p Before that are not among them. Writes nothing if that is known. After
  /// a failure some symbols may be missing. Symbols with control characters
  /// are left out.
  WriteResult add(const std::string &SideCar,
                  const std::vector<std::string> &Now,
                  const std::vector<std::string> &Before) const;

  /// The side-car files that define \p Symbol, ascending; none if nothing is
  /// known or what is there is no entry. They need not exist any more, nor
  /// still define it.
  std::vector<std::string> find(const std::string &Symbol) const;

  /// The file that is replaced when somebody says that he defines \p Symbol, or
  /// does so no longer. Where nobody does one is made that says so, for others
  /// to replace. Empty if that is not possible.
  std::string watch(const std::string &Symbol) const;

  /// Tells those who watch \p Symbols that what was said about them leads
  /// somewhere again.
  void renew(const std::vector<std::string> &Symbols) const;

  /// Whether something was left undone because another process held a lock for
  /// too long.
  static bool hasGivenUp();

private:
  std::string Directory;
};

} // namespace predabs

#endif
