// The tokens of the text form (docs/ir.md), and what its parsers ask for:
// names with their sigils, numbers with their types, the ends of lines.
//
//   %x = %y + 5:u64   is the name `%x`, `=`, the name `%y`, `+`, a number
//                     that has a type, and the end of the line

#ifndef PREDABS_PREDICATES_IR_CURSOR_H
#define PREDABS_PREDICATES_IR_CURSOR_H

#include "predicates/ir/Int128.h"
#include "predicates/text/Cursor.h"

namespace predabs::ir {

using text::Position;
using text::Token;
using text::TokenKind;

/// `5`, `0x1f`, `5:u64`.
struct Number {
  UInt128 Value = 0;
  unsigned TypeWidth = 0; ///< 0: the number has no type
  bool TypeSigned = false;
};

class Cursor : public text::Cursor {
public:
  explicit Cursor(std::string_view Text);

  bool atLineEnd() const {
    return at(TokenKind::Newline) || at(TokenKind::End);
  }
  bool expectLineEnd();

  /// What the current token says or names, without quotes and escapes.
  std::string text() const;
  /// The same, and goes past it; empty after an error.
  std::string takeText();
  /// The same for a text in quotes.
  std::string expectString(const char *What);
  /// For a name with that sigil.
  std::string expectName(char Sigil, const char *What);

  /// The current token, which is one, or a field's number as in `.#3`.
  Number number() const;
  bool atFieldNumber() const { return token().Raw.starts_with(".#"); }
  /// A number without type; 0 after an error.
  uint64_t expectNumber(uint64_t Max, const char *What);
};

} // namespace predabs::ir

#endif
