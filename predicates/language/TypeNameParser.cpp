// See TypeNameParser.h.

#include "predicates/language/TypeNameParser.h"

#include "predicates/ir/Typing.h"
#include "predicates/language/CText.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace predabs::language {

using ir::Type;

namespace {

constexpr uint64_t MaxArrayBytes = uint64_t(1) << 40;

constexpr std::string_view Specifiers[] = {
    "void",  "char",   "short", "int",  "long",     "signed",   "unsigned",
    "float", "double", "_Bool", "bool", "__int128", "_Float16", "__float128"};
constexpr std::string_view Qualifiers[] = {"const", "volatile", "restrict",
                                           "_Atomic"};
constexpr std::string_view Tags[] = {"struct", "union", "enum", "class"};

bool isOneOf(const Token &T, const auto &Words) {
  return T.is(TokenKind::Word) && std::ranges::count(Words, T.Text) != 0;
}

/// The words of `unsigned long int`, in any order.
struct Specified {
  unsigned Longs = 0;
  bool Unsigned = false, Signed = false, Short = false, Int = false;
  std::string_view Other;

  /// False if the word cannot stand beside the others.
  bool add(std::string_view Word) {
    if (Word == "long")
      return ++Longs <= 2 && !Short;
    if (Word == "unsigned")
      return !std::exchange(Unsigned, true) && !Signed;
    if (Word == "signed")
      return !std::exchange(Signed, true) && !Unsigned;
    if (Word == "short")
      return !std::exchange(Short, true) && Longs == 0;
    if (Word == "int")
      return !std::exchange(Int, true) && Other.empty();
    bool IsFirst = Other.empty() && !Int;
    Other = Word;
    return IsFirst;
  }

  bool isSizedInt() const { return Longs || Short; }
  bool hasSign() const { return Unsigned || Signed; }
};

/// Null if no type of C is called so.
const Type *typeOf(const Specified &S, ir::Context &Ctx, NameSource &Names) {
  using Target = NameSource::TargetType;
  auto Int = [&](unsigned Width) { return Ctx.intType(Width, !S.Unsigned); };
  if (S.Other == "double" && S.Longs == 1 && !S.hasSign())
    return Names.targetType(Target::LongDouble);
  if (S.isSizedInt() && !S.Other.empty())
    return nullptr;
  if (S.Longs)
    return Int(S.Longs == 2 ? 64 : Names.targetType(Target::Long)->width());
  if (S.Short)
    return Int(16);
  if (S.Other == "char")
    return S.hasSign() ? Int(8) : Names.targetType(Target::Char);
  if (S.Other == "__int128")
    return Int(128);
  if (S.Other.empty())
    return Int(32);
  if (S.hasSign())
    return nullptr;
  if (S.Other == "void")
    return Ctx.voidType();
  if (S.Other == "float")
    return Ctx.floatType(32, 4, 4);
  if (S.Other == "double")
    return Ctx.floatType(64, 8, 8);
  if (S.Other == "_Float16")
    return Ctx.floatType(16, 2, 2);
  if (S.Other == "__float128")
    return Ctx.floatType(128, 16, 16);
  return Ctx.boolType();
}

} // namespace

const Type *TypeNameParser::fail(Position At, std::string Message) {
  C.fail(At, std::move(Message));
  return nullptr;
}

bool TypeNameParser::begins(const Token &T) const {
  if (isOneOf(T, Specifiers) || isOneOf(T, Qualifiers) || isOneOf(T, Tags) ||
      T.isWord("_BitInt"))
    return true;
  // A variable hides a type.
  return T.is(TokenKind::Word) && !Names.variable(T.Text) &&
         Names.names().typeNamed(Names.function(), T.Text);
}

const Type *TypeNameParser::parse() {
  Nesting Level(C, Depth);
  if (!Level)
    return nullptr;
  const Type *T = parseSpecifiers();
  return T ? parseDeclarator(T) : nullptr;
}

void TypeNameParser::skipQualifiers() {
  while (isOneOf(C.token(), Qualifiers))
    C.advance();
}

const Type *TypeNameParser::parseSpecifiers() {
  Position Begin = C.position();
  Specified S;
  const Type *Named = nullptr;
  bool IsSpecified = false;
  while (true) {
    skipQualifiers();
    if (isOneOf(C.token(), Specifiers)) {
      if (Named || !S.add(C.token().Text))
        return fail(C.position(), "'" + std::string(C.token().Text) +
                                      "' does not fit what stands before it");
      IsSpecified = true;
      C.advance();
    } else if (C.atWord("_BitInt") && !Named) {
      Named = parseBitInt(!S.Unsigned);
    } else if (!Named && !IsSpecified && begins(C.token())) {
      Named = parseTag();
    } else {
      break;
    }
    if (C.failed())
      return nullptr;
  }
  if (Named)
    return Named;
  if (!IsSpecified) {
    C.failExpected("a type");
    return nullptr;
  }
  const Type *T = typeOf(S, Ctx, Names.names());
  return T ? T : fail(Begin, "C has no such type");
}

