// The current token of a protocol file, and the first error. Once there is an
// error the cursor stands at the end until recover(), so that every parser
// runs out quickly without asking.

#ifndef PREDABS_CHECKERS_PROTOCOLS_CURSOR_H
#define PREDABS_CHECKERS_PROTOCOLS_CURSOR_H

#include "checkers/protocols/Lexer.h"

#include <optional>
#include <string>

namespace predabs::protocols {

struct Failure {
  Position At;
  std::string Message;
};

class Cursor {
public:
  explicit Cursor(std::string_view Text) : Lex(Text) { advance(); }

  const Token &token() const { return Tok; }
  void advance();

  bool at(TokenKind K) const { return Tok.is(K); }
  bool atPunct(std::string_view P) const { return Tok.isPunct(P); }
  bool atWord(std::string_view W) const { return Tok.isWord(W); }

  /// Goes past the token if it is the one asked for.
  bool acceptPunct(std::string_view P);
  bool acceptWord(std::string_view W);
  /// The same, an error if it is another one.
  bool expectPunct(std::string_view P);
  /// A word that is not too long; \p What says of what it is the name.
  Token expectName(const char *What);
  /// A decimal or hexadecimal number, with a minus or without.
  int64_t expectNumber();
  /// Texts one after the other make one, as in C.
  std::string expectText();

  /// Notes "expected What, found ..." at the current token.
  void failExpected(const std::string &What);
  void fail(Position At, std::string Message);
  bool failed() const { return FirstError.has_value(); }

  /// Hands out the error and goes to the next word that begins something of
  /// the kind, from where it is on.
  enum class Next : uint8_t { Event, Protocol };
  Failure recover(Next To);

private:
  Token take();
  void addText(const Token &T, std::string &To);

  Lexer Lex;
  Token Tok;
  Token Refused; ///< the current token when the error was found
  std::optional<Failure> FirstError;
};

/// \p Text in quotes, cut if it is long, without control characters.
std::string quoted(std::string_view Text);

} // namespace predabs::protocols

#endif
