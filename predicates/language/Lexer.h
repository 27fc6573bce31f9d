// Splits predicate files into tokens: those of C, but `'` is one by itself
// unless it encloses a character, and a name may have the suffix that the
// intermediate language gives to the second of two equal names, as in `x.1`.

#ifndef PREDABS_PREDICATES_LANGUAGE_LEXER_H
#define PREDABS_PREDICATES_LANGUAGE_LEXER_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace predabs::language {

/// A place in the text. Columns count bytes from 1.
struct Position {
  size_t Offset = 0;
  uint32_t Line = 1;
  uint32_t Column = 1;
};

enum class TokenKind : uint8_t {
  End,
  Word,      ///< a name or a keyword; `ns::x` is one
  Number,    ///< what looks like one: Raw
  Character, ///< `'a'`: Code
  Punct,     ///< an operator or a bracket
  Error,     ///< Message says what is wrong
};

struct Token {
  TokenKind Kind = TokenKind::End;
  Position At;
  std::string_view Raw;
  uint8_t Code = 0;
  std::string Message;

  bool is(TokenKind K) const { return Kind == K; }
  bool isPunct(std::string_view P) const {
    return Kind == TokenKind::Punct && Raw == P;
  }
  bool isWord(std::string_view W) const {
    return Kind == TokenKind::Word && Raw == W;
  }
};

class Lexer {
public:
  /// \p Start is what the place of the first byte is called.
  Lexer(std::string_view Text, Position Start) : Text(Text), Here(Start) {
    // A byte order mark is no part of the text.
    Here.Offset = Text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  }

  Token next();
  /// Goes on from \p To, the position of a token.
  void seek(Position To) { Here = To; }

private:
  char peek(size_t Ahead = 0) const {
    return Here.Offset + Ahead < Text.size() ? Text[Here.Offset + Ahead] : '\0';
  }
  bool atEnd() const { return Here.Offset >= Text.size(); }
  void skip();
  void skip(size_t Count);
  bool skipBlanks(Token &T);
  bool skipComment(Token &T);
  void lexToken(Token &T);
  void lexWord(Token &T);
  void lexNumber(Token &T);
  bool lexCharacter(Token &T);
  void lexEscape(Token &T);
  void lexCode(Token &T, unsigned Base, size_t MaxDigits);
  void lexPunct(Token &T);

  std::string_view Text;
  Position Here;
};

/// Whether a name may begin with \p C.
bool isNameStart(char C);
/// Whether \p C may stand inside a name.
bool isNameChar(char C);

} // namespace predabs::language

#endif
