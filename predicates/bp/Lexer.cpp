// Tokens of Boolean programs, see Lexer.h.

#include "predicates/bp/Lexer.h"

#include <algorithm>

namespace predabs::bp {

namespace {

bool isDigit(char C) { return C >= '0' && C <= '9'; }
bool isLetter(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_' ||
         C == '$';
}
bool isBlank(char C) {
  return C == ' ' || C == '\t' || C == '\r' || C == '\n' || C == '\v' ||
         C == '\f';
}

constexpr std::string_view LongPuncts[] = {
    "==>", ":=", "=>", "==", "!=", "&&", "||", "->"};
constexpr std::string_view ShortPuncts = "!~&|^=?:*()[]{}<>,;'";

constexpr std::string_view ReservedWords[] = {
    "F",
    "T",
    "_",
    "abortif",
    "assert",
    "assume",
    "atomic_begin",
    "atomic_end",
    "begin",
    "bool",
    "choose",
    "constrain",
    "dead",
    "decl",
    "dfs",
    "do",
    "else",
    "elsif",
    "end",
    "enforce",
    "false",
    "fi",
    "goto",
    "if",
    "od",
    "print",
    "return",
    "schoose",
    "skip",
    "then",
    "true",
    "unknown",
    "void",
    "while",
};
static_assert(std::is_sorted(std::begin(ReservedWords),
                             std::end(ReservedWords)));

/// Keeps the search for the end of a name short where blocks are nested.
constexpr size_t MaxBraceDepth = 8;

void setError(Token &T, Position At, std::string_view Message) {
  T.Kind = TokenKind::Error;
  T.At = At;
  T.Text = Message;
}

} // namespace

bool isReserved(std::string_view Word) {
  return std::binary_search(std::begin(ReservedWords), std::end(ReservedWords),
                            Word);
}

size_t lengthOfBraceName(std::string_view Text) {
  size_t Depth = 0;
  bool OnlyBlanks = true;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (C == '\n' || C == ';' || Depth > MaxBraceDepth)
      return 0;
    if (C == '{')
      ++Depth;
    else if (C == '}')
      --Depth;
    else
      OnlyBlanks &= isBlank(C);
    if (Depth == 0)
      return C == '}' && !OnlyBlanks ? I + 1 : 0;
  }
  return 0;
}

void Lexer::skip() {
  bool Newline = Text[Here.Offset] == '\n';
  ++Here.Offset;
  if (Newline) {
    ++Here.Line;
    Here.LineStart = Here.Offset;
  }
}

Token Lexer::next() {
  Token T;
  if (!skipBlanks(T))
    return T;
  T.At = Here;
  if (atEnd())
    return T;
  size_t Begin = Here.Offset;
  if (isLetter(peek())) {
    T.Kind = TokenKind::Word;
    while (inWord())
      ++Here.Offset;
  } else if (isDigit(peek())) {
    T.Kind = TokenKind::Number;
    while (isDigit(peek()))
      ++Here.Offset;
  } else {
    lexPunct(T);
  }
  if (!T.is(TokenKind::Error))
    T.Text = Text.substr(Begin, Here.Offset - Begin);
  return T;
}

/// A dash or hash belongs to a word if a letter or digit follows.
bool Lexer::inWord() const {
  char C = peek();
  if (C == '-' || C == '#')
    return isLetter(peek(1)) || isDigit(peek(1));
  return isLetter(C) || isDigit(C);
}

/// False if \p T became an error.
bool Lexer::skipBlanks(Token &T) {
  while (!atEnd()) {
    if (isBlank(peek())) {
      skip();
    } else if (peek() == '/' && peek(1) == '/') {
      while (!atEnd() && peek() != '\n')
        ++Here.Offset;
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
  Position Begin = Here;
  Here.Offset += 2;
  while (!atEnd() && !(peek() == '*' && peek(1) == '/'))
    skip();
  if (atEnd()) {
    setError(T, Begin, "comment has no end");
    return false;
  }
  Here.Offset += 2;
  return true;
}

void Lexer::lexPunct(Token &T) {
  T.Kind = TokenKind::Punct;
  std::string_view Rest = Text.substr(Here.Offset, 3);
  size_t Length = ShortPuncts.find(Rest[0]) != ShortPuncts.npos ? 1 : 0;
  for (std::string_view P : LongPuncts)
    if (Length < 2 && Rest.starts_with(P))
      Length = P.size();
  if (!Length)
    return setError(T, T.At, "unknown character");
  Here.Offset += Length;
}

Token Lexer::braceName(const Token &Brace) {
  Token T = Brace;
  T.Kind = TokenKind::BraceName;
  T.Text = Text.substr(Brace.At.Offset);
  T.Text = T.Text.substr(0, lengthOfBraceName(T.Text));
  if (T.Text.empty())
    setError(T, Brace.At, "expected a name in braces, on one line");
  else
    Here.Offset = T.At.Offset + T.Text.size();
  return T;
}

} // namespace predabs::bp
