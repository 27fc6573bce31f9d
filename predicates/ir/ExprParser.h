// Parses expressions by operator precedence with a stack of what is still
// open, so that no nesting is too deep for it. Each operation is checked by
// the rules of Typing.h before a Context makes it.

#ifndef PREDABS_PREDICATES_IR_EXPRPARSER_H
#define PREDABS_PREDICATES_IR_EXPRPARSER_H

#include "predicates/ir/Module.h"
#include "predicates/ir/Syntax.h"
#include "predicates/ir/TypeParser.h"
#include "predicates/ir/Typing.h"

#include <unordered_map>

namespace predabs::ir {

using LocalMap = std::unordered_map<std::string, const Variable *>;

class ExprParser {
public:
  /// \p Locals holds the variables that `%x` can name; it may grow.
  ExprParser(Cursor &C, Module &M, const LocalMap &Locals)
      : C(C), M(M), Ctx(M.Ctx), Locals(Locals), Types(C, M.Ctx) {}

  /// The longest expression whose operators outside brackets bind at least
  /// as tightly as \p Min. Null after an error.
  const Expr *parse(Precedence Min = Precedence::Cond);
  /// `@f`, as the function and not its address; null after an error.
  Function *parseFunctionName();

private:
  enum class Pending : uint8_t {
    // Operators that wait for their last operand.
    Unary,
    Deref,
    AddrOf,
    Binary,
    CondElse, ///< `c ? a :`
    // Brackets that wait to be closed.
    CondThen, ///< `c ?`, closed by the colon
    Paren,
    CallLike, ///< `clz(`
    Cast,
    Index,
  };
  struct Open {
    Pending What;
    Position At;
    Op Operation = Op::None;
    const Type *Ty = nullptr;
  };
  /// What is due next.
  enum class Step : uint8_t { Operand, Operator, Done };

  static bool isBracket(const Open &O) { return O.What >= Pending::CondThen; }
  static Precedence precedenceOf(const Open &O);

  void push(Pending What, Op Operation = Op::None, const Type *Ty = nullptr);
  const Expr *pop();
  /// Pushes \p Make() if there is no \p P, which is an error at \p At.
  template <typename MakeExpr>
  void make(Position At, const Problem &P, MakeExpr Make);

  // Where an operand is due: opens what stands before it, and then pushes it.
  Step parseOperand();
  bool openPrefix();
  bool openCallLike();
  void openCast();
  const Expr *parseLeaf();
  const Expr *parseWordLeaf();
  enum class Sign : uint8_t { Plus, Minus };
  const Expr *parseNumber(Sign S);
  const Expr *parseFloat();
  const Expr *parseLocal();
  const Expr *parseGlobal();
  const Expr *parseNull();
  const Expr *parseZero();
  const Expr *parseLabelAddr();
  const Type *parseTypeArgument();

  // Where an operator is due.
  Step parseOperator(Precedence Min);
  Step parseBinary(Precedence Min);
  Step openThen(Precedence Min);
  Step openIndex();
  Step parseMemberName();
  Step parseMemberIndex();
  void makeField(Position At, size_t Index);
  Step close();
  bool closesTop() const;
  Step closeTop();

  /// Whether an operator of precedence \p Next is behind the expression.
  bool endsBefore(Precedence Next, Precedence Min) const;
  void reduceDownTo(Precedence P);
  void reduceToBracket();
  void reduceTop();
  void reduceBinary(const Open &O);
  void reduceCond(const Open &O);

  Cursor &C;
  Module &M;
  Context &Ctx;
  const LocalMap &Locals;
  TypeParser Types;
  std::vector<Open> Opens;
  std::vector<const Expr *> Values;
  size_t NumBrackets = 0;
};

} // namespace predabs::ir

#endif
