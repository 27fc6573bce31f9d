// See Cursor.h.

#include "predicates/bp/Cursor.h"

#include "predicates/bp/Syntax.h"

#include <algorithm>

namespace predabs::bp {

namespace {

constexpr size_t MaxShown = 100;

/// The line of \p At, and below it a caret. A tab is shown as a blank, so that
/// the caret stands where it should.
std::string showLine(std::string_view Text, Position At) {
  size_t Begin = Text.substr(0, At.Offset).rfind('\n') + 1;
  size_t End = std::min(Text.find('\n', Begin), Text.size());
  if (End > Begin && Text[End - 1] == '\r')
    --End;
  if (At.Offset - Begin > MaxShown / 2)
    Begin = At.Offset - MaxShown / 2;
  std::string_view Line = Text.substr(Begin, std::max(End, Begin) - Begin);
  return text::withoutControls(Line.substr(0, MaxShown), ' ') + "\n" +
         std::string(At.Offset - Begin, ' ') + "^";
}

std::string unexpected(const std::string &What, const Token &Found) {
  return "expected " + What + ", found " +
         (Found.is(TokenKind::End) ? "the end of the text"
                                   : quoted(Found.Text));
}

constexpr text::CharSet NameStart = text::Letters | text::CharSet("_$");
constexpr text::CharSet NameChars = NameStart | text::Digits;
constexpr text::Joint Joints[] = {{"-", &NameChars}, {"#", &NameChars}};
constexpr std::string_view LongPuncts[] = {
    "==>", ":=", "=>", "==", "!=", "&&", "||", "->"};
constexpr text::Language BooleanPrograms = {
    .NameStart = NameStart,
    .NameChar = NameChars,
    .Joints = Joints,
    .LongPuncts = LongPuncts,
    .ShortPuncts = text::CharSet("!~&|^=?:*()[]{}<>,;'"),
    .Unexpected = unexpected,
};

} // namespace

std::string quoted(std::string_view Text) {
  return text::quoted(text::withoutControls(Text, ' '), 60);
}

Cursor::Cursor(std::string_view Text)
    : text::Cursor(BooleanPrograms, Text), Text(Text) {}

ParseError Cursor::error() const {
  const text::ParseError &E = text::Cursor::error();
  return {E, showLine(Text, E.At)};
}

size_t Cursor::lengthOfBraceNameHere() const {
  return lengthOfBraceName(Text.substr(position().Offset));
}

bool Cursor::atAssignedBraceName() const {
  size_t Length = atPunct("{") ? lengthOfBraceNameHere() : 0;
  if (!Length)
    return false;
  Cursor Ahead = *this;
  Ahead.retake(Length);
  Token After = Ahead.peek();
  return After.isPunct("=") || After.isPunct(":=") || After.isPunct(",");
}

Token Cursor::expectVariableName() {
  if (!atPunct("{"))
    return expectPlainName("the name of a variable");
  if (size_t Length = lengthOfBraceNameHere())
    retake(Length);
  else
    fail(position(), "expected a name in braces, on one line");
  return take();
}

Token Cursor::expectPlainName(const char *What) {
  if (at(TokenKind::Word) && !isReserved(token().Text))
    return take();
  failExpected(What);
  return {};
}

Token Cursor::expectLabel() {
  if (at(TokenKind::Number))
    return take();
  return expectPlainName("a label");
}

} // namespace predabs::bp
