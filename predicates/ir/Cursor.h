// The current token of a text that is being parsed, and the first error. Once
// there is an error the cursor stands at the end for good, so that every
// parser runs out quickly without asking.

#ifndef PREDABS_PREDICATES_IR_CURSOR_H
#define PREDABS_PREDICATES_IR_CURSOR_H

#include "predicates/ir/Lexer.h"
#include "predicates/ir/Parse.h"

#include <optional>

namespace predabs::ir {

class Cursor {
public:
  explicit Cursor(std::string_view Text) : Lex(Text) { advance(); }

  const Token &token() const { return Tok; }
  Position position() const { return Tok.At; }
  void advance();
  /// The token after the current one.
  Token peek() const { return Lexer(Lex).next(); }
  /// Makes the token at \p To the current one.
  void seek(Position To);

  bool at(TokenKind K) const { return Tok.is(K); }
  bool atPunct(std::string_view P) const { return Tok.isPunct(P); }
  bool atWord(std::string_view W) const { return Tok.isWord(W); }
  bool atLineEnd() const {
    return at(TokenKind::Newline) || at(TokenKind::End);
  }

  /// Goes past the token if it is the one asked for.
  bool acceptPunct(std::string_view P);
  bool acceptWord(std::string_view W);

  // The same, an error if it is another one.
  bool expectPunct(std::string_view P);
  bool expectWord(std::string_view W);
  bool expectLineEnd();
  /// The text of a token of that kind; empty after an error.
  std::string expectText(TokenKind K, const char *What);
  /// A number without type; 0 after an error.
  uint64_t expectNumber(uint64_t Max, const char *What);

  /// Notes "expected What, found ..." at the current token.
  void failExpected(const std::string &What);
  void fail(Position At, std::string Message);
  bool failed() const { return FirstError.has_value(); }
  const ParseError &error() const { return *FirstError; }

private:
  Lexer Lex;
  Token Tok;
  std::optional<ParseError> FirstError;
};

} // namespace predabs::ir

#endif
