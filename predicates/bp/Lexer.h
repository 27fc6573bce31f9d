// Splits the text of a Boolean program into tokens. Blanks, line ends and
// comments (`//`, `/* */`) only separate them. A `{` may open a block or a
// name such as `{x==2}`: the lexer gives the brace, and who expects a name
// asks for the rest (braceName).

#ifndef PREDABS_PREDICATES_BP_LEXER_H
#define PREDABS_PREDICATES_BP_LEXER_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace predabs::bp {

/// A place in the text. Columns count bytes from 1.
struct Position {
  size_t Offset = 0;
  size_t LineStart = 0;
  uint32_t Line = 1;

  uint32_t column() const { return uint32_t(Offset - LineStart) + 1; }
};

enum class TokenKind : uint8_t {
  End,
  Word,      ///< a C name or a reserved word
  Number,    ///< digits
  BraceName, ///< `{x==2}`, only from braceName
  Punct,     ///< an operator or a bracket
  Error,     ///< Text is what is wrong
};

struct Token {
  TokenKind Kind = TokenKind::End;
  Position At;
  std::string_view Text; ///< as written, in the lexer's text

  bool is(TokenKind K) const { return Kind == K; }
  bool isPunct(std::string_view P) const {
    return Kind == TokenKind::Punct && Text == P;
  }
  bool isWord(std::string_view W) const {
    return Kind == TokenKind::Word && Text == W;
  }
};

class Lexer {
public:
  explicit Lexer(std::string_view Text) : Text(Text) {}

  Token next();
  /// The name in braces that begins with \p Brace, the token just read.
  Token braceName(const Token &Brace);

private:
  char peek(size_t Ahead = 0) const {
    return Here.Offset + Ahead < Text.size() ? Text[Here.Offset + Ahead] : '\0';
  }
  bool atEnd() const { return Here.Offset >= Text.size(); }
  void skip();
  bool skipBlanks(Token &T);
  bool skipBlockComment(Token &T);
  bool inWord() const;
  void lexPunct(Token &T);

  std::string_view Text;
  Position Here;
};

/// How long the name in braces at the beginning of \p Text is; 0 if there is
/// none: braces must match and nest at most 8 deep, and blanks alone, a `;` or
/// a line end are no name.
size_t lengthOfBraceName(std::string_view Text);

/// Whether the language gives \p Word a meaning, so that it is no name.
bool isReserved(std::string_view Word);

} // namespace predabs::bp

#endif
