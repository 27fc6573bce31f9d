// Tokens of protocol files, see Lexer.h.

#include "checkers/protocols/Lexer.h"

namespace predabs::protocols {

namespace {

bool isDigit(char C) { return C >= '0' && C <= '9'; }
bool isLetter(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_' ||
         C == '$';
}
bool isWordChar(char C) { return isLetter(C) || isDigit(C); }
bool isBlank(char C) {
  return C == ' ' || C == '\t' || C == '\r' || C == '\n' || C == '\v' ||
         C == '\f';
}

constexpr std::string_view LongPuncts[] = {
    "...", "->", "==", "!=", "<=", ">=", "::"};
constexpr std::string_view ShortPuncts = "()*,:<>=-";

void setError(Token &T, Position At, std::string_view Message) {
  T.Kind = TokenKind::Error;
  T.At = At;
  T.Text = Message;
}

} // namespace

Lexer::Lexer(std::string_view Text) : Text(Text) {
  // A byte order mark is no part of the text.
  if (Text.starts_with("\xef\xbb\xbf"))
    Here.Offset = Here.LineStart = 3;
}

void Lexer::skip() {
  bool IsNewline = Text[Here.Offset] == '\n';
  ++Here.Offset;
  if (IsNewline) {
    ++Here.Line;
    Here.LineStart = Here.Offset;
  }
}

Token Lexer::next() {
  Token T;
  if (!skipBlanks(T))
    return T;
  T.At = Here;
  if (atEnd())
    return T;
  if (isLetter(peek()))
    lexWord(T);
  else if (isDigit(peek()))
    lexNumber(T);
  else if (peek() == '"')
    lexString(T);
  else
    lexPunct(T);
  return T;
}

/// False if \p T became an error.
bool Lexer::skipBlanks(Token &T) {
  while (!atEnd()) {
    if (isBlank(peek())) {
      skip();
    } else if (peek() == '/' && peek(1) == '/') {
      while (!atEnd() && peek() != '\n')
        ++Here.Offset;
    } else if (peek() == '/' && peek(1) == '*') {
      if (!skipBlockComment(T))
        return false;
    } else {
      break;
    }
  }
  return true;
}

bool Lexer::skipBlockComment(Token &T) {
  Position Begin = Here;
  Here.Offset += 2;
  while (!atEnd() && !(peek() == '*' && peek(1) == '/'))
    skip();
  if (atEnd()) {
    setError(T, Begin, "comment has no end");
    return false;
  }
  Here.Offset += 2;
  return true;
}

/// How many characters of a word come next: `::` and a dash belong to it if a
/// name goes on behind them.
size_t Lexer::wordStep() const {
  if (isWordChar(peek()))
    return 1;
  if (peek() == '-' && isWordChar(peek(1)))
    return 1;
  if (peek() == ':' && peek(1) == ':' && (isLetter(peek(2)) || peek(2) == '~'))
    return 3;
  return 0;
}

void Lexer::lexWord(Token &T) {
  T.Kind = TokenKind::Word;
  size_t Begin = Here.Offset;
  while (size_t Step = wordStep())
    Here.Offset += Step;
  T.Text = Text.substr(Begin, Here.Offset - Begin);
}

void Lexer::lexNumber(Token &T) {
  T.Kind = TokenKind::Number;
  size_t Begin = Here.Offset;
  while (isWordChar(peek()))
    ++Here.Offset;
  T.Text = Text.substr(Begin, Here.Offset - Begin);
}

void Lexer::lexString(Token &T) {
  T.Kind = TokenKind::String;
  size_t Begin = ++Here.Offset;
  while (!atEnd() && peek() != '"' && peek() != '\n')
    Here.Offset += peek() == '\\' && peek(1) && peek(1) != '\n' ? 2 : 1;
  if (atEnd() || peek() != '"')
    return setError(T, T.At, "text has no closing quote on its line");
  T.Text = Text.substr(Begin, Here.Offset - Begin);
  ++Here.Offset;
}

void Lexer::lexPunct(Token &T) {
  T.Kind = TokenKind::Punct;
  std::string_view Rest = Text.substr(Here.Offset, 3);
  size_t Length = ShortPuncts.find(Rest[0]) != ShortPuncts.npos ? 1 : 0;
  for (std::string_view P : LongPuncts)
    if (Length < 2 && Rest.starts_with(P))
      Length = P.size();
  if (!Length) {
    ++Here.Offset;
    return setError(T, T.At, "unknown character");
  }
  T.Text = Rest.substr(0, Length);
  Here.Offset += Length;
}

} // namespace predabs::protocols
