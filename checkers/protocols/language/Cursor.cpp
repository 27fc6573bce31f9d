// See Cursor.h.

#include "checkers/protocols/language/Cursor.h"

#include <charconv>
#include <limits>

namespace predabs::protocols {

namespace {

constexpr size_t MaxNameLength = 400;
constexpr size_t MaxMessageLength = 1000;

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

/// Any character but a line's end can be escaped.
size_t escapeLength(std::string_view Rest) {
  return Rest.size() > 1 && Rest[1] != '\n' ? 2 : 1;
}

std::string unexpected(const std::string &What, const Token &Found) {
  return "expected " + What + ", found " +
         (Found.is(TokenKind::End) ? "the end of the text"
                                   : quoted(Found.Text));
}

constexpr text::CharSet NameStart = text::Letters | text::CharSet("_$");
constexpr text::CharSet NameChars = NameStart | text::Digits;
constexpr text::Joint Joints[] = {
    {"-", &NameChars}, {"::~"}, {"::", &NameStart}};
constexpr std::string_view LongPuncts[] = {
    "...", "->", "==", "!=", "<=", ">=", "::"};
constexpr text::Language ProtocolFiles = {
    .NameStart = NameStart,
    .NameChar = NameChars,
    .Joints = Joints,
    .NumberChar = NameChars,
    .LongPuncts = LongPuncts,
    .ShortPuncts = text::CharSet("()*,:<>=-"),
    .EscapeLength = escapeLength,
    .ByteOrderMark = true,
    .OpenString = "text has no closing quote on its line",
    .Unexpected = unexpected,
};

} // namespace

std::string quoted(std::string_view Text) {
  return text::quoted(text::withoutControls(Text, '?'), 60);
}

Cursor::Cursor(std::string_view Text) : text::Cursor(ProtocolFiles, Text) {}

Token Cursor::expectName(const char *What) {
  if (!at(TokenKind::Word)) {
    failExpected(What);
    return {};
  }
  if (token().Text.size() > MaxNameLength) {
    fail(position(), "the name " + quoted(token().Text) + " is too long");
    return {};
  }
  return take();
}

int64_t Cursor::expectNumber() {
  bool IsNegative = acceptPunct("-");
  std::optional<uint64_t> Found;
  if (at(TokenKind::Number))
    Found = magnitude(token().Text);
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
    I += T.Text[I] == '\\';
    if (I == T.Text.size())
      break;
    if (text::Controls.contains(T.Text[I]))
      return fail(T.At, "control characters cannot stand in a text");
    To += T.Text[I];
  }
  if (To.size() > MaxMessageLength)
    fail(T.At, "the text is too long");
}

} // namespace predabs::protocols
