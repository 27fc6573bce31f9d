// The tokens of Boolean programs, and what their parsers ask for. Reserved
// words are words, and a `{` may open a block or a name such as `{x==2}`: who
// expects a name asks for it.
//
//   {x==2} := choose(a, b);   is `{` and so on, but for expectVariableName
//                             the name `{x==2}`, then `:=`, a word, ...

#ifndef PREDABS_PREDICATES_BP_CURSOR_H
#define PREDABS_PREDICATES_BP_CURSOR_H

#include "predicates/bp/Parse.h"
#include "predicates/text/Cursor.h"

namespace predabs::bp {

using text::Position;
using text::Token;
using text::TokenKind;

class Cursor : public text::Cursor {
public:
  explicit Cursor(std::string_view Text);

  /// Whether the current token begins a name in braces that is assigned to,
  /// not a block.
  bool atAssignedBraceName() const;

  /// A plain name or one in braces; empty after an error.
  Token expectVariableName();
  /// A plain name; \p What says of what.
  Token expectPlainName(const char *What);
  Token expectLabel();

  /// With the line that is wrong.
  ParseError error() const;

private:
  size_t lengthOfBraceNameHere() const;

  std::string_view Text;
};

/// \p Text in quotes, cut if it is long.
std::string quoted(std::string_view Text);

} // namespace predabs::bp

#endif
