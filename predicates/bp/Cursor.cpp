// Tokens one by one and the first error, see Cursor.h.

#include "predicates/bp/Cursor.h"

#include <algorithm>

namespace predabs::bp {

namespace {

constexpr size_t MaxQuoted = 60;
constexpr size_t MaxShown = 100;

/// \p Text as a terminal can show it: no control characters; a tab is a
/// blank, so that the caret stands where it should.
std::string printable(std::string_view Text) {
  std::string Result(Text);
  for (char &C : Result)
    if (C == '\t')
      C = ' ';
    else if (static_cast<unsigned char>(C) < ' ' || C == '\x7f')
      C = '?';
  return Result;
}

std::string showLine(std::string_view Text, Position At) {
  size_t End = std::min(Text.find('\n', At.LineStart), Text.size());
  if (End > At.LineStart && Text[End - 1] == '\r')
    --End;
  size_t Begin = At.LineStart;
  if (At.Offset - Begin > MaxShown / 2)
    Begin = At.Offset - MaxShown / 2;
  std::string_view Line = Text.substr(Begin, std::max(End, Begin) - Begin);
  return printable(Line.substr(0, MaxShown)) + "\n" +
         std::string(At.Offset - Begin, ' ') + "^";
}

std::string describe(const Token &T) {
  if (T.is(TokenKind::End))
    return "the end of the text";
  return quoted(T.Text);
}

} // namespace

std::string quoted(std::string_view Text) {
  bool Cut = Text.size() > MaxQuoted;
  return "'" + printable(Text.substr(0, MaxQuoted)) + (Cut ? "..." : "") + "'";
}

std::string ParseError::str() const {
  return std::to_string(Line) + ":" + std::to_string(Column) + ": " + Message;
}

void Cursor::advance() {
  if (failed())
    return;
  Tok = Lex.next();
  if (at(TokenKind::Error))
    fail(Tok.At, std::string(Tok.Text));
}

void Cursor::fail(Position At, std::string Message) {
  if (!failed())
    FirstError = {At.Line, At.column(), std::move(Message), showLine(Text, At)};
  Tok.Kind = TokenKind::End;
  Tok.Text = {};
}

void Cursor::failExpected(const std::string &What) {
  fail(Tok.At, "expected " + What + ", found " + describe(Tok));
}

bool Cursor::atAssignedBraceName() const {
  if (!atPunct("{"))
    return false;
  Lexer Ahead = Lex;
  if (Ahead.braceName(Tok).is(TokenKind::Error))
    return false;
  Token After = Ahead.next();
  return After.isPunct("=") || After.isPunct(":=") || After.isPunct(",");
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

bool Cursor::expectWord(std::string_view W) {
  if (acceptWord(W))
    return true;
  failExpected("'" + std::string(W) + "'");
  return false;
}

Token Cursor::take() {
  Token Taken = Tok;
  advance();
  return Taken;
}

Token Cursor::expectVariableName() {
  if (!atPunct("{"))
    return expectPlainName("the name of a variable");
  Tok = Lex.braceName(Tok);
  if (at(TokenKind::Error))
    fail(Tok.At, std::string(Tok.Text));
  return take();
}

Token Cursor::expectPlainName(const char *What) {
  if (at(TokenKind::Word) && !isReserved(Tok.Text))
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
