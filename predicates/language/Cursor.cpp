// See Cursor.h.

#include "predicates/language/Cursor.h"

#include <algorithm>
#include <charconv>

namespace predabs::language {

namespace {

using text::Lexer;

constexpr text::CharSet NameStart =
    text::Letters | text::CharSet("_$") | text::CharSet('\x80', '\xff');
constexpr text::CharSet NameChars = NameStart | text::Digits;

/// `'a'` or `'\n'` at the beginning of a text.
struct Character {
  size_t Length = 0; ///< 0: it is none
  uint8_t Code = 0;
  const char *Problem = nullptr;
};

/// Reads what stands behind the backslash.
void readCode(std::string_view Text, int Base, Character &C) {
  auto [Stop, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), C.Code, Base);
  C.Length += size_t(Stop - Text.data());
  if (Error == std::errc::result_out_of_range)
    C.Problem = "this character's code is too large";
  else if (Error != std::errc())
    C.Problem = "unknown escape";
}

void readEscape(std::string_view Text, Character &C) {
  constexpr std::string_view Letters = "abfnrtv\\'\"?";
  constexpr std::string_view Codes = "\a\b\f\n\r\t\v\\'\"?";
  size_t I = Text.empty() ? Letters.npos : Letters.find(Text[0]);
  if (I != Letters.npos) {
    C.Code = uint8_t(Codes[I]);
    ++C.Length;
  } else if (Text.starts_with('x')) {
    ++C.Length;
    readCode(Text.substr(1), 16, C);
  } else {
    readCode(Text.substr(0, 3), 8, C);
  }
}

/// \p Text begins with a quote.
Character readCharacter(std::string_view Text) {
  auto At = [&](size_t I) { return I < Text.size() ? Text[I] : '\0'; };
  Character C;
  if (At(1) == '\\') {
    C.Length = 2;
    readEscape(Text.substr(2), C);
  } else if (At(2) == '\'' && At(1) != '\'' && At(1) != '\n') {
    C = {2, uint8_t(Text[1])};
  } else {
    return C;
  }
  if (!C.Problem && At(C.Length) != '\'')
    C.Problem = "expected ' after the character";
  else
    ++C.Length;
  return C;
}

/// What looks like one; Constants.h tells whether it is.
size_t numberLength(const Lexer &Lex) {
  bool IsHex = Lex.peek() == '0' && (Lex.peek(1) == 'x' || Lex.peek(1) == 'X');
  size_t End = 0;
  for (char C = Lex.peek(); NameChars.contains(C) || C == '.';
       C = Lex.peek(End)) {
    char Next = Lex.peek(++End);
    if (!IsHex && (C == 'e' || C == 'E') && (Next == '+' || Next == '-'))
      ++End;
  }
  return End;
}

bool lexSpecial(Lexer &Lex, Token &T) {
  char First = Lex.peek();
  if (text::Digits.contains(First) ||
      (First == '.' && text::Digits.contains(Lex.peek(1)))) {
    Lex.take(T, TokenKind::Number, numberLength(Lex));
    return true;
  }
  Character C = First == '\'' ? readCharacter(Lex.rest()) : Character();
  if (C.Length == 0)
    return false;
  if (C.Problem)
    Lex.fail(T, 0, C.Problem);
  Lex.take(T, C.Problem ? TokenKind::Error : TokenKind::Character, C.Length);
  return true;
}

std::string unknownCharacter(char C) {
  if (C == '"')
    return "a predicate cannot contain a string";
  if (C > ' ' && C < '\x7f')
    return "unknown character " + quoted({&C, 1});
  char Digits[4];
  auto End = std::to_chars(Digits, Digits + 4, uint8_t(C), 16).ptr;
  return "unknown character of code 0x" + std::string(Digits, End);
}

bool changesSomething(const Token &T) {
  constexpr std::string_view Operators[] = {
      "=",  "+=", "-=",  "*=", "/=", "%=", "&=",
      "|=", "^=", "<<=", "++", "--", ">>="};
  return T.is(TokenKind::Punct) && std::ranges::count(Operators, T.Raw) != 0;
}

std::string unexpected(const std::string &What, const Token &Found) {
  if (changesSomething(Found))
    return "a predicate must not change anything, as " + quoted(Found.Raw) +
           " does" + (Found.isPunct("=") ? "; '==' compares" : "");
  return "expected " + What + ", found " +
         (Found.is(TokenKind::End) ? "the end" : quoted(Found.Raw));
}

constexpr text::Joint Joints[] = {
    {".", &text::Digits}, {"::~"}, {"::", &NameStart}};
constexpr std::string_view LongPuncts[] = {
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
    "!=",  "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

} // namespace

constexpr text::Language PredicateFiles = {
    .NameStart = NameStart,
    .NameChar = NameChars,
    .Joints = Joints,
    .LongPuncts = LongPuncts,
    .ShortPuncts = text::CharSet("+-*/%&|^~!<>=?:,()[]{}.;'"),
    .Special = lexSpecial,
    .ByteOrderMark = true,
    .OpenComment = "this comment is not closed",
    .UnknownCharacter = unknownCharacter,
    .Unexpected = unexpected,
};

uint8_t characterCode(const Token &T) { return readCharacter(T.Raw).Code; }

} // namespace predabs::language
