// See ExprParser.h.

#include "predicates/ir/ExprParser.h"

#include <algorithm>
#include <cstdint>

namespace predabs::ir {

Precedence ExprParser::precedenceOf(const Open &O) {
  if (O.What == Pending::Binary)
    return opSyntax(O.Operation).Binds;
  return O.What == Pending::CondElse ? Precedence::Cond : Precedence::Prefix;
}

const Expr *ExprParser::parse(Precedence Min) {
  Opens.clear();
  Values.clear();
  NumBrackets = 0;
  Step Next = Step::Operand;
  while (Next != Step::Done && !C.failed())
    Next = Next == Step::Operand ? parseOperand() : parseOperator(Min);
  reduceToBracket();
  if (!Opens.empty() && !C.failed())
    C.failExpected(Opens.back().What == Pending::Index      ? "']'"
                   : Opens.back().What == Pending::CondThen ? "':'"
                                                            : "')'");
  return C.failed() ? nullptr : Values.back();
}

void ExprParser::push(Pending What, Op Operation, const Type *Ty) {
  Opens.push_back({What, C.position(), Operation, Ty});
  NumBrackets += isBracket(Opens.back());
}

const Expr *ExprParser::pop() {
  const Expr *E = Values.back();
  Values.pop_back();
  return E;
}

template <typename MakeExpr>
void ExprParser::make(Position At, const Problem &P, MakeExpr Make) {
  if (P)
    C.fail(At, *P);
  else
    Values.push_back(Make());
}

ExprParser::Step ExprParser::parseOperand() {
  if (openPrefix() || openCallLike())
    return Step::Operand;
  if (const Expr *E = parseLeaf())
    Values.push_back(E);
  return Step::Operator;
}

bool ExprParser::openPrefix() {
  // A minus before a number is part of it.
  if (C.atPunct("-") && !C.peek().is(TokenKind::Number))
    push(Pending::Unary, Op::Neg);
  else if (C.atPunct("~"))
    push(Pending::Unary, Op::BitNot);
  else if (C.atPunct("!"))
    push(Pending::Unary, Op::Not);
  else if (C.atPunct("*"))
    push(Pending::Deref);
  else if (C.atPunct("&"))
    push(Pending::AddrOf);
  else if (C.atPunct("("))
    push(Pending::Paren);
  else
    return false;
  C.advance();
  return true;
}

bool ExprParser::openCallLike() {
  if (!C.at(TokenKind::Word))
    return false;
  if (C.atWord("cast")) {
    openCast();
    return true;
  }
  Op O = callLikeOpFromText(C.token().Text);
  if (O == Op::None)
    return false;
  push(Pending::CallLike, O);
  C.advance();
  C.expectPunct("(");
  return true;
}

void ExprParser::openCast() {
  push(Pending::Cast);
  C.advance();
  Opens.back().Ty = parseTypeArgument();
  C.expectPunct("(");
}

/// `<T>`
const Type *ExprParser::parseTypeArgument() {
  C.expectPunct("<");
  const Type *T = Types.parse();
  return C.expectPunct(">") ? T : nullptr;
}

const Expr *ExprParser::parseLeaf() {
  if (C.at(TokenKind::Number))
    return parseNumber(Sign::Plus);
  if (C.atName('%'))
    return parseLocal();
  if (C.atName('$'))
    return parseGlobal();
  if (C.atName('@')) {
    const Function *F = parseFunctionName();
    return F ? Ctx.funcAddr(F) : nullptr;
  }
  if (C.at(TokenKind::Word))
    return parseWordLeaf();
  if (C.acceptPunct("-"))
    return parseNumber(Sign::Minus);
  C.failExpected("an expression");
  return nullptr;
}

const Expr *ExprParser::parseWordLeaf() {
  if (C.acceptWord("true"))
    return Ctx.boolConst(true);
  if (C.acceptWord("false"))
    return Ctx.boolConst(false);
  if (C.acceptWord("null"))
    return parseNull();
  if (C.acceptWord("zero"))
    return parseZero();
  if (C.acceptWord("label"))
    return parseLabelAddr();
  if (Types.atFloat())
    return parseFloat();
  C.failExpected("an expression");
  return nullptr;
}

const Expr *ExprParser::parseNumber(Sign S) {
  Number N = C.number();
  unsigned Width = N.TypeWidth ? N.TypeWidth : 32;
  bool Signed = N.TypeWidth ? N.TypeSigned : true;
  UInt128 Half = UInt128(1) << (Width - 1);
  UInt128 Max = S == Sign::Minus ? (Signed ? Half : 0)
                : Signed         ? Half - 1
                                 : Half + (Half - 1);
  if (N.Value > Max) {
    C.fail(C.position(), "number does not fit its type");
    return nullptr;
  }
  UInt128 Bits = S == Sign::Minus ? UInt128(0) - N.Value : N.Value;
  C.advance();
  return Ctx.intConst(Ctx.intType(Width, Signed), Bits);
}

const Expr *ExprParser::parseFloat() {
  const Type *T = Types.parseFloat();
  if (!T || !C.at(TokenKind::Number) || C.number().TypeWidth) {
    C.failExpected("the bits of a floating-point number");
    return nullptr;
  }
  UInt128 Bits = C.number().Value;
  if (truncateTo(Bits, T->width()) != Bits) {
    C.fail(C.position(), "number does not fit its type");
    return nullptr;
  }
  C.advance();
  return Ctx.floatConst(T, Bits);
}

const Expr *ExprParser::parseLocal() {
  auto It = Locals.find(C.text());
  if (It == Locals.end()) {
    C.fail(C.position(), "unknown variable '" + C.text() + "'");
    return nullptr;
  }
  C.advance();
  return Ctx.var(It->second);
}

const Expr *ExprParser::parseGlobal() {
  const Variable *V = M.findGlobal(C.text());
  if (!V) {
    C.fail(C.position(), "unknown global '" + C.text() + "'");
    return nullptr;
  }
  C.advance();
  return Ctx.var(V);
}

Function *ExprParser::parseFunctionName() {
  Position At = C.position();
  std::string Name = C.expectName('@', "a function");
  Function *F = M.findFunction(Name);
  if (!F)
    C.fail(At, "unknown function '" + Name + "'");
  return F;
}

const Expr *ExprParser::parseNull() {
  Position At = C.position();
  const Type *T = parseTypeArgument();
  if (T && !T->isPointer())
    C.fail(At, "null has a pointer type");
  return C.failed() ? nullptr : Ctx.null(T);
}

const Expr *ExprParser::parseZero() {
  Position At = C.position();
  const Type *T = parseTypeArgument();
  if (T && !isObjectType(T))
    C.fail(At, "there are no values of this type");
  return C.failed() ? nullptr : Ctx.zero(T);
}

/// `(@f, block)`
const Expr *ExprParser::parseLabelAddr() {
  C.expectPunct("(");
  const Function *F = parseFunctionName();
  C.expectPunct(",");
  Position At = C.position();
  if (!C.at(TokenKind::Word) && !C.at(TokenKind::String))
    C.failExpected("a block");
  std::string Name = C.takeText();
  C.expectPunct(")");
  if (C.failed())
    return nullptr;
  for (BlockId B = 0; B < F->Blocks.size(); ++B)
    if (F->Blocks[B].Name == Name)
      return Ctx.labelAddr(F, B);
  C.fail(At, "unknown block '" + Name + "'");
  return nullptr;
}

ExprParser::Step ExprParser::parseOperator(Precedence Min) {
  if (C.atName('.'))
    return C.atFieldNumber() ? parseMemberIndex() : parseMemberName();
  if (C.atPunct("["))
    return openIndex();
  if (C.atPunct(")") || C.atPunct("]") || C.atPunct(":"))
    return close();
  if (C.atPunct("?"))
    return openThen(Min);
  return parseBinary(Min);
}

bool ExprParser::endsBefore(Precedence Next, Precedence Min) const {
  return Next < Min && NumBrackets == 0;
}

ExprParser::Step ExprParser::parseBinary(Precedence Min) {
  Op O = C.at(TokenKind::Punct) ? binaryOpFromText(C.token().Raw) : Op::None;
  Precedence Binds = opSyntax(O).Binds;
  if (O == Op::None || endsBefore(Binds, Min))
    return Step::Done;
  reduceDownTo(Binds);
  push(Pending::Binary, O);
  C.advance();
  return Step::Operand;
}

ExprParser::Step ExprParser::openThen(Precedence Min) {
  if (endsBefore(Precedence::Cond, Min))
    return Step::Done;
  // Not down to Cond itself: `a ? b : c ? d : e` is `a ? b : (c ? d : e)`.
  reduceDownTo(tighter(Precedence::Cond));
  push(Pending::CondThen);
  C.advance();
  return Step::Operand;
}

ExprParser::Step ExprParser::openIndex() {
  push(Pending::Index);
  C.advance();
  return Step::Operand;
}

ExprParser::Step ExprParser::parseMemberName() {
  Position At = C.position();
  std::string Name = C.takeText();
  const auto &Fields = Values.back()->type()->fields();
  size_t Index = 0;
  while (Index < Fields.size() && Fields[Index].Name != Name)
    ++Index;
  makeField(At, Index);
  return Step::Operator;
}

ExprParser::Step ExprParser::parseMemberIndex() {
  Position At = C.position();
  UInt128 Number = C.number().Value;
  C.advance();
  makeField(At, size_t(std::min(Number, UInt128(UINT32_MAX))));
  return Step::Operator;
}

void ExprParser::makeField(Position At, size_t Index) {
  const Expr *Record = pop();
  Problem P = fieldProblem(Record);
  if (!P && Index >= Record->type()->fields().size())
    P = "unknown field";
  make(At, P, [&] { return Ctx.field(Record, uint32_t(Index)); });
}

ExprParser::Step ExprParser::close() {
  reduceToBracket();
  return Opens.empty() || !closesTop() ? Step::Done : closeTop();
}

bool ExprParser::closesTop() const {
  Pending What = Opens.back().What;
  return C.atPunct(What == Pending::Index      ? "]"
                   : What == Pending::CondThen ? ":"
                                               : ")");
}

ExprParser::Step ExprParser::closeTop() {
  Open Top = Opens.back();
  Opens.pop_back();
  --NumBrackets;
  if (Top.What == Pending::CondThen) {
    push(Pending::CondElse);
    C.advance();
    return Step::Operand;
  }
  C.advance();
  if (Top.What == Pending::Paren)
    return Step::Operator;
  const Expr *A = pop();
  if (Top.What == Pending::CallLike) {
    make(Top.At, unaryProblem(Top.Operation, A->type()),
         [&] { return Ctx.unary(Top.Operation, A); });
  } else if (Top.What == Pending::Cast) {
    make(Top.At, castProblem(Top.Ty, A->type()),
         [&] { return Ctx.cast(Top.Ty, A); });
  } else {
    const Expr *Array = pop();
    make(Top.At, indexProblem(Array, A->type()),
         [&] { return Ctx.index(Array, A); });
  }
  return Step::Operator;
}

void ExprParser::reduceDownTo(Precedence P) {
  while (!C.failed() && !Opens.empty() && !isBracket(Opens.back()) &&
         precedenceOf(Opens.back()) >= P)
    reduceTop();
}

void ExprParser::reduceToBracket() { reduceDownTo(Precedence::Cond); }

void ExprParser::reduceTop() {
  Open O = Opens.back();
  Opens.pop_back();
  if (O.What == Pending::Binary)
    return reduceBinary(O);
  if (O.What == Pending::CondElse)
    return reduceCond(O);
  const Expr *A = pop();
  if (O.What == Pending::Unary)
    make(O.At, unaryProblem(O.Operation, A->type()),
         [&] { return Ctx.unary(O.Operation, A); });
  else if (O.What == Pending::Deref)
    make(O.At, derefProblem(A->type()), [&] { return Ctx.deref(A); });
  else
    make(O.At, addrOfProblem(A), [&] { return Ctx.addrOf(A); });
}

void ExprParser::reduceBinary(const Open &O) {
  const Expr *B = pop(), *A = pop();
  make(O.At, binaryProblem(O.Operation, A->type(), B->type()),
       [&] { return Ctx.binary(O.Operation, A, B); });
}

void ExprParser::reduceCond(const Open &O) {
  const Expr *B = pop(), *A = pop(), *Condition = pop();
  make(O.At, condProblem(Condition->type(), A->type(), B->type()),
       [&] { return Ctx.cond(Condition, A, B); });
}

} // namespace predabs::ir
