// Splits a text into tokens. All languages that the project reads (the
// intermediate language, Boolean programs, predicate files, protocols) look
// alike: blanks, comments as in C, words, numbers, texts in quotes, operators.
// Where they differ, a table says how, and what only one of them has (`%x`,
// `'a'`) its own function reads:
//
//   constexpr Language L = {.NameStart = Letters, .NameChar = Letters,
//                           .ShortPuncts = CharSet("{}")};
//   Lexer(L, "inc { } // c")  gives the word `inc`, `{`, `}` and the end
//
// Reserved words are words here; whoever parses tells them apart.

#ifndef PREDABS_PREDICATES_TEXT_LEXER_H
#define PREDABS_PREDICATES_TEXT_LEXER_H

#include "predicates/text/CharSet.h"
#include "predicates/text/Errors.h"

#include <span>

namespace predabs::text {

enum class TokenKind : uint8_t {
  End,
  Newline, ///< one or more, where lines matter
  Word,    ///< a name or a keyword
  Name,    ///< with a sigil, as `%x`
  Number,
  Character, ///< `'a'`
  String,
  Punct, ///< an operator or a bracket
  Error, ///< Lexer::problem says what is wrong
};

struct Token {
  TokenKind Kind = TokenKind::End;
  Position At;
  std::string_view Raw;  ///< as written
  std::string_view Text; ///< without quotes and sigil; escapes remain

  bool is(TokenKind K) const { return Kind == K; }
  bool isPunct(std::string_view P) const {
    return Kind == TokenKind::Punct && Raw == P;
  }
  bool isWord(std::string_view W) const {
    return Kind == TokenKind::Word && Raw == W;
  }
  bool isName(char Sigil) const {
    return Kind == TokenKind::Name && Raw[0] == Sigil;
  }
};

/// Something inside a word that is no character of names, like the dash of
/// `double-acquire`.
struct Joint {
  std::string_view Text;
  /// What must follow; null if that does not matter.
  const CharSet *Next = nullptr;
};

class Lexer;

/// What tells the tokens of one language from those of others.
struct Language {
  /// If a line's end is no blank, it is a token.
  CharSet Blank = Blanks;
  CharSet NameStart;
  CharSet NameChar;
  std::span<const Joint> Joints;
  /// What follows the first digit of a number.
  CharSet NumberChar = Digits;
  /// Of several characters, tried in this order. One that ends in a letter
  /// must not go on as a name.
  std::span<const std::string_view> LongPuncts;
  CharSet ShortPuncts;
  /// The length of the escape that \p Rest begins with, 0 if it is none. Null
  /// if there are no texts in quotes.
  size_t (*EscapeLength)(std::string_view Rest) = nullptr;
  /// Reads what only this language has. False: \p T is as elsewhere.
  bool (*Special)(Lexer &Lex, Token &T) = nullptr;

  /// Whether a text may begin with a byte order mark.
  bool ByteOrderMark = false;
  const char *OpenComment = "comment has no end";
  const char *OpenString = "string has no end on its line";
  const char *WrongEscape = "unknown escape";
  std::string (*UnknownCharacter)(char C) = [](char) {
    return std::string("unknown character");
  };
  /// The message where \p What is expected and \p Found is found.
  std::string (*Unexpected)(const std::string &What, const Token &Found);
};

class Lexer {
public:
  /// \p Start is what the place of the first byte is called.
  Lexer(const Language &L, std::string_view Text, Position Start = {});

  Token next();
  /// Goes on from \p To, the position of a token.
  void seek(Position To) { Here = To; }
  /// What is wrong, after an Error.
  const std::string &problem() const { return Problem; }

  // For Language::Special.

  /// A character from here on; 0 behind the end.
  char peek(size_t Ahead = 0) const;
  /// The text from here on.
  std::string_view rest() const { return Text.substr(Here.Offset); }
  /// How many characters from \p From on belong to a name.
  size_t nameLength(size_t From, std::span<const Joint> Joints) const;
  /// Makes the next \p Length characters \p T, goes behind them, and leaves
  /// out \p Sigil characters in Token::Text.
  void take(Token &T, TokenKind Kind, size_t Length, size_t Sigil = 0);
  /// Takes a text in quotes, which begins behind \p Sigil characters.
  void takeQuoted(Token &T, TokenKind Kind, size_t Sigil = 0);
  /// Makes \p T an error at \p Ahead characters from here.
  void fail(Token &T, size_t Ahead, std::string Message);

private:
  bool atEnd() const { return Here.Offset >= Text.size(); }
  void skip(size_t Count);
  bool skipBlanks(Token &T);
  bool skipBlockComment(Token &T);
  void lexToken(Token &T);
  void lexNewlines(Token &T);
  size_t numberLength() const;
  size_t punctLength() const;

  const Language &L;
  std::string_view Text;
  Position Here;
  std::string Problem;
};

} // namespace predabs::text

#endif
