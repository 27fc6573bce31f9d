// See Lexer.h.

#include "predicates/language/Lexer.h"

#include <charconv>

namespace predabs::language {

namespace {

bool isDigit(char C) { return C >= '0' && C <= '9'; }
bool isBlank(char C) {
  return C == ' ' || C == '\t' || C == '\n' || C == '\r' || C == '\v' ||
         C == '\f';
}

/// Longest first.
constexpr std::string_view Puncts[] = {
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
    "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "+",  "-",
    "*",   "/",   "%",   "&",  "|",  "^",  "~",  "!",  "<",  ">",  "=",  "?",
    ":",   ",",   "(",   ")",  "[",  "]",  "{",  "}",  ".",  ";",  "'"};

std::string unknownCharacter(char C) {
  if (C > ' ' && C < '\x7f')
    return std::string("unknown character '") + C + "'";
  char Digits[4];
  auto End = std::to_chars(Digits, Digits + 4, uint8_t(C), 16).ptr;
  return "unknown character of code 0x" + std::string(Digits, End);
}

} // namespace

bool isNameStart(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_' ||
         C == '$' || uint8_t(C) >= 0x80;
}

bool isNameChar(char C) { return isNameStart(C) || isDigit(C); }

void Lexer::skip() {
  bool EndsLine = peek() == '\n';
  ++Here.Offset;
  Here.Line += EndsLine;
  Here.Column = EndsLine ? 1 : Here.Column + 1;
}

void Lexer::skip(size_t Count) {
  while (Count-- > 0)
    skip();
}

Token Lexer::next() {
  Token T;
  if (!skipBlanks(T))
    return T;
  T.At = Here;
  if (atEnd())
    return T;
  lexToken(T);
  T.Raw = Text.substr(T.At.Offset, Here.Offset - T.At.Offset);
  return T;
}

/// False if a comment is wrong, which \p T then says.
bool Lexer::skipBlanks(Token &T) {
  while (!atEnd()) {
    if (isBlank(peek()))
      skip();
    else if (peek() == '/' && (peek(1) == '/' || peek(1) == '*')) {
      if (!skipComment(T))
        return false;
    } else
      break;
  }
  return true;
}

bool Lexer::skipComment(Token &T) {
  T.At = Here;
  if (peek(1) == '/') {
    while (!atEnd() && peek() != '\n')
      skip();
    return true;
  }
  skip(2);
  while (!atEnd() && !(peek() == '*' && peek(1) == '/'))
    skip();
  if (atEnd()) {
    T.Kind = TokenKind::Error;
    T.Message = "this comment is not closed";
    return false;
  }
  skip(2);
  return true;
}

void Lexer::lexToken(Token &T) {
  char C = peek();
  if (isNameStart(C))
    return lexWord(T);
  if (isDigit(C) || (C == '.' && isDigit(peek(1))))
    return lexNumber(T);
  if (C == '\'' && lexCharacter(T))
    return;
  lexPunct(T);
}

void Lexer::lexWord(Token &T) {
  T.Kind = TokenKind::Word;
  while (true) {
    if (isNameChar(peek()))
      skip();
    else if (peek() == '.' && isDigit(peek(1)))
      skip();
    else if (peek() == ':' && peek(1) == ':' &&
             (isNameStart(peek(2)) || peek(2) == '~'))
      skip(3);
    else
      return;
  }
}

void Lexer::lexNumber(Token &T) {
  T.Kind = TokenKind::Number;
  bool IsHex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
  while (isNameChar(peek()) || peek() == '.') {
    bool IsExponent = !IsHex && (peek() == 'e' || peek() == 'E');
    skip();
    if (IsExponent && (peek() == '+' || peek() == '-'))
      skip();
  }
}

/// False if the quote here encloses no character.
bool Lexer::lexCharacter(Token &T) {
  bool IsEscape = peek(1) == '\\';
  if (!IsEscape && (peek(2) != '\'' || peek(1) == '\'' || peek(1) == '\n'))
    return false;
  T.Kind = TokenKind::Character;
  skip();
  if (IsEscape) {
    skip();
    lexEscape(T);
  } else {
    T.Code = uint8_t(peek());
    skip();
  }
  if (peek() != '\'' && !T.is(TokenKind::Error)) {
    T.Kind = TokenKind::Error;
    T.Message = "expected ' after the character";
  } else {
    skip();
  }
  return true;
}

void Lexer::lexEscape(Token &T) {
  constexpr std::string_view Letters = "abfnrtv\\'\"?";
  constexpr std::string_view Codes = "\a\b\f\n\r\t\v\\'\"?";
  if (size_t I = Letters.find(peek()); I != Letters.npos) {
    T.Code = uint8_t(Codes[I]);
    return skip();
  }
  if (peek() == 'x') {
    skip();
    return lexCode(T, 16, Text.size());
  }
  lexCode(T, 8, 3);
}

void Lexer::lexCode(Token &T, unsigned Base, size_t MaxDigits) {
  std::string_view Rest = Text.substr(Here.Offset).substr(0, MaxDigits);
  auto [Stop, Error] = std::from_chars(Rest.data(), Rest.data() + Rest.size(),
                                       T.Code, int(Base));
  skip(size_t(Stop - Rest.data()));
  if (Error == std::errc())
    return;
  T.Kind = TokenKind::Error;
  T.Message = Error == std::errc::result_out_of_range
                  ? "this character's code is too large"
                  : "unknown escape";
}

void Lexer::lexPunct(Token &T) {
  for (std::string_view P : Puncts)
    if (Text.substr(Here.Offset).starts_with(P)) {
      T.Kind = TokenKind::Punct;
      return skip(P.size());
    }
  T.Kind = TokenKind::Error;
  T.Message = peek() == '"' ? "a predicate cannot contain a string"
                            : unknownCharacter(peek());
  skip();
}

} // namespace predabs::language
