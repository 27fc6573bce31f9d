// See Cursor.h.

#include "predicates/ir/Cursor.h"

#include "predicates/ir/Syntax.h"

namespace predabs::ir {

namespace {

using text::Lexer;

/// The value of a digit, or 16.
unsigned digitValue(char C) {
  if (text::Digits.contains(C))
    return unsigned(C - '0');
  if (C >= 'a' && C <= 'f')
    return unsigned(C - 'a') + 10;
  if (C >= 'A' && C <= 'F')
    return unsigned(C - 'A') + 10;
  return 16;
}

/// Reads a number from the front of a text.
class NumberReader {
public:
  explicit NumberReader(std::string_view Text) : Text(Text) {
    bool Hex = Text.starts_with("0x") && digitValue(at(2)) < 16;
    Length = Hex ? 2 : 0;
    readDigits(Hex ? 16 : 10);
    if (!Problem && at(0) == ':' && (at(1) == 'i' || at(1) == 'u') &&
        text::Digits.contains(at(2)))
      readType();
  }

  Number Result;
  size_t Length = 0;
  const char *Problem = nullptr;
  size_t ProblemAt = 0;

private:
  char at(size_t Ahead) const {
    return Length + Ahead < Text.size() ? Text[Length + Ahead] : '\0';
  }

  void readDigits(unsigned Base) {
    constexpr UInt128 Max = ~UInt128(0);
    for (; digitValue(at(0)) < Base; ++Length) {
      unsigned Digit = digitValue(at(0));
      if (Result.Value > (Max - Digit) / Base)
        Problem = "number needs more than 128 bits";
      Result.Value = Result.Value * Base + Digit;
    }
  }

  void readType() {
    size_t Begin = ++Length;
    while (NameChars.contains(at(0)))
      ++Length;
    std::string_view Word = Text.substr(Begin, Length - Begin);
    Result.TypeSigned = Word[0] == 'i';
    Result.TypeWidth = widthInTypeWord(Word, Word[0]);
    if (Result.TypeWidth >= 1 && Result.TypeWidth <= 128)
      return;
    Problem = "expected an integer type of 1 to 128 bits";
    ProblemAt = Begin;
  }

  std::string_view Text;
};

void lexNumber(Lexer &Lex, Token &T) {
  NumberReader N(Lex.rest());
  if (N.Problem)
    Lex.fail(T, N.ProblemAt, N.Problem);
  else
    Lex.take(T, TokenKind::Number, N.Length);
}

/// `%x`, `$x`, `@f`: a dot belongs to the name if a digit follows.
void lexName(Lexer &Lex, Token &T) {
  constexpr text::Joint Dot[] = {{".", &text::Digits}};
  if (Lex.peek(1) == '"')
    return Lex.takeQuoted(T, TokenKind::Name, 1);
  if (!NameChars.contains(Lex.peek(1)))
    return Lex.fail(T, 0, "expected a name");
  Lex.take(T, TokenKind::Name, 1 + Lex.nameLength(1, Dot), 1);
}

/// `.#3`
void lexFieldNumber(Lexer &Lex, Token &T) {
  if (!text::Digits.contains(Lex.peek(2)))
    return Lex.fail(T, 0, "expected the number of a field");
  size_t Length = 3;
  while (text::Digits.contains(Lex.peek(Length)))
    ++Length;
  if (const char *P = NumberReader(Lex.rest().substr(2, Length - 2)).Problem)
    return Lex.fail(T, 0, P);
  Lex.take(T, TokenKind::Name, Length, 2);
}

/// `.f`
void lexField(Lexer &Lex, Token &T) {
  if (Lex.peek(1) == '#')
    return lexFieldNumber(Lex, T);
  if (Lex.peek(1) == '"')
    return Lex.takeQuoted(T, TokenKind::Name, 1);
  if (!WordStart.contains(Lex.peek(1)))
    return Lex.fail(T, 0, "expected the name of a field");
  Lex.take(T, TokenKind::Name, 1 + Lex.nameLength(1, {}), 1);
}

bool lexSpecial(Lexer &Lex, Token &T) {
  char C = Lex.peek(), Next = Lex.peek(1);
  if (text::Digits.contains(C))
    lexNumber(Lex, T);
  else if (C == '$' || C == '@' ||
           (C == '%' && (NameChars.contains(Next) || Next == '"')))
    lexName(Lex, T);
  else if (C == '.' && Next != '.')
    lexField(Lex, T);
  else
    return false;
  return true;
}

size_t escapeLength(std::string_view Rest) {
  char C = Rest.size() > 1 ? Rest[1] : '\0';
  if (C == 'n' || C == 't' || C == '"' || C == '\\')
    return 2;
  bool IsCode = C == 'x' && Rest.size() > 3 && digitValue(Rest[2]) < 16 &&
                digitValue(Rest[3]) < 16;
  return IsCode ? 4 : 0;
}

std::string unexpected(const std::string &What, const Token &Found) {
  return "expected " + What + ", found " +
         (Found.is(TokenKind::End)       ? "the end of the text"
          : Found.is(TokenKind::Newline) ? "the end of the line"
                                         : text::quoted(Found.Raw, 40));
}

constexpr text::Joint Joints[] = {{"."}, {"-", &WordStart}};
constexpr std::string_view LongPuncts[] = {
    "+p", "-p", "...", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "->"};
constexpr text::Language TextForm = {
    .Blank = text::CharSet(" \t\r"),
    .NameStart = WordStart,
    .NameChar = NameChars,
    .Joints = Joints,
    .LongPuncts = LongPuncts,
    .ShortPuncts = text::CharSet("+-*/%&|^~!<>=?:,()[]{}#"),
    .EscapeLength = escapeLength,
    .Special = lexSpecial,
    .WrongEscape = "unknown escape, expected \\n, \\t, \\\", \\\\ or \\x00",
    .Unexpected = unexpected,
};

} // namespace

Cursor::Cursor(std::string_view Text) : text::Cursor(TextForm, Text) {}

bool Cursor::expectLineEnd() {
  if (!atLineEnd())
    failExpected("the end of the line");
  advance();
  return !failed();
}

std::string Cursor::text() const {
  std::string Result;
  std::string_view Rest = token().Text;
  for (size_t I; (I = Rest.find('\\')) != Rest.npos;) {
    Result += Rest.substr(0, I);
    Rest.remove_prefix(I);
    char C = Rest[1];
    Result += C == 'n'   ? '\n'
              : C == 't' ? '\t'
              : C == 'x' ? char(digitValue(Rest[2]) * 16 + digitValue(Rest[3]))
                         : C;
    Rest.remove_prefix(escapeLength(Rest));
  }
  return Result += Rest;
}

std::string Cursor::takeText() {
  std::string Text = text();
  advance();
  return Text;
}

std::string Cursor::expectString(const char *What) {
  if (!at(TokenKind::String))
    failExpected(What);
  return takeText();
}

std::string Cursor::expectName(char Sigil, const char *What) {
  if (!atName(Sigil))
    failExpected(What);
  return takeText();
}

Number Cursor::number() const { return NumberReader(token().Text).Result; }

uint64_t Cursor::expectNumber(uint64_t Max, const char *What) {
  if (!at(TokenKind::Number) || number().TypeWidth)
    failExpected(What);
  else if (number().Value > Max)
    fail(position(), "number is too large for " + std::string(What));
  return uint64_t(NumberReader(take().Text).Result.Value);
}

} // namespace predabs::ir
