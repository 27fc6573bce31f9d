// See Lexer.h. A token's length is found first, and then it is taken; errors
// leave the lexer where reading can go on.

#include "predicates/text/Lexer.h"

#include <algorithm>

namespace predabs::text {

Lexer::Lexer(const Language &L, std::string_view Text, Position Start)
    : L(L), Text(Text), Here(Start) {
  if (L.ByteOrderMark && Text.starts_with("\xef\xbb\xbf"))
    Here.Offset = 3;
}

char Lexer::peek(size_t Ahead) const {
  return Here.Offset + Ahead < Text.size() ? Text[Here.Offset + Ahead] : '\0';
}

void Lexer::skip(size_t Count) {
  for (; Count > 0 && !atEnd(); --Count) {
    bool EndsLine = Text[Here.Offset++] == '\n';
    Here.Line += EndsLine;
    Here.Column = EndsLine ? 1 : Here.Column + 1;
  }
}

void Lexer::take(Token &T, TokenKind Kind, size_t Length, size_t Sigil) {
  T.Kind = Kind;
  T.Raw = rest().substr(0, Length);
  T.Text = T.Raw.substr(Sigil);
  skip(Length);
}

void Lexer::fail(Token &T, size_t Ahead, std::string Message) {
  T.Kind = TokenKind::Error;
  T.At = Here;
  T.At.Offset += Ahead;
  T.At.Column += uint32_t(Ahead);
  Problem = std::move(Message);
}

Token Lexer::next() {
  Token T;
  if (!skipBlanks(T))
    return T;
  T.At = Here;
  if (atEnd())
    return T;
  size_t Begin = Here.Offset;
  lexToken(T);
  // Whoever goes on after an error gets to the end.
  if (Here.Offset == Begin)
    skip(1);
  return T;
}

/// False if \p T became an error.
bool Lexer::skipBlanks(Token &T) {
  while (!atEnd()) {
    if (L.Blank.contains(peek())) {
      skip(1);
    } else if (peek() == '/' && peek(1) == '/') {
      skip(std::min(rest().find('\n'), rest().size()));
    } else if (peek() == '/' && peek(1) == '*') {
      if (!skipBlockComment(T))
        return false;
    } else {
      break;
    }
  }
  return true;
}

bool Lexer::skipBlockComment(Token &T) {
  size_t End = rest().find("*/", 2);
  bool IsClosed = End != std::string_view::npos;
  if (!IsClosed)
    fail(T, 0, L.OpenComment);
  skip(IsClosed ? End + 2 : rest().size());
  return IsClosed;
}

void Lexer::lexToken(Token &T) {
  char C = peek();
  if (C == '\n')
    return lexNewlines(T);
  if (L.Special && L.Special(*this, T))
    return;
  if (L.NameStart.contains(C))
    return take(T, TokenKind::Word, nameLength(0, L.Joints));
  if (Digits.contains(C))
    return take(T, TokenKind::Number, numberLength());
  if (C == '"' && L.EscapeLength)
    return takeQuoted(T, TokenKind::String);
  if (size_t Length = punctLength())
    return take(T, TokenKind::Punct, Length);
  fail(T, 0, L.UnknownCharacter(C));
}

/// Several lines' ends in a row are one.
void Lexer::lexNewlines(Token &T) {
  T.Kind = TokenKind::Newline;
  while (peek() == '\n') {
    skip(1);
    if (!skipBlanks(T))
      return;
  }
}

size_t Lexer::nameLength(size_t From, std::span<const Joint> Joints) const {
  size_t End = From;
  auto IsHere = [&](const Joint &J) {
    return rest().substr(End).starts_with(J.Text) &&
           (!J.Next || J.Next->contains(peek(End + J.Text.size())));
  };
  while (true) {
    while (L.NameChar.contains(peek(End)))
      ++End;
    auto Found = std::ranges::find_if(Joints, IsHere);
    if (Found == Joints.end())
      return End - From;
    End += Found->Text.size();
  }
}

size_t Lexer::numberLength() const {
  size_t End = 1;
  while (L.NumberChar.contains(peek(End)))
    ++End;
  return End;
}

/// 0 if there is none.
size_t Lexer::punctLength() const {
  for (std::string_view P : L.LongPuncts)
    if (rest().starts_with(P) &&
        !(Letters.contains(P.back()) && L.NameChar.contains(peek(P.size()))))
      return P.size();
  return L.ShortPuncts.contains(peek()) ? 1 : 0;
}

void Lexer::takeQuoted(Token &T, TokenKind Kind, size_t Sigil) {
  size_t End = Sigil + 1;
  for (; peek(End) != '"'; ++End) {
    if (Here.Offset + End >= Text.size() || peek(End) == '\n') {
      fail(T, Sigil, L.OpenString);
      return skip(End);
    }
    if (peek(End) != '\\')
      continue;
    size_t Length = L.EscapeLength(rest().substr(End));
    if (!Length)
      return fail(T, End, L.WrongEscape);
    End += Length - 1;
  }
  take(T, Kind, End + 1, Sigil + 1);
  T.Text.remove_suffix(1);
}

} // namespace predabs::text
