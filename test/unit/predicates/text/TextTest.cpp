// The lexer and the cursor that all languages share, with a small language of
// their own.

#include "predicates/text/Cursor.h"

#include <gtest/gtest.h>

#include <vector>

using namespace predabs::text;

namespace {

size_t escapeLength(std::string_view Rest) {
  return Rest.starts_with("\\n") || Rest.starts_with("\\\"") ? 2 : 0;
}

/// `%x`, and `%"x y"`.
bool lexSigil(Lexer &Lex, Token &T) {
  if (Lex.peek() != '%')
    return false;
  if (Lex.peek(1) == '"')
    Lex.takeQuoted(T, TokenKind::Name, 1);
  else if (size_t Length = Lex.nameLength(1, {}))
    Lex.take(T, TokenKind::Name, 1 + Length, 1);
  else {
    Lex.fail(T, 1, "no name");
    Lex.take(T, TokenKind::Error, 1);
  }
  return true;
}

std::string unexpected(const std::string &What, const Token &Found) {
  return What + " please, not " + quoted(Found.Raw);
}

constexpr CharSet NameStart = Letters | CharSet("_");
constexpr Joint Joints[] = {{"-", &NameStart}, {"::~"}, {"::", &NameStart}};
constexpr std::string_view LongPuncts[] = {"==>", "==", "+p", "->"};
constexpr Language Toy = {
    .NameStart = NameStart,
    .NameChar = NameStart | Digits,
    .Joints = Joints,
    .LongPuncts = LongPuncts,
    .ShortPuncts = CharSet("=+-(){}:;"),
    .EscapeLength = escapeLength,
    .Special = lexSigil,
    .ByteOrderMark = true,
    .Unexpected = unexpected,
};
constexpr Language Lines = {
    .Blank = CharSet(" "),
    .NameStart = Letters,
    .NameChar = Letters,
    .Joints = {},
    .LongPuncts = {},
    .ShortPuncts = CharSet("="),
    .UnknownCharacter = [](char C) { return "what is " + quoted({&C, 1}); },
    .Unexpected = unexpected,
};

/// Each token as its kind's first letter and its text; errors with their
/// place.
std::vector<std::string> tokens(const Language &L, std::string_view Text) {
  constexpr std::string_view Kinds = "-nwN#csp!";
  std::vector<std::string> Result;
  Lexer Lex(L, Text);
  for (Token T = Lex.next(); !T.is(TokenKind::End); T = Lex.next())
    Result.push_back(T.is(TokenKind::Error)
                         ? ParseError{T.At, Lex.problem()}.str()
                         : Kinds[size_t(T.Kind)] + std::string(T.Text));
  return Result;
}

using Texts = std::vector<std::string>;

TEST(TextLexer, TakesTheLongestPunctuator) {
  EXPECT_EQ(tokens(Toy, "==> == = ==>= ->-"),
            (Texts{"p==>", "p==", "p=", "p==>", "p=", "p->", "p-"}));
  EXPECT_EQ(tokens(Toy, "+p +pq +(p"),
            (Texts{"p+p", "p+", "wpq", "p+", "p(", "wp"}));
}

TEST(TextLexer, JoinsWords) {
  EXPECT_EQ(tokens(Toy, "a-b a-1 a- b::c b::1 S::~S a1"),
            (Texts{"wa-b", "wa", "p-", "#1", "wa", "p-", "wb::c", "wb",
                   "p:", "p:", "#1", "wS::~S", "wa1"}));
}

TEST(TextLexer, KeepsTheTextInsideQuotes) {
  EXPECT_EQ(tokens(Toy, "\"a b\" %\"x\" %y \"\" \"\\n\\\"\""),
            (Texts{"sa b", "Nx", "Ny", "s", "s\\n\\\""}));
  EXPECT_EQ(tokens(Toy, "a \"b\nc"),
            (Texts{"wa", "1:3: string has no end on its line", "wc"}));
  EXPECT_EQ(tokens(Toy, "%\"b"), (Texts{"1:2: string has no end on its line"}));
  EXPECT_EQ(tokens(Toy, "\"ab\\x").front(), "1:4: unknown escape");
  EXPECT_EQ(tokens(Lines, "\"").front(), "1:1: what is '\"'");
}

TEST(TextLexer, SkipsBlanksAndComments) {
  EXPECT_EQ(tokens(Toy, "a// b\n/* c\n */ d /*/ */"), (Texts{"wa", "wd"}));
  EXPECT_EQ(tokens(Toy, "a\n  /* b *"),
            (Texts{"wa", "2:3: comment has no end"}));
  EXPECT_EQ(tokens(Toy, ""), (Texts{}));
}

TEST(TextLexer, GivesLinesWhereTheyMatter) {
  EXPECT_EQ(tokens(Lines, "a = b\n\n// c\n \nd"),
            (Texts{"wa", "p=", "wb", "n", "wd"}));
  EXPECT_EQ(tokens(Lines, "a\n/*"), (Texts{"wa", "2:1: comment has no end"}));
}

TEST(TextLexer, GoesOnAfterAnUnknownCharacter) {
  EXPECT_EQ(tokens(Toy, "a # b"),
            (Texts{"wa", "1:3: unknown character", "wb"}));
  EXPECT_EQ(tokens(Toy, "%+"), (Texts{"1:2: no name", "p+"}));
}

TEST(TextLexer, CountsBytesAndNotTheByteOrderMark) {
  Lexer Lex(Toy, "\xef\xbb\xbf a\n\tb", {0, 7, 5});
  Token A = Lex.next(), B = Lex.next();
  EXPECT_EQ(A.At.Line, 7u);
  EXPECT_EQ(A.At.Column, 6u);
  EXPECT_EQ(A.At.Offset, 4u);
  EXPECT_EQ(B.At.Line, 8u);
  EXPECT_EQ(B.At.Column, 2u);
  EXPECT_EQ(tokens(Lines, "\xef\xbb\xbf").size(), 3u);
}

TEST(TextCursor, KeepsTheFirstError) {
  Cursor C(Toy, "a b # c");
  EXPECT_TRUE(C.acceptWord("a"));
  EXPECT_FALSE(C.acceptPunct("="));
  EXPECT_FALSE(C.expectPunct("="));
  EXPECT_TRUE(C.at(TokenKind::End));
  EXPECT_FALSE(C.expectWord("c"));
  C.advance();
  C.seek({});
  EXPECT_TRUE(C.at(TokenKind::End));
  EXPECT_EQ(C.error().str(), "1:3: '=' please, not 'b'");
  EXPECT_EQ(C.position().Column, 3u);
}

TEST(TextCursor, LooksAheadWithoutGoingThere) {
  Cursor C(Toy, "a #");
  EXPECT_TRUE(C.peek().is(TokenKind::Error));
  EXPECT_FALSE(C.failed());
  Position A = C.position();
  C.advance();
  EXPECT_EQ(C.error().str(), "1:3: unknown character");
  C.resume(A);
  EXPECT_FALSE(C.failed());
  EXPECT_EQ(C.take().Text, "a");
  EXPECT_TRUE(C.failed());
}

TEST(TextCursor, TakesATokenAnew) {
  Cursor C(Toy, "{x == y} = z");
  C.retake(8);
  EXPECT_EQ(C.take().Text, "{x == y}");
  EXPECT_TRUE(C.atPunct("="));
  EXPECT_EQ(C.position().Column, 10u);
}

TEST(TextCursor, GoesOnWhereTheNextThingBegins) {
  auto Begins = [](const Token &T) { return T.isWord("item"); };
  Cursor C(Toy, "item a # \" item b item c");
  C.advance();
  EXPECT_FALSE(C.expectWord("b"));
  EXPECT_EQ(C.recover(Begins).str(), "1:6: 'b' please, not 'a'");
  EXPECT_FALSE(C.failed());
  EXPECT_TRUE(C.at(TokenKind::End)); // the open quote hides the rest
  Cursor D(Toy, "x # item b");
  D.advance();
  EXPECT_EQ(D.recover(Begins).str(), "1:3: unknown character");
  EXPECT_TRUE(D.acceptWord("item"));
  EXPECT_TRUE(D.atWord("b"));
  // The refused token itself may be where to go on.
  EXPECT_FALSE(D.expectPunct("="));
  D.recover([](const Token &T) { return T.isWord("b"); });
  EXPECT_TRUE(D.atWord("b"));
}

unsigned parseNested(Cursor &C, Depth &D) {
  Nesting Level(C, D);
  if (!Level || !C.acceptPunct("("))
    return 0;
  unsigned Inside = parseNested(C, D);
  C.expectPunct(")");
  return Inside + 1;
}

TEST(TextCursor, LimitsTheDepthOfARecursion) {
  Depth D = {3, "too deep"};
  Cursor Two(Toy, "(())"), Three(Toy, "((()))");
  EXPECT_EQ(parseNested(Two, D), 2u);
  EXPECT_FALSE(Two.failed());
  EXPECT_EQ(D.Now, 0u);
  parseNested(Three, D);
  EXPECT_EQ(Three.error().str(), "1:4: too deep");
  EXPECT_EQ(D.Now, 0u);
}

TEST(TextErrors, QuoteWhatATerminalCanShow) {
  EXPECT_EQ(quoted("abc"), "'abc'");
  EXPECT_EQ(quoted("abc", 3), "'abc'");
  EXPECT_EQ(quoted("abcd", 3), "'abc...'");
  EXPECT_EQ(withoutControls("a\tb\x1b\x7f\xc3", ' '), "a b??\xc3");
  EXPECT_EQ((FileError{"f", 2, 3, "no"}.str()), "f:2:3: no");
}

} // namespace
