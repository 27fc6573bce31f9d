// Reads an expression. Operators that wait for their right operand stand on a
// stack, so nesting may be deep. From loose to tight:
//
//   c ? a : b     =>      |     ^     &     = == !=     !
//
// `=>` groups to the right, the other binary operators to the left.

#ifndef PREDABS_PREDICATES_BP_EXPRPARSER_H
#define PREDABS_PREDICATES_BP_EXPRPARSER_H

#include "predicates/bp/Cursor.h"

namespace predabs::bp {

/// Whether `'v`, the value after the statement, is a possible operand.
enum class NextValues : uint8_t { Forbidden, Allowed };

class ExprParser {
public:
  /// \p Proc is null outside procedures.
  ExprParser(Cursor &C, Program &P, const Procedure *Proc,
             NextValues Nexts = NextValues::Forbidden)
      : C(C), P(P), Proc(Proc), Nexts(Nexts) {}

  /// Null after an error.
  const Expr *parse();
  /// Whether an `unknown()` was read as `*`.
  bool readUnknown() const { return ReadUnknown; }

private:
  enum class Pending : uint8_t {
    Not,
    Binary,
    Then, ///< after `?`
    Else, ///< after `:`
    Paren,
    ChooseFirst,
    ChooseSecond
  };
  struct Frame {
    Pending Kind;
    ExprKind Op = ExprKind::Not;
    std::string_view Close; ///< of Paren and Choose
  };

  void parseOperand();
  void parseWord();
  void parseUnknown();
  void parseChoose();
  void parseNext();
  /// False where the expression ends.
  bool parseOperator();
  bool parseBinary(ExprKind Op);
  bool parseColon();
  bool parseComma();
  bool parseClose();
  void push(const Expr *E);
  void reduce();
  void reduceBinaries(unsigned AtLeast);
  void reduceToBracket();
  const Variable *resolve(const Token &Name);

  Cursor &C;
  Program &P;
  const Procedure *Proc;
  NextValues Nexts;
  std::vector<Frame> Frames;
  std::vector<const Expr *> Operands;
  bool WantOperand = true;
  bool ReadUnknown = false;
};

/// The variable of that name that \p Proc (may be null) sees, or null and an
/// error.
const Variable *resolveVariable(Cursor &C, const Program &P,
                                const Procedure *Proc, const Token &Name);

} // namespace predabs::bp

#endif