/// A typedef's name, or `struct` and a tag.
const Type *TypeNameParser::parseTag() {
  bool HasKeyword = isOneOf(C.token(), Tags);
  std::string Keyword(C.token().Text);
  if (HasKeyword)
    C.advance();
  if (!C.at(TokenKind::Word)) {
    C.failExpected("a name after '" + Keyword + "'");
    return nullptr;
  }
  Token Name = C.token();
  const Type *T = HasKeyword
                      ? Names.names().typeTagged(Names.function(), Name.Text)
                      : Names.names().typeNamed(Names.function(), Name.Text);
  if (!T)
    return fail(Name.At, "unknown type '" + Keyword + " " +
                             std::string(Name.Text) + "'");
  C.advance();
  return T;
}

const Type *TypeNameParser::parseBitInt(bool IsSigned) {
  C.advance();
  if (!C.expectPunct("("))
    return nullptr;
  unsigned Width = 0;
  std::string_view Raw = C.token().Text;
  auto [Stop, Error] =
      std::from_chars(Raw.data(), Raw.data() + Raw.size(), Width);
  if (!C.at(TokenKind::Number) || Error != std::errc() ||
      Stop != Raw.data() + Raw.size() || Width == 0 || Width > 128) {
    C.failExpected("a width from 1 to 128");
    return nullptr;
  }
  C.advance();
  C.expectPunct(")");
  return Ctx.intType(Width, IsSigned);
}

const Type *TypeNameParser::parseDeclarator(const Type *Base) {
  while (C.acceptPunct("*")) {
    Base = Ctx.pointerType(Base);
    skipQualifiers();
  }
  if (C.atPunct("(") && (C.peek().isPunct("*") || C.peek().isPunct("(")))
    return parseNested(Base);
  return parseSuffixes(Base);
}

/// `(*)(int)`: what stands in the parentheses is applied last.
const Type *TypeNameParser::parseNested(const Type *Base) {
  Nesting Level(C, Depth);
  if (!Level)
    return nullptr;
  Position Inside = C.peek().At;
  skipParentheses();
  Base = parseSuffixes(Base);
  Position Behind = C.position();
  if (C.failed())
    return nullptr;
  C.seek(Inside);
  Base = parseDeclarator(Base);
  if (Base && C.expectPunct(")"))
    C.seek(Behind);
  return C.failed() ? nullptr : Base;
}

void TypeNameParser::skipParentheses() {
  unsigned Open = 0;
  do {
    Open += C.atPunct("(");
    Open -= C.atPunct(")");
    if (C.at(TokenKind::End))
      return C.failExpected("')'");
    C.advance();
  } while (Open != 0);
}

const Type *TypeNameParser::parseSuffixes(const Type *Base) {
  if (!C.atPunct("[") && !C.atPunct("("))
    return Base;
  Nesting Level(C, Depth);
  if (!Level)
    return nullptr;
  return C.atPunct("[") ? parseArray(Base) : parseFunction(Base);
}

const Type *TypeNameParser::parseArray(const Type *Base) {
  Position At = C.position();
  C.advance();
  uint64_t Count = 0;
  std::string_view Raw = C.token().Text;
  auto [Stop, Error] =
      std::from_chars(Raw.data(), Raw.data() + Raw.size(), Count);
  if (!C.at(TokenKind::Number) || Error != std::errc() ||
      Stop != Raw.data() + Raw.size() || Count > MaxArrayBytes) {
    C.failExpected("a number of elements");
    return nullptr;
  }
  C.advance();
  if (!C.expectPunct("]"))
    return nullptr;
  const Type *Element = parseSuffixes(Base);
  if (!Element)
    return nullptr;
  if (!ir::isObjectType(Element))
    return fail(At, "there are no arrays of '" + cTypeName(Element) + "'");
  if (Element->size() != 0 && Count > MaxArrayBytes / Element->size())
    return fail(At, "this array is too large");
  return Ctx.arrayType(Element, Count);
}

const Type *TypeNameParser::parseFunction(const Type *Base) {
  Position At = C.position();
  C.advance();
  std::vector<const Type *> Params;
  bool Variadic = C.atPunct(")"); // no prototype
  if (C.atWord("void") && C.peek().isPunct(")"))
    C.advance();
  while (!C.atPunct(")") && !C.failed()) {
    if (C.acceptPunct("...")) {
      Variadic = true;
      break;
    }
    if (const Type *P = parseParameter())
      Params.push_back(P);
    if (!C.atPunct(")"))
      C.expectPunct(",");
  }
  C.expectPunct(")");
  if (C.failed())
    return nullptr;
  const Type *Result = parseSuffixes(Base);
  if (!Result)
    return nullptr;
  if (Result->isArray() || Result->isFunction())
    return fail(At, "a function cannot return '" + cTypeName(Result) + "'");
  return Ctx.functionType(Result, std::move(Params), Variadic);
}

const Type *TypeNameParser::parseParameter() {
  Position At = C.position();
  const Type *T = parse();
  if (!T)
    return nullptr;
  if (T->isArray())
    return Ctx.pointerType(T->inner());
  if (T->isFunction())
    return Ctx.pointerType(T);
  return T->isVoid() ? fail(At, "a parameter cannot be 'void'") : T;
}

} // namespace predabs::language
