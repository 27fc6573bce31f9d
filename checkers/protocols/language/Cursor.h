// The tokens of protocol files (docs/protocols.md), and what their parser asks
// for. A name may hold dashes and `::`; text in quotes ends on its line.
//
//   call std::mutex::lock(object): held: error double-lock "%o is held"
//
// is the words `call` and `std::mutex::lock`, `(`, ..., the word
// `double-lock`, and a text.

#ifndef PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_CURSOR_H
#define PREDABS_CHECKERS_PROTOCOLS_LANGUAGE_CURSOR_H

#include "predicates/text/Cursor.h"

namespace predabs::protocols {

using text::Position;
using text::Token;
using text::TokenKind;

class Cursor : public text::Cursor {
public:
  explicit Cursor(std::string_view Text);

  /// A word that is not too long; \p What says of what it is the name.
  Token expectName(const char *What);
  /// A decimal or hexadecimal number, with a minus or without.
  int64_t expectNumber();
  /// Texts one after the other make one, as in C.
  std::string expectText();

private:
  void addText(const Token &T, std::string &To);
};

/// \p Text in quotes, cut if it is long, without control characters.
std::string quoted(std::string_view Text);

} // namespace predabs::protocols

#endif
