// The current token of a text that is being parsed, and the first error. Once
// there is an error the cursor stands at the end, so that every parser runs
// out quickly without asking:
//
//   Cursor C(SomeLanguage, "goto done");
//   C.acceptWord("goto");   // true, C.token() is now `done`
//   C.expectPunct(";");     // false, and C.error().str() is
//                           // "1:6: expected ';', found 'done'"

#ifndef PREDABS_PREDICATES_TEXT_CURSOR_H
#define PREDABS_PREDICATES_TEXT_CURSOR_H

#include "predicates/text/Lexer.h"

#include <optional>

namespace predabs::text {

class Cursor {
public:
  /// \p L must live longer.
  Cursor(const Language &L, std::string_view Text, Position Start = {})
      : L(L), Lex(L, Text, Start) {
    advance();
  }

  const Token &token() const { return Tok; }
  Position position() const { return Tok.At; }
  void advance();
  /// The current token; goes past it.
  Token take();
  /// The token after the current one.
  Token peek() const { return Lexer(Lex).next(); }
  /// Makes the token at \p To the current one.
  void seek(Position To);
  /// Makes the current token a word of \p Length characters.
  void retake(size_t Length);

  bool at(TokenKind K) const { return Tok.is(K); }
  bool atPunct(std::string_view P) const { return Tok.isPunct(P); }
  bool atWord(std::string_view W) const { return Tok.isWord(W); }
  bool atName(char Sigil) const { return Tok.isName(Sigil); }

  /// Goes past the token if it is the one asked for.
  bool acceptPunct(std::string_view P);
  bool acceptWord(std::string_view W);
  // The same, an error if it is another one.
  bool expectPunct(std::string_view P);
  bool expectWord(std::string_view W);

  /// Notes "expected What, found ..." at the current token.
  void failExpected(const std::string &What);
  void fail(Position At, std::string Message);
  bool failed() const { return FirstError.has_value(); }
  const ParseError &error() const { return *FirstError; }

  // Going on after an error, which is forgotten.

  /// From the token at \p To.
  void resume(Position To);
  /// From the first token that \p Begins accepts, beginning with the one that
  /// was refused. Hands out the error.
  ParseError recover(bool (*Begins)(const Token &));

private:
  const Language &L;
  Lexer Lex;
  Token Tok;
  Token Refused; ///< the current token when the error was found
  std::optional<ParseError> FirstError;
};

/// How deep a recursion is, how deep it may get, and what to say then.
struct Depth {
  unsigned Max;
  const char *TooDeep;
  unsigned Now = 0;
};

/// One level of a recursion: no text, however nested, overflows the stack.
class Nesting {
public:
  Nesting(Cursor &C, Depth &D);
  Nesting(const Nesting &) = delete;
  ~Nesting() { --D.Now; }

  /// False after an error, which may be that this is too deep.
  explicit operator bool() const { return !C.failed(); }

private:
  Cursor &C;
  Depth &D;
};

} // namespace predabs::text

#endif
