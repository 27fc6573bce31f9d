// Expressions: typed, free of side effects, interned (the same term is the
// same pointer). A Context makes and owns them.
//
// Some expressions are *places*, parts of memory: a variable `x`, a field
// `x.f`, an array element `a[i]` (of an array object, with the index counted
// in elements) and a dereference `*p`. As an operand a place stands for the
// value that it holds. So C's
//
//   p->next[i] + 1      with  struct s { int *next; } *p;
//
// is Add(Deref(PtrAdd(Field(Deref(p), next), i)), 1), printed as
// `*((*p).next +p i) + 1`.
//
// What clang leaves implicit is explicit here: conversions are casts, the
// comparisons give `bool` and not `int`, arithmetic has operands of its own
// type (shift counts excepted, which may have any integer type).

#ifndef PREDABS_PREDICATES_IR_EXPR_H
#define PREDABS_PREDICATES_IR_EXPR_H

#include "predicates/ir/Type.h"

namespace predabs::ir {

struct Variable;
struct Function;

enum class ExprKind : uint8_t {
  // Constants.
  Int,       ///< of integer or pointer type (0 is the null pointer)
  Float,     ///< its bits, as the target stores them
  Zero,      ///< an array or record (or opaque) with all bytes zero
  FuncAddr,  ///< the address of a function
  LabelAddr, ///< the address of a block, GNU's &&label
  // Places.
  Var,
  Field,
  Index,
  Deref,
  // Operations.
  AddrOf, ///< of a place; its type is a pointer to the place's type
  Unary,
  Binary,
  Cast, ///< between scalars; see below
  Cond, ///< `c ? a : b`; only the chosen one is evaluated
};

// Casts. Integer to integer: truncates, or extends by the signedness of the
// operand's type; to `bool` it keeps the low bit (C's conversion to _Bool is
// `!= 0`). Between integers and pointers: the same, a pointer being an
// unsigned integer. Between pointers: the address stays. Float to integer
// rounds towards zero and has no execution where the result does not fit.

enum class Op : uint8_t {
  None,
  // Unary.
  Neg,                ///< integers and floats
  BitNot,             ///< integers
  Not,                ///< bool
  CountLeadingZeros,  ///< of 0: the width
  CountTrailingZeros, ///< of 0: the width
  PopCount,
  ByteSwap,
  // Arithmetic: both operands and the result have one type, integer or float
  // (Rem integer only). Signed overflow and integer division by zero have no
  // execution, see Target::WrapSigned.
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  // Integers only. A shift by the width or more has no execution; a left
  // shift drops the bits shifted out, signed or not.
  Shl,
  Shr,
  And,
  Or,
  Xor,
  // Comparisons, of two operands of one scalar type; the result is bool.
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  // Of bools, the right operand evaluated only where the left does not decide.
  LAnd,
  LOr,
  // Pointer arithmetic in elements of the pointee's size (of size 1 for void
  // and functions): pointer and integer; two pointers, giving a signed integer.
  PtrAdd,
  PtrDiff,
};

class Expr {
public:
  ExprKind kind() const { return Kind; }
  Op op() const { return Operation; }
  const Type *type() const { return Ty; }
  /// Position in the order of creation: what is printed is ordered by it.
  uint32_t id() const { return Id; }

  bool isPlace() const {
    return Kind >= ExprKind::Var && Kind <= ExprKind::Deref;
  }
  bool isConstant() const { return Kind <= ExprKind::LabelAddr; }
  bool isInt(uint64_t V) const { return Kind == ExprKind::Int && Value == V; }

  unsigned numOperands() const { return NumOperands; }
  const Expr *operand(unsigned I) const { return Operands[I]; }

  /// Int, Float: the bits, truncated to the type's width.
  UInt128 bits() const { return Value; }
  /// Int: the number, by the signedness of the type.
  SInt128 number() const {
    return Ty->isSigned() ? signExtend(Value, Ty->width()) : SInt128(Value);
  }
  /// Var.
  const Variable *variable() const { return Variab; }
  /// FuncAddr, LabelAddr.
  const Function *function() const { return Func; }
  /// LabelAddr: the number of the block.
  uint32_t block() const { return Number; }
  /// Field: which one, of the operand's record type.
  uint32_t fieldIndex() const { return Number; }
  const Field &field() const { return Operands[0]->Ty->fields()[Number]; }

private:
  friend class Context;
  ExprKind Kind = ExprKind::Int;
  Op Operation = Op::None;
  uint8_t NumOperands = 0;
  uint32_t Id = 0;
  uint32_t Number = 0;
  const Type *Ty = nullptr;
  const Variable *Variab = nullptr;
  const Function *Func = nullptr;
  const Expr *Operands[3] = {};
  UInt128 Value = 0;
};

/// A value that a statement cannot compute with, only move.
inline bool isAggregate(const Type *T) {
  return T->isArray() || T->isRecord() || T->isOpaque();
}

} // namespace predabs::ir

#endif
