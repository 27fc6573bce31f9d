// Splits the text form into tokens. The ends of lines are tokens too, since a
// statement ends with its line; empty lines and comments (`//` and `/* */`)
// are not.

#ifndef PREDABS_PREDICATES_IR_LEXER_H
#define PREDABS_PREDICATES_IR_LEXER_H

#include "predicates/ir/Int128.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace predabs::ir {

/// A place in the text. Columns count bytes from 1.
struct Position {
  size_t Offset = 0;
  size_t LineStart = 0;
  uint32_t Line = 1;

  uint32_t column() const { return uint32_t(Offset - LineStart) + 1; }
};

enum class TokenKind : uint8_t {
  End,
  Newline,
  Word,        ///< `func`, `i32`, `for.body`, `inline-asm`: Text
  String,      ///< Text, without quotes and escapes
  Local,       ///< `%x`: Text is the name
  Global,      ///< `$x`
  Func,        ///< `@f`
  Member,      ///< `.f`
  MemberIndex, ///< `.#3`: Number
  Number,      ///< `5`, `0x1f`, `5:u64`: Number, and the type behind the colon
  Punct,       ///< an operator or a bracket: Raw
  Error,       ///< Text is what is wrong; comes at most once
};

struct Token {
  TokenKind Kind = TokenKind::End;
  Position At;
  std::string_view Raw;
  std::string Text;
  UInt128 Number = 0;
  unsigned TypeWidth = 0; ///< 0: the number has no type
  bool TypeSigned = false;

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
  explicit Lexer(std::string_view Text) : Text(Text) {}

  Token next();
  /// Goes on from \p To, the position of a token.
  void seek(Position To) { Here = To; }

private:
  char peek(size_t Ahead = 0) const {
    return Here.Offset + Ahead < Text.size() ? Text[Here.Offset + Ahead] : '\0';
  }
  bool atEnd() const { return Here.Offset >= Text.size(); }
  void skip() { ++Here.Offset; }
  void skipNewline();
  bool skipBlanks(Token &T);
  bool skipComment(Token &T);
  bool skipBlockComment(Token &T);
  void lexToken(Token &T);
  void lexNewlines(Token &T);
  void lexWord(Token &T);
  void lexName(Token &T, TokenKind Kind);
  void lexMember(Token &T);
  void lexMemberIndex(Token &T);
  void lexNumber(Token &T);
  void lexDigits(Token &T, unsigned Base);
  void lexNumberType(Token &T);
  void lexString(Token &T, TokenKind Kind);
  void lexEscape(Token &T);
  void lexPunct(Token &T);

  std::string_view Text;
  Position Here;
};

} // namespace predabs::ir

#endif
