// See Cursor.h.

#include "predicates/text/Cursor.h"

#include <utility>

namespace predabs::text {

void Cursor::advance() {
  if (failed())
    return;
  Tok = Lex.next();
  if (at(TokenKind::Error))
    fail(Tok.At, Lex.problem());
}

Token Cursor::take() {
  Token Taken = Tok;
  advance();
  return Taken;
}

void Cursor::seek(Position To) {
  if (failed())
    return;
  Lex.seek(To);
  advance();
}

void Cursor::retake(size_t Length) {
  Lex.seek(Tok.At);
  Lex.take(Tok, TokenKind::Word, Length);
}

void Cursor::resume(Position To) {
  FirstError.reset();
  seek(To);
}

ParseError Cursor::recover(bool (*Begins)(const Token &)) {
  Tok = Refused;
  while (!at(TokenKind::End) && !Begins(Tok))
    Tok = Lex.next();
  return *std::exchange(FirstError, std::nullopt);
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
  failExpected(quoted(P));
  return false;
}

bool Cursor::expectWord(std::string_view W) {
  if (acceptWord(W))
    return true;
  failExpected(quoted(W));
  return false;
}

void Cursor::failExpected(const std::string &What) {
  fail(Tok.At, L.Unexpected(What, Tok));
}

void Cursor::fail(Position At, std::string Message) {
  if (!failed()) {
    FirstError = ParseError{At, std::move(Message)};
    Refused = Tok;
  }
  Tok = {TokenKind::End, Tok.At, {}, {}};
}

Nesting::Nesting(Cursor &C, Depth &D) : C(C), D(D) {
  if (++D.Now > D.Max)
    C.fail(C.position(), D.TooDeep);
}

} // namespace predabs::text
