// What is wrong with a text and where, and how messages quote it:
//
//   ParseError{{0, 7, 3}, "unknown name " + quoted("x")}.str()
//
// is `7:3: unknown name 'x'`.

#ifndef PREDABS_PREDICATES_TEXT_ERRORS_H
#define PREDABS_PREDICATES_TEXT_ERRORS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace predabs::text {

/// A place in a text. Lines and columns count from 1, columns count bytes.
struct Position {
  size_t Offset = 0;
  uint32_t Line = 1;
  uint32_t Column = 1;
};

struct ParseError {
  Position At;
  std::string Message;

  /// As `7:3: expected a type, found ','`.
  std::string str() const;
};

/// An error in one of the files that a user gives.
struct FileError {
  std::string File;
  uint32_t Line = 0, Column = 0; ///< from 1; columns count bytes
  std::string Message;

  bool operator==(const FileError &) const = default;

  /// As `f.preds:3:7: unknown name 'y' in 'inc'; did you mean 'x'?`.
  std::string str() const;
};

/// \p Text in quotes, cut behind \p Longest bytes.
std::string quoted(std::string_view Text,
                   size_t Longest = std::string_view::npos);
/// \p Text as a terminal can show it: \p Tab for each tab and a question mark
/// for each other control character.
std::string withoutControls(std::string_view Text, char Tab);

} // namespace predabs::text

#endif
