// Tokens one by one and the first error, see Cursor.h.

#include "checkers/protocols/Cursor.h"

#include <charconv>
#include <limits>

namespace predabs::protocols {

namespace {

constexpr size_t MaxQuoted = 60;
constexpr size_t MaxNameLength = 400;
constexpr size_t MaxMessageLength = 1000;

std::string describe(const Token &T) {
  if (T.is(TokenKind::End))
    return "the end of the text";
  return quoted(T.Text);
}

bool isControl(char C) {
  return static_cast<unsigned char>(C) < ' ' || C == '\x7f';
}

/// All digits of \p Text as a number, or nothing.
std::optional<uint64_t> magnitude(std::string_view Text) {
  int Base = 10;
  if (Text.starts_with("0x") || Text.starts_with("0X")) {
    Base = 16;
    Text.remove_prefix(2);
  }
  uint64_t Value = 0;
  auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Value, Base);
  if (Error != std::errc() || End != Text.data() + Text.size())
    return std::nullopt;
  return Value;
}

} // namespace

std::string quoted(std::string_view Text) {
  std::string Shown(Text.substr(0, MaxQuoted));
  for (char &C : Shown)
    if (isControl(C))
      C = '?';
  return "'" + Shown + (Text.size() > MaxQuoted ? "..." : "") + "'";
}

void Cursor::advance() {
  if (failed())
    return;
  Tok = Lex.next();
  if (at(TokenKind::Error))
    fail(Tok.At, std::string(Tok.Text));
}

void Cursor::fail(Position At, std::string Message) {
  if (!failed()) {
    FirstError = {At, std::move(Message)};
    Refused = Tok;
  }
  Tok.Kind = TokenKind::End;
  Tok.Text = {};
}

void Cursor::failExpected(const std::string &What) {
  fail(Tok.At, "expected " + What + ", found " + describe(Tok));
}

bool Cursor::acceptPunct(std::string_view P) {
  if (!atPunct(P))
    return false;
  advance();
  return true;
}

bool Cursor::acceptWord(std::string_view W) {
  if (!atWord(W))
    return false;
  advance();
  return true;
}

bool Cursor::expectPunct(std::string_view P) {
  if (acceptPunct(P))
    return true;
  failExpected("'" + std::string(P) + "'");
  return false;
}

Token Cursor::take() {
  Token Taken = Tok;
  advance();
  return Taken;
}

Token Cursor::expectName(const char *What) {
  if (!at(TokenKind::Word)) {
    failExpected(What);
    return {};
  }
  if (Tok.Text.size() > MaxNameLength) {
    fail(Tok.At, "the name " + quoted(Tok.Text) + " is too long");
    return {};
  }
  return take();
}

int64_t Cursor::expectNumber() {
  bool IsNegative = acceptPunct("-");
  std::optional<uint64_t> Found;
  if (at(TokenKind::Number))
    Found = magnitude(Tok.Text);
  uint64_t Most = uint64_t(std::numeric_limits<int64_t>::max()) + IsNegative;
  if (!Found || *Found > Most) {
    failExpected("a number of at most 64 bits");
    return 0;
  }
  advance();
  return IsNegative ? int64_t(0 - *Found) : int64_t(*Found);
}

std::string Cursor::expectText() {
  std::string Text;
  if (!at(TokenKind::String))
    failExpected("a text in quotes");
  while (at(TokenKind::String))
    addText(take(), Text);
  return Text;
}

/// \p T without its backslashes.
void Cursor::addText(const Token &T, std::string &To) {
  for (size_t I = 0; I < T.Text.size(); ++I) {
    if (T.Text[I] == '\\' && ++I == T.Text.size())
      break;
    if (isControl(T.Text[I]))
      return fail(T.At, "control characters cannot stand in a text");
    To += T.Text[I];
  }
  if (To.size() > MaxMessageLength)
    fail(T.At, "the text is too long");
}

Failure Cursor::recover(Next To) {
  Failure Found = std::move(*FirstError);
  FirstError.reset();
  Tok = Refused;
  while (!at(TokenKind::End) && !atWord("protocol") &&
         !(To == Next::Event && atWord("call")))
    Tok = Lex.next();
  return Found;
}

} // namespace predabs::protocols
