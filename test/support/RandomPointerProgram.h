// Random programs with pointers that observe themselves, for tests of the alias
// analysis. A program has two files: globals and functions of each are internal
// or visible, and a file uses its own and the visible ones of the other. It
// takes addresses of variables, fields and elements, stores them, passes and
// returns them, calls through pointers, recurs, copies records and bytes, casts
// pointers to integers and back, and allocates.
//
// In the text that is run, calls of functions that print are added: which two
// places just had bytes in common, which place has another value after a call
// than before, which function runs at which call.
//
// A function whose variables' addresses are taken never returns, it ends the
// program: so no pointer outlives what it points to.

#ifndef PREDABS_TEST_SUPPORT_RANDOMPOINTERPROGRAM_H
#define PREDABS_TEST_SUPPORT_RANDOMPOINTERPROGRAM_H

#include <cstdint>
#include <string>
#include <vector>

namespace predabs::ir {

/// Prints `o N` if the places have a byte in common.
struct OverlapCheck {
  std::string Function, A, B;
};
/// Prints `m N` if \p Place was changed by that call of the function.
struct ModifyCheck {
  std::string Function, Place;
  unsigned Call;
};
/// Prints `c N F` if function number F runs at that call.
struct TargetCheck {
  std::string Function;
  unsigned Call;
};

enum class Typing : uint8_t {
  Strict, ///< memory is accessed by its own type only
  Loose,  ///< also through unions and casts
};

struct PointerProgram {
  /// All of it, with observations.
  std::string Run;
  /// Without: all of it, and what each file says alone.
  std::string Whole;
  std::string Files[2];
  std::vector<std::string> Functions;
  /// In the order of their numbers.
  std::vector<OverlapCheck> Overlaps;
  std::vector<ModifyCheck> Modifies;
  std::vector<TargetCheck> Targets;
};

PointerProgram randomPointerProgram(uint64_t Seed, Typing How);

} // namespace predabs::ir

#endif
