// C's operators over terms: makes what the front end's lowering makes of the
// same expression, implicit conversions included.
//
// What C does not allow gives a problem, in words, and some operand to go on
// with, so that nobody has to ask after each step.

#ifndef PREDABS_PREDICATES_LANGUAGE_OPERATIONS_H
#define PREDABS_PREDICATES_LANGUAGE_OPERATIONS_H

#include "predicates/ir/Module.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace predabs::language {

struct Operand {
  const ir::Expr *E = nullptr;
  /// Denotes memory (C's lvalue) and not only a value.
  bool IsPlace = false;
  /// `(void *)0`. An integer constant of value 0 is a null pointer too.
  bool IsNull = false;
};

class Operations {
public:
  explicit Operations(ir::Context &C) : C(C), Int(C.intType(32, true)) {}

  /// What was wrong since the last time, if anything.
  std::optional<std::string> takeProblem();

  // Leaves.
  Operand variable(const ir::Variable *V) { return {C.var(V), true}; }
  /// A value that has no address.
  Operand logical(const ir::Variable *V) { return {C.var(V)}; }
  Operand function(const ir::Function *F);
  Operand constant(const ir::Type *T, ir::UInt128 Bits);
  Operand intConstant(int64_t N) { return constant(Int, ir::UInt128(N)); }
  Operand null();

  // Prefix operators.
  Operand plus(Operand A);
  Operand minus(Operand A);
  Operand complement(Operand A);
  Operand logicalNot(Operand A);
  Operand deref(Operand A);
  Operand addressOf(Operand A);
  Operand cast(const ir::Type *T, Operand A);
  Operand sizeOf(Operand A);
  Operand sizeOf(const ir::Type *T);

  // Postfix operators.
  Operand subscript(Operand A, Operand B);
  Operand member(Operand Record, std::string_view Name);
  Operand arrow(Operand Pointer, std::string_view Name);

  Operand binary(ir::Op O, Operand A, Operand B);
  Operand conditional(Operand Cond, Operand A, Operand B);

  /// A predicate as a whole: a bool.
  const ir::Expr *truth(Operand A);

private:
  using Pair = std::pair<const ir::Expr *, const ir::Expr *>;

  Operand problem(std::string What);
  /// As C uses it: arrays and functions as their address. Always a scalar.
  const ir::Expr *value(Operand A);
  const ir::Expr *number(Operand A, std::string_view Operator);
  const ir::Expr *integer(Operand A, std::string_view Operator);
  const ir::Expr *promote(const ir::Expr *E);
  Operand truthValue(const ir::Expr *Bool);
  /// As an operand of `&&`, `||` and `?`, which are promoted.
  const ir::Expr *condition(Operand A);
  static bool isNull(Operand A);

  Pair toCommonType(const ir::Expr *A, const ir::Expr *B);
  Pair comparable(Operand A, Operand B);
  Pair arms(Operand A, Operand B);
  Operand comparison(ir::Op O, Operand A, Operand B);
  Operand logicalOperator(ir::Op O, Operand A, Operand B);
  Operand shift(ir::Op O, Operand A, Operand B);
  Operand arithmetic(ir::Op O, Operand A, Operand B);
  Operand pointerSum(ir::Op O, const ir::Expr *P, const ir::Expr *I);
  Operand pointerDifference(const ir::Expr *A, const ir::Expr *B);
  Operand memberOf(const ir::Expr *Record, std::string_view Name);
  /// Whether elements of that type have a size that is known.
  bool checkElement(const ir::Type *T);

  ir::Context &C;
  const ir::Type *Int;
  std::optional<std::string> Problem;
};

} // namespace predabs::language

#endif
