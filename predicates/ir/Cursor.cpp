// See Cursor.h.

#include "predicates/ir/Cursor.h"

namespace predabs::ir {

namespace {

std::string describe(const Token &T) {
  if (T.is(TokenKind::End))
    return "the end of the text";
  if (T.is(TokenKind::Newline))
    return "the end of the line";
  constexpr size_t Longest = 40;
  std::string Raw(T.Raw.substr(0, Longest));
  return "'" + Raw + (T.Raw.size() > Longest ? "...'" : "'");
}

} // namespace

void Cursor::advance() {
  if (failed())
    return;
  Tok = Lex.next();
  if (at(TokenKind::Error))
    fail(Tok.At, Tok.Text);
}

void Cursor::seek(Position To) {
  if (failed())
    return;
  Lex.seek(To);
  advance();
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

bool Cursor::expectLineEnd() {
  if (!atLineEnd())
    failExpected("the end of the line");
  advance();
  return !failed();
}

std::string Cursor::expectText(TokenKind K, const char *What) {
  if (!at(K)) {
    failExpected(What);
    return {};
  }
  std::string Text = Tok.Text;
  advance();
  return Text;
}

uint64_t Cursor::expectNumber(uint64_t Max, const char *What) {
  if (!at(TokenKind::Number) || Tok.TypeWidth) {
    failExpected(What);
    return 0;
  }
  if (Tok.Number > Max) {
    fail(Tok.At, "number is too large for " + std::string(What));
    return 0;
  }
  uint64_t N = uint64_t(Tok.Number);
  advance();
  return N;
}

void Cursor::failExpected(const std::string &What) {
  fail(Tok.At, "expected " + What + ", found " + describe(Tok));
}

void Cursor::fail(Position At, std::string Message) {
  if (!failed())
    FirstError = ParseError{At.Line, At.column(), std::move(Message)};
  Position Where = Tok.At;
  Tok = Token();
  Tok.At = Where;
}

} // namespace predabs::ir
