// The current token of a text that is being parsed, and the first error. Once
// there is an error the cursor stands at the end for good, so that every
// parser runs out quickly without asking.

#ifndef PREDABS_PREDICATES_BP_CURSOR_H
#define PREDABS_PREDICATES_BP_CURSOR_H

#include "predicates/bp/Lexer.h"
#include "predicates/bp/Parse.h"

namespace predabs::bp {

class Cursor {
public:
  explicit Cursor(std::string_view Text) : Text(Text), Lex(Text) { advance(); }

  const Token &token() const { return Tok; }
  void advance();
  /// The token after the current one.
  Token peek() const { return Lexer(Lex).next(); }

  bool at(TokenKind K) const { return Tok.is(K); }
  bool atPunct(std::string_view P) const { return Tok.isPunct(P); }
  bool atWord(std::string_view W) const { return Tok.isWord(W); }
  /// Whether the current token begins a name in braces that is assigned to,
  /// not a block.
  bool atAssignedBraceName() const;

  /// Goes past the token if it is the one asked for.
  bool acceptPunct(std::string_view P);
  bool acceptWord(std::string_view W);
  // The same, an error if it is another one.
  bool expectPunct(std::string_view P);
  bool expectWord(std::string_view W);

  /// A plain name or one in braces; empty after an error.
  Token expectVariableName();
  /// A plain name; \p What says of what.
  Token expectPlainName(const char *What);
  Token expectLabel();

  /// Notes "expected What, found ..." at the current token.
  void failExpected(const std::string &What);
  void fail(Position At, std::string Message);
  bool failed() const { return FirstError.has_value(); }
  const ParseError &error() const { return *FirstError; }

private:
  Token take();

  std::string_view Text;
  Lexer Lex;
  Token Tok;
  std::optional<ParseError> FirstError;
};

/// \p Text in quotes, cut if it is long.
std::string quoted(std::string_view Text);

} // namespace predabs::bp

#endif
