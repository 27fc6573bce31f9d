// How the globals of a module are when a run begins with its entry: the same
// for every run, and a program may have thousands of them, most of them texts.
// So they are laid out once, and other runs begin with a copy.

#ifndef PREDABS_PREDICATES_INTERPRETER_STARTS_H
#define PREDABS_PREDICATES_INTERPRETER_STARTS_H

#include "predicates/interpreter/Machine.h"

#include <array>

namespace predabs::ir {

/// What runs of one module have in common.
class RunStarts {
public:
  struct Image {
    std::vector<uint64_t> Globals; ///< addresses, by Variable::Id
    interp::DataImage Data;
  };

  /// How runs of \p M begin, or null where they do not get that far. Functions
  /// and globals may come to \p M between two calls, but not change.
  const Image *find(const Module &M, GlobalsStart Start);

private:
  struct Kept {
    size_t NumGlobals = 0;
    uint64_t EndOfCode = 0;
    std::optional<Image> Is;
  };
  std::array<std::optional<Kept>, 2> All; ///< by GlobalsStart
};

} // namespace predabs::ir

#endif
