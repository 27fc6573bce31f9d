// Expressions with a stack of waiting operators, see ExprParser.h.

#include "predicates/bp/ExprParser.h"

#include "predicates/bp/Syntax.h"

namespace predabs::bp {

namespace {

/// `a != b` is `a ^ b` that binds as tightly as `==`.
constexpr unsigned NotEqualPrecedence = 5;
/// What is larger is a mistake, and would fill the memory.
constexpr size_t MaxNesting = 1'000'000;
constexpr size_t MaxTerms = 10'000'000;

} // namespace

const Variable *resolveVariable(Cursor &C, const Program &P,
                                const Procedure *Proc, const Token &Name) {
  const Variable *V = Proc ? Proc->findVariable(Name.Text) : nullptr;
  if (!V)
    V = P.findGlobal(Name.Text);
  if (!V && !C.failed())
    C.fail(Name.At, "unknown variable " + quoted(Name.Text));
  return V;
}

const Expr *ExprParser::parse() {
  do {
    while (WantOperand && !C.failed())
      parseOperand();
  } while (!C.failed() && parseOperator());
  if (!C.failed())
    reduceToBracket();
  if (!C.failed() && !Frames.empty())
    C.failExpected(Frames.back().Kind == Pending::Then ? "':'"
                   : Frames.back().Kind == Pending::ChooseFirst
                       ? "','"
                       : "'" + std::string(Frames.back().Close) + "'");
  return C.failed() ? nullptr : Operands.back();
}

void ExprParser::push(const Expr *E) {
  Operands.push_back(E);
  WantOperand = false;
  while (!Frames.empty() && Frames.back().Kind == Pending::Not)
    reduce();
}

void ExprParser::parseOperand() {
  if (Frames.size() > MaxNesting)
    return C.fail(C.position(), "expression is nested too deeply");
  if (P.Exprs.size() > MaxTerms)
    return C.fail(C.position(), "too many expressions");
  if (C.acceptPunct("!") || C.acceptPunct("~"))
    return Frames.push_back({Pending::Not, ExprKind::Not, {}});
  if (C.acceptPunct("("))
    return Frames.push_back({Pending::Paren, ExprKind::Not, ")"});
  if (C.acceptPunct("*") || C.acceptPunct("?"))
    return push(P.Exprs.star());
  if (C.acceptPunct("'"))
    return parseNext();
  if (C.at(TokenKind::Word))
    return parseWord();
  if (C.atPunct("{"))
    return push(P.Exprs.var(resolve(C.expectVariableName())));
  if (C.at(TokenKind::Number) &&
      (C.token().Text == "0" || C.token().Text == "1")) {
    push(P.Exprs.constant(C.token().Text == "1"));
    return C.advance();
  }
  C.failExpected("an expression");
}

void ExprParser::parseWord() {
  Token Word = C.token();
  if (Word.Text == "choose" || Word.Text == "schoose")
    return parseChoose();
  if (Word.Text == "true" || Word.Text == "T" || Word.Text == "false" ||
      Word.Text == "F") {
    C.advance();
    return push(P.Exprs.constant(Word.Text == "true" || Word.Text == "T"));
  }
  if (Word.Text == "unknown" && !P.findProcedure("unknown"))
    return parseUnknown();
  Token Name = Word;
  if (Word.Text == "unknown")
    C.advance();
  else
    Name = C.expectPlainName("an expression");
  if (C.atPunct("("))
    return C.fail(Name.At, "a call of " + quoted(Name.Text) +
                               " inside an expression: a call stands alone "
                               "or as the whole right side");
  push(P.Exprs.var(resolve(Name)));
}

void ExprParser::parseUnknown() {
  C.advance();
  C.expectPunct("(");
  C.expectPunct(")");
  ReadUnknown = true;
  push(P.Exprs.star());
}

void ExprParser::parseChoose() {
  C.advance();
  bool Square = C.acceptPunct("[");
  if (!Square && !C.expectPunct("("))
    return;
  Frames.push_back(
      {Pending::ChooseFirst, ExprKind::Choose, Square ? "]" : ")"});
}

void ExprParser::parseNext() {
  Token Name = C.expectVariableName();
  if (Nexts == NextValues::Forbidden)
    C.fail(Name.At, "'" + std::string(Name.Text) +
                        " is the value after an assignment: it stands only "
                        "behind 'constrain'");
  push(P.Exprs.next(resolve(Name)));
}

const Variable *ExprParser::resolve(const Token &Name) {
  return resolveVariable(C, P, Proc, Name);
}

bool ExprParser::parseOperator() {
  if (C.atPunct("!="))
    return parseBinary(ExprKind::Xor);
  if (C.at(TokenKind::Punct))
    if (std::optional<ExprKind> Op = binaryOperator(C.token().Text))
      return parseBinary(*Op);
  if (C.atPunct("?")) {
    reduceBinaries(0);
    Frames.push_back({Pending::Then, ExprKind::Cond, {}});
    C.advance();
    return WantOperand = true;
  }
  if (C.atPunct(":"))
    return parseColon();
  if (C.atPunct(","))
    return parseComma();
  if (C.atPunct(")") || C.atPunct("]"))
    return parseClose();
  return false;
}

bool ExprParser::parseBinary(ExprKind Op) {
  bool NotEqual = C.atPunct("!=");
  unsigned Binds = NotEqual ? NotEqualPrecedence : precedence(Op);
  reduceBinaries(groupsRight(Op) ? Binds + 1 : Binds);
  Frames.push_back({Pending::Binary, Op, NotEqual ? "!=" : ""});
  C.advance();
  return WantOperand = true;
}

bool ExprParser::parseColon() {
  reduceToBracket();
  if (Frames.empty() || Frames.back().Kind != Pending::Then)
    return false;
  Frames.back().Kind = Pending::Else;
  C.advance();
  return WantOperand = true;
}

bool ExprParser::parseComma() {
  reduceToBracket();
  if (Frames.empty() || Frames.back().Kind != Pending::ChooseFirst)
    return false;
  Frames.back().Kind = Pending::ChooseSecond;
  C.advance();
  return WantOperand = true;
}

bool ExprParser::parseClose() {
  reduceToBracket();
  if (Frames.empty() || Frames.back().Close != C.token().Text ||
      Frames.back().Kind == Pending::ChooseFirst)
    return false;
  bool IsChoose = Frames.back().Kind == Pending::ChooseSecond;
  C.advance();
  if (IsChoose) {
    reduce();
  } else {
    Frames.pop_back();
  }
  const Expr *Whole = Operands.back();
  Operands.pop_back();
  push(Whole);
  return true;
}

/// Applies the operator on top of the stack.
void ExprParser::reduce() {
  ExprKind Op = Frames.back().Op;
  Frames.pop_back();
  std::array<const Expr *, 3> Args = {};
  for (unsigned I = arity(Op); I-- != 0;) {
    Args[I] = Operands.back();
    Operands.pop_back();
  }
  if (!C.failed())
    Operands.push_back(P.Exprs.make(Op, Args[0], Args[1], Args[2]));
  else
    Operands.push_back(nullptr);
}

void ExprParser::reduceBinaries(unsigned AtLeast) {
  while (!Frames.empty() && Frames.back().Kind == Pending::Binary) {
    const Frame &Top = Frames.back();
    unsigned Binds =
        Top.Close == "!=" ? NotEqualPrecedence : precedence(Top.Op);
    if (Binds < AtLeast)
      return;
    reduce();
  }
}

/// Applies all that waits above an open bracket or an unfinished `?`.
void ExprParser::reduceToBracket() {
  while (!Frames.empty() && (Frames.back().Kind == Pending::Binary ||
                             Frames.back().Kind == Pending::Else))
    reduce();
}

} // namespace predabs::bp
