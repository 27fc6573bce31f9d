// Splits protocol files into tokens. A name may hold dashes (`double-acquire`)
// and `::` (`std::mutex::lock`); text in quotes ends on its line. Comments are
// C's.

#ifndef PREDABS_CHECKERS_PROTOCOLS_LEXER_H
#define PREDABS_CHECKERS_PROTOCOLS_LEXER_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace predabs::protocols {

/// A place in the text. Columns count bytes from 1.
struct Position {
  size_t Offset = 0;
  size_t LineStart = 0;
  uint32_t Line = 1;

  uint32_t column() const { return uint32_t(Offset - LineStart) + 1; }
};

enum class TokenKind : uint8_t {
  End,
  Word,
  Number, ///< digits, also as `0x1f`
  String, ///< Text is what stands between the quotes, as written
  Punct,
  Error, ///< Text is what is wrong
};

struct Token {
  TokenKind Kind = TokenKind::End;
  Position At;
  std::string_view Text;

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
  explicit Lexer(std::string_view Text);

  Token next();

private:
  char peek(size_t Ahead = 0) const {
    return Here.Offset + Ahead < Text.size() ? Text[Here.Offset + Ahead] : '\0';
  }
  bool atEnd() const { return Here.Offset >= Text.size(); }
  void skip();
  bool skipBlanks(Token &T);
  bool skipBlockComment(Token &T);
  size_t wordStep() const;
  void lexWord(Token &T);
  void lexNumber(Token &T);
  void lexString(Token &T);
  void lexPunct(Token &T);

  std::string_view Text;
  Position Here;
};

} // namespace predabs::protocols

#endif
