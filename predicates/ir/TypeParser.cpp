// See TypeParser.h. Only function types and parentheses recurse, to a limit.

#include "predicates/ir/TypeParser.h"

#include "predicates/ir/Syntax.h"
#include "predicates/ir/Typing.h"

#include <cstdint>

namespace predabs::ir {

const Type *TypeParser::parse() {
  const Type *T = parseNested();
  while (T && (C.atPunct("*") || C.atPunct("[")))
    T = C.acceptPunct("*") ? Ctx.pointerType(T) : parseArrays(T);
  return T;
}

const Type *TypeParser::parseNested() {
  text::Nesting Level(C, Depth);
  if (!Level)
    return nullptr;
  if (C.atPunct("("))
    return parseParens();
  if (C.at(TokenKind::String))
    return parseRecord();
  if (C.at(TokenKind::Word))
    return parseWord();
  C.failExpected("a type");
  return nullptr;
}

const Type *TypeParser::parseParens() {
  C.advance();
  const Type *T = parse();
  return T && C.expectPunct(")") ? T : nullptr;
}

const Type *TypeParser::parseWord() {
  if (C.acceptWord("void"))
    return Ctx.voidType();
  if (C.acceptWord("bool"))
    return Ctx.boolType();
  if (C.acceptWord("fn"))
    return parseFunction();
  if (C.acceptWord("opaque"))
    return parseOpaque();
  if (atFloat())
    return parseFloat();
  if (isBareRecord(C.token().Text))
    return parseRecord();
  return parseInt();
}

const Type *TypeParser::parseInt() {
  std::string_view Word = C.token().Text;
  bool Signed = Word[0] == 'i';
  unsigned Width = widthInTypeWord(Word, Word[0]);
  if (Width < 1 || Width > 128) {
    C.failExpected("a type");
    return nullptr;
  }
  C.advance();
  return Ctx.intType(Width, Signed);
}

bool TypeParser::atFloat() const {
  if (!C.at(TokenKind::Word))
    return false;
  unsigned Width = widthInTypeWord(C.token().Text, 'f');
  return Width == 16 || Width == 32 || Width == 64 || Width == 80 ||
         Width == 128;
}

const Type *TypeParser::parseFloat() {
  unsigned Width = widthInTypeWord(C.token().Text, 'f');
  uint64_t Size = naturalFloatSize(Width), Align = Size;
  C.advance();
  if (C.acceptPunct("(")) {
    Size = C.expectNumber(UINT64_MAX, "a size");
    C.expectPunct(",");
    Align = C.expectNumber(UINT32_MAX, "an alignment");
    if (!C.expectPunct(")"))
      return nullptr;
  }
  return Ctx.floatType(Width, Size, uint32_t(Align));
}

const Type *TypeParser::parseOpaque() {
  C.expectPunct("(");
  std::string Name = C.expectString("a quoted name");
  C.expectPunct(",");
  uint64_t Size = C.expectNumber(UINT64_MAX, "a size");
  C.expectPunct(",");
  uint64_t Align = C.expectNumber(UINT32_MAX, "an alignment");
  if (!C.expectPunct(")"))
    return nullptr;
  return Ctx.opaqueType(Name, Size, uint32_t(Align));
}

const Type *TypeParser::parseRecord() {
  const Type *Record = Ctx.findRecord(C.text());
  if (!Record) {
    C.fail(C.position(), "unknown record '" + C.text() + "'");
    return nullptr;
  }
  C.advance();
  return Record;
}

const Type *TypeParser::parseFunction() {
  if (!C.expectPunct("("))
    return nullptr;
  std::vector<const Type *> Params;
  bool Variadic = false;
  while (!C.atPunct(")") && !Variadic) {
    if (!Params.empty() && !C.expectPunct(","))
      return nullptr;
    Variadic = C.acceptPunct("...");
    if (!Variadic)
      Params.push_back(parse());
    if (C.failed())
      return nullptr;
  }
  C.expectPunct(")");
  C.expectPunct("->");
  const Type *Result = C.failed() ? nullptr : parse();
  return Result ? Ctx.functionType(Result, std::move(Params), Variadic)
                : nullptr;
}

/// The first of several counts is the outermost array's.
const Type *TypeParser::parseArrays(const Type *Element) {
  if (!isObjectType(Element)) {
    C.fail(C.position(), "an array cannot have elements of this type");
    return nullptr;
  }
  std::vector<uint64_t> Counts;
  while (C.acceptPunct("[")) {
    Counts.push_back(C.expectNumber(UINT64_MAX, "a count"));
    C.expectPunct("]");
  }
  const Type *T = Element;
  for (size_t I = Counts.size(); I-- > 0;)
    T = Ctx.arrayType(T, Counts[I]);
  return C.failed() ? nullptr : T;
}

} // namespace predabs::ir
