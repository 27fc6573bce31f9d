// See ExprParser.h. Recursive descent, to a depth at which no stack overflows.

#include "predicates/language/ExprParser.h"

#include "predicates/language/Constants.h"

namespace predabs::language {

using ir::Expr;
using ir::Op;
using ir::Precedence;
using ir::tighter;

namespace {

Op binaryOperator(const Token &T) {
  return T.is(TokenKind::Punct) ? ir::binaryOpFromText(T.Text) : Op::None;
}

} // namespace

Operand ExprParser::fail(Position At, std::string Message) {
  C.fail(At, std::move(Message));
  return Ops.intConstant(0);
}

Operand ExprParser::made(Position At, Operand Made) {
  if (std::optional<std::string> Problem = Ops.takeProblem())
    return fail(At, std::move(*Problem));
  return Made;
}

const Expr *ExprParser::parse() {
  Position Begin = C.position();
  Operand Result = parseExpr();
  if (C.failed())
    return nullptr;
  const Expr *Term = Ops.truth(Result);
  made(Begin, Result);
  return C.failed() ? nullptr : Term;
}

Operand ExprParser::parseExpr() {
  Operand Cond = parseBinary(tighter(Precedence::Cond));
  Position At = C.position();
  if (!C.acceptPunct("?"))
    return Cond;
  Nesting Level(C, Depth);
  if (!Level)
    return Cond;
  Operand Then = parseExpr();
  C.expectPunct(":");
  Operand Else = parseExpr();
  return C.failed() ? Cond : made(At, Ops.conditional(Cond, Then, Else));
}

Operand ExprParser::parseBinary(Precedence Min) {
  Nesting Level(C, Depth);
  if (!Level)
    return Ops.intConstant(0);
  Operand Left = parsePrefixed();
  while (true) {
    Op O = binaryOperator(C.token());
    if (O == Op::None || ir::opSyntax(O).Binds < Min)
      return Left;
    Position At = C.position();
    C.advance();
    Operand Right = parseBinary(tighter(ir::opSyntax(O).Binds));
    if (C.failed())
      return Left;
    Left = made(At, Ops.binary(O, Left, Right));
  }
}

Operand ExprParser::parsePrefixed() {
  Nesting Level(C, Depth);
  if (!Level)
    return Ops.intConstant(0);
  if (C.atWord("sizeof"))
    return parseSizeof();
  if (atCast())
    return parseParentheses();
  Position At = C.position();
  if (C.acceptPunct("'"))
    return parseQuoted(At);
  if (C.acceptPunct("-"))
    return made(At, Ops.minus(parsePrefixed()));
  if (C.acceptPunct("+"))
    return made(At, Ops.plus(parsePrefixed()));
  if (C.acceptPunct("!"))
    return made(At, Ops.logicalNot(parsePrefixed()));
  if (C.acceptPunct("~"))
    return made(At, Ops.complement(parsePrefixed()));
  if (C.acceptPunct("*"))
    return made(At, Ops.deref(parsePrefixed()));
  if (C.acceptPunct("&"))
    return made(At, Ops.addressOf(parsePrefixed()));
  return parsePostfix();
}

bool ExprParser::atCast() const {
  return C.atPunct("(") && Types.begins(C.peek());
}

/// An expression in parentheses, or a cast.
Operand ExprParser::parseParentheses() {
  Position At = C.position();
  bool IsCast = atCast();
  C.advance();
  if (!IsCast) {
    Operand Inside = parseExpr();
    C.expectPunct(")");
    return Inside;
  }
  const ir::Type *T = Types.parse();
  C.expectPunct(")");
  Operand Inside = parsePrefixed();
  return C.failed() ? Inside : made(At, Ops.cast(T, Inside));
}

Operand ExprParser::parseSizeof() {
  Position At = C.position();
  C.advance();
  if (!atCast()) {
    Operand A = parsePrefixed();
    return made(At, Ops.sizeOf(A));
  }
  C.advance();
  const ir::Type *T = Types.parse();
  C.expectPunct(")");
  return C.failed() ? Ops.intConstant(0) : made(At, Ops.sizeOf(T));
}

Operand ExprParser::parseQuoted(Position At) {
  if (!Names.function())
    return fail(At, "a global predicate has no function at whose entry there "
                    "would be values");
  if (InQuote)
    return fail(At, "a quote cannot stand inside another one");
  InQuote = true;
  Operand Place = parsePrefixed();
  InQuote = false;
  if (C.failed())
    return Place;
  if (!Place.IsPlace || Place.E->type()->isFunction())
    return fail(At, "only variables and other memory have a value at entry");
  if (!Place.E->type()->isScalar())
    return fail(At, "only numbers and pointers have a value at entry that a "
                    "predicate can use");
  return Ops.logical(Set.entryValue(*Names.function(), Place.E));
}

Operand ExprParser::parsePostfix() {
  Operand Result = parsePrimary();
  while (true) {
    if (C.atPunct("["))
      Result = parseSubscript(Result);
    else if (C.atPunct(".") || C.atPunct("->"))
      Result = parseMember(Result);
    else if (C.atPunct("("))
      return fail(C.position(), "a predicate must not call functions");
    else
      return Result;
  }
}

Operand ExprParser::parseSubscript(Operand Base) {
  Position At = C.position();
  C.advance();
  Operand Index = parseExpr();
  C.expectPunct("]");
  return C.failed() ? Base : made(At, Ops.subscript(Base, Index));
}

Operand ExprParser::parseMember(Operand Record) {
  Position At = C.position();
  bool IsArrow = C.atPunct("->");
  C.advance();
  Token Name = C.token();
  if (!Name.is(TokenKind::Word)) {
    C.failExpected("the name of a field");
    return Record;
  }
  C.advance();
  // What is before the operator is wrong if it has no fields at all.
  const ir::Type *T = Record.E->type();
  bool HasFields =
      IsArrow ? T->isPointer() && T->inner()->isRecord() : T->isRecord();
  return made(HasFields ? Name.At : At, IsArrow
                                            ? Ops.arrow(Record, Name.Text)
                                            : Ops.member(Record, Name.Text));
}

Operand ExprParser::parsePrimary() {
  if (C.at(TokenKind::Number))
    return parseNumber();
  if (C.at(TokenKind::Character))
    return parseCharacter();
  if (C.at(TokenKind::Word))
    return parseWord();
  if (C.atPunct("("))
    return parseParentheses();
  C.failExpected("an expression");
  return Ops.intConstant(0);
}

Operand ExprParser::parseNumber() {
  ParsedConstant N =
      language::parseNumber(C.token().Text, Set.module().Ctx, Names.names());
  if (const std::string *Wrong = std::get_if<std::string>(&N))
    return fail(C.position(), *Wrong);
  C.advance();
  return {std::get<const Expr *>(N)};
}

/// Of type int; where char is signed, codes from 128 on are negative.
Operand ExprParser::parseCharacter() {
  const ir::Type *Char = Names.names().targetType(NameSource::TargetType::Char);
  const Expr *Code = Ops.constant(Char, characterCode(C.token())).E;
  C.advance();
  return Ops.intConstant(int64_t(Code->number()));
}

Operand ExprParser::parseWord() {
  if (C.atWord("return"))
    return parseResult();
  if (Types.begins(C.token())) {
    C.failExpected("an expression");
    return Ops.intConstant(0);
  }
  return parseName();
}

Operand ExprParser::parseResult() {
  Position At = C.position();
  C.advance();
  const ir::Function *F = Names.function();
  if (!F)
    return fail(At, "a global predicate has no function that could return");
  if (InQuote)
    return fail(At, "a result has no value at entry");
  if (!hasResult(*F))
    return fail(At, quoted(F->DisplayName) +
                        (F->Ty->inner()->isVoid()
                             ? " returns nothing"
                             : " returns no number and no pointer"));
  return Ops.logical(Set.result(*F));
}

/// Goes past the name. Static variables of functions are called `f.count`.
const ir::Variable *ExprParser::parseVariable() {
  Token Name = C.token();
  C.advance();
  if (const ir::Variable *V = Names.variable(Name.Text))
    return V;
  if (!C.atPunct(".") || !C.peek().is(TokenKind::Word))
    return nullptr;
  const ir::Variable *V = Names.staticVariable(Name.Text, C.peek().Text);
  if (V) {
    C.advance();
    C.advance();
  }
  return V;
}

Operand ExprParser::parseName() {
  Token Name = C.token();
  const ir::Variable *V = parseVariable();
  if (!V)
    return parseConstant(Name);
  if (InQuote && V->Kind == ir::Storage::Local)
    return fail(Name.At, quoted(Name.Text) +
                             " is a local variable: only parameters and "
                             "globals have a value at entry");
  return Ops.variable(V);
}

/// What a name means that is no variable's.
Operand ExprParser::parseConstant(const Token &Name) {
  if (auto E = Names.names().enumerator(Names.function(), Name.Text))
    return Ops.constant(E->Ty, E->Bits);
  if (Name.Text == "NULL" || Name.Text == "nullptr")
    return Ops.null();
  if (Name.Text == "true" || Name.Text == "false")
    return Ops.intConstant(Name.Text == "true");
  if (C.atPunct("("))
    return fail(C.position(), "a predicate must not call functions");
  if (const ir::Function *F = Names.onlyFunction(Name.Text))
    return Ops.function(F);
  return fail(Name.At, Names.unknown(Name.Text));
}

} // namespace predabs::language
