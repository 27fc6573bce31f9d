// The current token of a text that is being parsed, and the first error. Once
// there is an error the cursor stands at the end for good, so that every
// parser runs out quickly without asking.

#ifndef PREDABS_PREDICATES_LANGUAGE_CURSOR_H
#define PREDABS_PREDICATES_LANGUAGE_CURSOR_H

#include "predicates/language/Lexer.h"

#include <optional>

namespace predabs::language {

struct Failure {
  Position At;
  std::string Message;
};

/// Counts how deep a recursion is.
class Nesting {
public:
  explicit Nesting(unsigned &Depth) : Depth(Depth) { ++Depth; }
  Nesting(const Nesting &) = delete;
  ~Nesting() { --Depth; }

private:
  unsigned &Depth;
};

class Cursor {
public:
  Cursor(std::string_view Text, Position Start) : Lex(Text, Start) {
    advance();
  }

  const Token &token() const { return Tok; }
  Position position() const { return Tok.At; }
  void advance();
  /// The token after the current one.
  Token peek() const { return Lexer(Lex).next(); }
  /// Makes the token at \p To the current one, and forgets errors.
  void seek(Position To);

  bool at(TokenKind K) const { return Tok.is(K); }
  bool atPunct(std::string_view P) const { return Tok.isPunct(P); }
  bool atWord(std::string_view W) const { return Tok.isWord(W); }

  /// Goes past the token if it is the one asked for.
  bool acceptPunct(std::string_view P);
  bool acceptWord(std::string_view W);
  /// The same, an error if it is another one.
  bool expectPunct(std::string_view P);

  /// Notes "expected What, found ..." at the current token.
  void failExpected(const std::string &What);
  void fail(Position At, std::string Message);
  bool failed() const { return FirstError.has_value(); }
  const Failure &error() const { return *FirstError; }

private:
  void lex();

  Lexer Lex;
  Token Tok;
  std::optional<Failure> FirstError;
};

} // namespace predabs::language

#endif
