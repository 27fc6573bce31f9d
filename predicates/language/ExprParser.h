// Parses one predicate: an expression of C without side effects, with the
// quote and `return`.

#ifndef PREDABS_PREDICATES_LANGUAGE_EXPRPARSER_H
#define PREDABS_PREDICATES_LANGUAGE_EXPRPARSER_H

#include "predicates/ir/Syntax.h"
#include "predicates/language/Operations.h"
#include "predicates/language/TypeNameParser.h"

namespace predabs::language {

class ExprParser {
public:
  ExprParser(Cursor &C, PredicateSet &Set, const Scope &Names)
      : C(C), Set(Set), Names(Names), Ops(Set.module().Ctx),
        Types(C, Set.module().Ctx, Names) {}

  /// A bool, or null after an error. The cursor is behind the expression.
  const ir::Expr *parse();

private:
  Operand parseExpr();
  Operand parseBinary(ir::Precedence Min);
  Operand parsePrefixed();
  Operand parsePostfix();
  Operand parsePrimary();
  Operand parseWord();
  Operand parseName();
  const ir::Variable *parseVariable();
  Operand parseConstant(const Token &Name);
  Operand parseNumber();
  Operand parseCharacter();
  Operand parseResult();
  /// What follows the quote at \p At.
  Operand parseQuoted(Position At);
  Operand parseSizeof();
  Operand parseParentheses();
  Operand parseMember(Operand Record);
  Operand parseSubscript(Operand Base);

  bool atCast() const;
  /// \p Made, unless making it was a problem: that is an error at \p At.
  Operand made(Position At, Operand Made);
  Operand fail(Position At, std::string Message);

  Cursor &C;
  PredicateSet &Set;
  const Scope &Names;
  Operations Ops;
  TypeNameParser Types;
  /// A pair of parentheses takes two levels.
  text::Depth Depth = {2000, "this predicate is nested too deeply"};
  /// Inside of `'...`, where only entry values have a meaning.
  bool InQuote = false;
};

} // namespace predabs::language

#endif
