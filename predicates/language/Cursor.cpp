// See Cursor.h.

#include "predicates/language/Cursor.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace predabs::language {

namespace {

bool changesSomething(const Token &T) {
  constexpr std::string_view Operators[] = {
      "=",  "+=", "-=",  "*=", "/=", "%=", "&=",
      "|=", "^=", "<<=", "++", "--", ">>="};
  return T.is(TokenKind::Punct) && std::ranges::count(Operators, T.Raw) != 0;
}

} // namespace

void Cursor::lex() {
  Tok = Lex.next();
  if (Tok.is(TokenKind::Error))
    fail(Tok.At, std::move(Tok.Message));
}

void Cursor::advance() {
  if (!failed())
    lex();
}

void Cursor::seek(Position To) {
  FirstError.reset();
  Lex.seek(To);
  lex();
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

void Cursor::failExpected(const std::string &What) {
  if (changesSomething(Tok))
    return fail(Tok.At, "a predicate must not change anything, as '" +
                            std::string(Tok.Raw) + "' does" +
                            (Tok.isPunct("=") ? "; '==' compares" : ""));
  std::string Found =
      at(TokenKind::End) ? "the end" : "'" + std::string(Tok.Raw) + "'";
  fail(Tok.At, "expected " + What + ", found " + Found);
}

void Cursor::fail(Position At, std::string Message) {
  if (!failed())
    FirstError = Failure{At, std::move(Message)};
  Token End;
  End.At = Tok.At;
  Tok = End;
}

} // namespace predabs::language
