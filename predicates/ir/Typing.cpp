// The typing rules of expressions, see Typing.h.

#include "predicates/ir/Typing.h"

#include "predicates/ir/Print.h"
#include "predicates/ir/Syntax.h"

namespace predabs::ir {

namespace {

std::string quoted(Op O) { return std::string("'") + opSyntax(O).Text + "'"; }

Problem wrongOperand(Op O, const char *Wanted, const Type *Got) {
  return "operand of " + quoted(O) + " is not " + Wanted + " but " + print(Got);
}

Problem different(const std::string &What, const Type *A, const Type *B) {
  return What + " have different types, " + print(A) + " and " + print(B);
}

bool isNumber(const Type *T) { return T->isInt() || T->isFloat(); }

Problem logicalProblem(Op O, const Type *A, const Type *B) {
  if (!A->isBool() || !B->isBool())
    return wrongOperand(O, "bool", A->isBool() ? B : A);
  return std::nullopt;
}

Problem shiftProblem(Op O, const Type *A, const Type *B) {
  if (!A->isInt() || !B->isInt())
    return wrongOperand(O, "an integer", A->isInt() ? B : A);
  return std::nullopt;
}

Problem pointerProblem(Op O, const Type *A, const Type *B) {
  if (!A->isPointer())
    return wrongOperand(O, "a pointer", A);
  if (O == Op::PtrAdd && !B->isInt())
    return wrongOperand(O, "an integer", B);
  if (O == Op::PtrDiff && A != B)
    return different("operands of " + quoted(O), A, B);
  return std::nullopt;
}

/// Operators with two operands of one type.
Problem uniformProblem(Op O, const Type *A, const Type *B) {
  if (A != B)
    return different("operands of " + quoted(O), A, B);
  if (O >= Op::Eq && O <= Op::Ge)
    return A->isScalar() ? std::nullopt : wrongOperand(O, "a scalar", A);
  if (O >= Op::Add && O <= Op::Div)
    return isNumber(A) ? std::nullopt : wrongOperand(O, "a number", A);
  return A->isInt() ? std::nullopt : wrongOperand(O, "an integer", A);
}

} // namespace

Problem fieldProblem(const Expr *Record) {
  if (!Record->isPlace())
    return "a field of what is not a place";
  if (!Record->type()->isRecord())
    return "a field of " + print(Record->type());
  return std::nullopt;
}

Problem indexProblem(const Expr *Array, const Type *Index) {
  if (!Array->isPlace())
    return "an element of what is not a place";
  if (!Array->type()->isArray())
    return "an element of " + print(Array->type());
  if (!Index->isInt())
    return "index is not an integer but " + print(Index);
  return std::nullopt;
}

Problem derefProblem(const Type *Pointer) {
  if (!Pointer->isPointer())
    return "operand of '*' is not a pointer but " + print(Pointer);
  return std::nullopt;
}

Problem addrOfProblem(const Expr *Place) {
  if (!Place->isPlace())
    return "operand of '&' is not a place";
  return std::nullopt;
}

Problem unaryProblem(Op O, const Type *A) {
  if (O == Op::Not)
    return A->isBool() ? std::nullopt : wrongOperand(O, "bool", A);
  if (O == Op::Neg)
    return isNumber(A) ? std::nullopt : wrongOperand(O, "a number", A);
  return A->isInt() ? std::nullopt : wrongOperand(O, "an integer", A);
}

Problem binaryProblem(Op O, const Type *A, const Type *B) {
  switch (O) {
  case Op::LAnd:
  case Op::LOr:
    return logicalProblem(O, A, B);
  case Op::Shl:
  case Op::Shr:
    return shiftProblem(O, A, B);
  case Op::PtrAdd:
  case Op::PtrDiff:
    return pointerProblem(O, A, B);
  default:
    return uniformProblem(O, A, B);
  }
}

Problem castProblem(const Type *To, const Type *From) {
  bool HasFloat = To->isFloat() || From->isFloat();
  bool HasPointer = To->isPointer() || From->isPointer();
  if (To->isScalar() && From->isScalar() && !(HasFloat && HasPointer))
    return std::nullopt;
  return "cast of " + print(From) + " to " + print(To);
}

Problem condProblem(const Type *C, const Type *A, const Type *B) {
  if (!C->isBool())
    return "condition of '?' is not bool but " + print(C);
  if (A != B)
    return different("branches of '?'", A, B);
  return std::nullopt;
}

bool isObjectType(const Type *T) { return !T->isVoid() && !T->isFunction(); }

} // namespace predabs::ir
