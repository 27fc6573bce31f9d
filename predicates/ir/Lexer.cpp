// Tokens of the text form, see Lexer.h.

#include "predicates/ir/Lexer.h"

#include "predicates/ir/Syntax.h"

namespace predabs::ir {

namespace {

bool isDigit(char C) { return C >= '0' && C <= '9'; }

/// The value of a digit, or 16.
unsigned digitValue(char C) {
  if (isDigit(C))
    return unsigned(C - '0');
  if (C >= 'a' && C <= 'f')
    return unsigned(C - 'a') + 10;
  if (C >= 'A' && C <= 'F')
    return unsigned(C - 'A') + 10;
  return 16;
}

void setError(Token &T, Position At, const char *Message) {
  T.Kind = TokenKind::Error;
  T.At = At;
  T.Text = Message;
}

constexpr std::string_view LongPuncts[] = {
    "...", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "->"};
constexpr std::string_view ShortPuncts = "+-*/%&|^~!<>=?:,()[]{}#";

} // namespace

Token Lexer::next() {
  Token T;
  if (!skipBlanks(T))
    return T;
  T.At = Here;
  size_t Begin = Here.Offset;
  if (!atEnd())
    lexToken(T);
  if (!T.is(TokenKind::Error))
    T.Raw = Text.substr(Begin, Here.Offset - Begin);
  return T;
}

void Lexer::skipNewline() {
  skip();
  ++Here.Line;
  Here.LineStart = Here.Offset;
}

/// False if \p T became an error.
bool Lexer::skipBlanks(Token &T) {
  while (!atEnd()) {
    char C = peek();
    if (C == ' ' || C == '\t' || C == '\r') {
      skip();
    } else if (C == '/' && (peek(1) == '/' || peek(1) == '*')) {
      if (!skipComment(T))
        return false;
    } else {
      break;
    }
  }
  return true;
}

bool Lexer::skipComment(Token &T) {
  if (peek(1) == '*')
    return skipBlockComment(T);
  while (!atEnd() && peek() != '\n')
    skip();
  return true;
}

bool Lexer::skipBlockComment(Token &T) {
  Position Begin = Here;
  skip();
  skip();
  while (!atEnd() && !(peek() == '*' && peek(1) == '/')) {
    if (peek() == '\n')
      skipNewline();
    else
      skip();
  }
  if (atEnd()) {
    setError(T, Begin, "comment has no end");
    return false;
  }
  skip();
  skip();
  return true;
}

void Lexer::lexToken(Token &T) {
  char C = peek();
  if (C == '\n')
    lexNewlines(T);
  else if (isWordStart(C))
    lexWord(T);
  else if (isDigit(C))
    lexNumber(T);
  else if (C == '"')
    lexString(T, TokenKind::String);
  else if (C == '%' && (isNameChar(peek(1)) || peek(1) == '"'))
    lexName(T, TokenKind::Local);
  else if (C == '$')
    lexName(T, TokenKind::Global);
  else if (C == '@')
    lexName(T, TokenKind::Func);
  else if (C == '.' && peek(1) != '.')
    lexMember(T);
  else
    lexPunct(T);
}

/// Several lines' ends in a row are one.
void Lexer::lexNewlines(Token &T) {
  T.Kind = TokenKind::Newline;
  while (peek() == '\n') {
    skipNewline();
    if (!skipBlanks(T))
      return;
  }
}

/// A dash belongs to a word if a letter follows.
void Lexer::lexWord(Token &T) {
  T.Kind = TokenKind::Word;
  size_t Begin = Here.Offset;
  while (isNameChar(peek()) || peek() == '.' ||
         (peek() == '-' && isWordStart(peek(1))))
    skip();
  T.Text = Text.substr(Begin, Here.Offset - Begin);
}

/// A dot belongs to a name if a digit follows.
void Lexer::lexName(Token &T, TokenKind Kind) {
  T.Kind = Kind;
  skip();
  if (peek() == '"')
    return lexString(T, Kind);
  size_t Begin = Here.Offset;
  while (isNameChar(peek()) ||
         (peek() == '.' && isDigit(peek(1)) && Here.Offset != Begin))
    skip();
  T.Text = Text.substr(Begin, Here.Offset - Begin);
  if (T.Text.empty())
    setError(T, T.At, "expected a name");
}

void Lexer::lexMember(Token &T) {
  T.Kind = TokenKind::Member;
  skip();
  if (peek() == '#')
    return lexMemberIndex(T);
  if (peek() == '"')
    return lexString(T, TokenKind::Member);
  size_t Begin = Here.Offset;
  if (isWordStart(peek()))
    while (isNameChar(peek()))
      skip();
  T.Text = Text.substr(Begin, Here.Offset - Begin);
  if (T.Text.empty())
    setError(T, T.At, "expected the name of a field");
}

void Lexer::lexMemberIndex(Token &T) {
  T.Kind = TokenKind::MemberIndex;
  skip();
  if (!isDigit(peek()))
    return setError(T, T.At, "expected the number of a field");
  lexDigits(T, 10);
}

void Lexer::lexNumber(Token &T) {
  T.Kind = TokenKind::Number;
  bool Hex = peek() == '0' && peek(1) == 'x' && digitValue(peek(2)) < 16;
  if (Hex) {
    skip();
    skip();
  }
  lexDigits(T, Hex ? 16 : 10);
  if (T.is(TokenKind::Number) && peek() == ':' &&
      (peek(1) == 'i' || peek(1) == 'u') && isDigit(peek(2)))
    lexNumberType(T);
}

void Lexer::lexDigits(Token &T, unsigned Base) {
  constexpr UInt128 Max = ~UInt128(0);
  for (; digitValue(peek()) < Base; skip()) {
    unsigned Digit = digitValue(peek());
    if (T.Number > (Max - Digit) / Base)
      return setError(T, T.At, "number needs more than 128 bits");
    T.Number = T.Number * Base + Digit;
  }
}

void Lexer::lexNumberType(Token &T) {
  skip();
  Position At = Here;
  while (isNameChar(peek()))
    skip();
  std::string_view Word = Text.substr(At.Offset, Here.Offset - At.Offset);
  T.TypeSigned = Word[0] == 'i';
  T.TypeWidth = widthInTypeWord(Word, Word[0]);
  if (T.TypeWidth < 1 || T.TypeWidth > 128)
    setError(T, At, "expected an integer type of 1 to 128 bits");
}

void Lexer::lexString(Token &T, TokenKind Kind) {
  T.Kind = Kind;
  Position Begin = Here;
  skip();
  while (T.is(Kind) && peek() != '"') {
    if (atEnd() || peek() == '\n')
      return setError(T, Begin, "string has no end on its line");
    if (peek() == '\\')
      lexEscape(T);
    else
      T.Text += peek();
    skip();
  }
  if (T.is(Kind))
    skip();
}

/// Stops at the last character of the escape.
void Lexer::lexEscape(Token &T) {
  Position At = Here;
  skip();
  char C = peek();
  if (C == 'n' || C == 't') {
    T.Text += C == 'n' ? '\n' : '\t';
  } else if (C == '"' || C == '\\') {
    T.Text += C;
  } else if (C == 'x' && digitValue(peek(1)) < 16 && digitValue(peek(2)) < 16) {
    T.Text += char(digitValue(peek(1)) * 16 + digitValue(peek(2)));
    skip();
    skip();
  } else {
    setError(T, At, "unknown escape, expected \\n, \\t, \\\", \\\\ or \\x00");
  }
}

void Lexer::lexPunct(Token &T) {
  T.Kind = TokenKind::Punct;
  std::string_view Rest = Text.substr(Here.Offset);
  size_t Length = 0;
  if ((Rest.starts_with("+p") || Rest.starts_with("-p")) &&
      !isNameChar(peek(2)))
    Length = 2;
  for (std::string_view P : LongPuncts)
    if (!Length && Rest.starts_with(P))
      Length = P.size();
  if (!Length && ShortPuncts.find(Rest[0]) != ShortPuncts.npos)
    Length = 1;
  if (!Length)
    return setError(T, T.At, "unknown character");
  Here.Offset += Length;
}

} // namespace predabs::ir
