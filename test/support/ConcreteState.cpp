// See ConcreteState.h.

#include "test/support/ConcreteState.h"

#include <algorithm>
#include <cassert>

namespace predabs {

using ir::Expr;
using ir::ExprKind;
using ir::Op;
using ir::SInt128;
using ir::UInt128;

namespace {

using Value = std::optional<UInt128>;

class Evaluator {
public:
  Evaluator(const ConcreteState &S, Meaning As) : S(S), As(As) {}

  Value value(const Expr *E);
  std::optional<uint64_t> address(const Expr *E);
  /// Whether the access to the place, found, is one to memory.
  bool mayAccess(const Expr *Place);

private:
  Value read(const Expr *E);
  Value unary(const Expr *E);
  Value binary(const Expr *E);
  /// The number that a signed expression is, without regard to its type.
  std::optional<SInt128> exact(const Expr *E);
  Value arithmetic(const Expr *E, UInt128 A, UInt128 B);
  Value pointerOp(const Expr *E, UInt128 A, UInt128 B);

  unsigned addressBits() const { return 8 * S.Target.PointerBytes; }
  /// \p Sum as an address.
  std::optional<uint64_t> addressAt(SInt128 Sum) const;
  /// The distance that the index \p I means.
  SInt128 distance(const ir::Type *T, UInt128 I) const;
  /// \p R as a value of \p T, if it is one or may wrap.
  Value fitted(const ir::Type *T, SInt128 R) const;

  const ConcreteState &S;
  Meaning As;
};

SInt128 number(const ir::Type *T, UInt128 Bits) {
  return T->isSigned() ? ir::signExtend(Bits, T->width()) : SInt128(Bits);
}

Value compared(Op O, SInt128 X, SInt128 Y) {
  switch (O) {
  case Op::Eq:
    return X == Y;
  case Op::Ne:
    return X != Y;
  case Op::Lt:
    return X < Y;
  case Op::Le:
    return X <= Y;
  case Op::Gt:
    return X > Y;
  default:
    assert(O == Op::Ge);
    return X >= Y;
  }
}

uint64_t stride(const ir::Type *T) {
  return T->isVoid() || T->isFunction() ? 1 : T->size();
}

std::optional<uint64_t> Evaluator::addressAt(SInt128 Sum) const {
  UInt128 Wrapped = ir::truncateTo(UInt128(Sum), addressBits());
  if (!S.Target.WrapSigned && SInt128(Wrapped) != Sum)
    return std::nullopt;
  return uint64_t(Wrapped);
}

SInt128 Evaluator::distance(const ir::Type *T, UInt128 I) const {
  return ir::signExtend(ir::truncateTo(UInt128(number(T, I)), addressBits()),
                        addressBits());
}

Value Evaluator::fitted(const ir::Type *T, SInt128 R) const {
  UInt128 Bits = ir::truncateTo(UInt128(R), T->width());
  if (T->isSigned() && !S.Target.WrapSigned && number(T, Bits) != R)
    return std::nullopt;
  return Bits;
}

bool Evaluator::mayAccess(const Expr *Place) {
  while (Place->kind() == ExprKind::Field || Place->kind() == ExprKind::Index)
    Place = Place->operand(0);
  return As == Meaning::Formula || Place->kind() != ExprKind::Deref ||
         value(Place->operand(0)) != Value(0);
}

/// Addresses are found without wrapping; a whole one is made in the end.
std::optional<uint64_t> Evaluator::address(const Expr *E) {
  if (E->kind() == ExprKind::Var)
    return S.Addresses.at(E->variable());
  if (E->kind() == ExprKind::Deref) {
    Value P = value(E->operand(0));
    return P ? std::optional(uint64_t(*P)) : std::nullopt;
  }
  std::optional<uint64_t> Base = address(E->operand(0));
  if (!Base)
    return std::nullopt;
  if (E->kind() == ExprKind::Field)
    return *Base + E->field().BitOffset / 8;
  Value I = value(E->operand(1));
  if (!I)
    return std::nullopt;
  return uint64_t(SInt128(*Base) + distance(E->operand(1)->type(), *I) *
                                       SInt128(E->type()->size()));
}

Value Evaluator::read(const Expr *E) {
  if (E->kind() == ExprKind::Var && E->variable()->isLogical())
    return S.Logical.at(E->variable());
  std::optional<uint64_t> At = address(E);
  if (!At || !mayAccess(E))
    return std::nullopt;
  const ir::Type *T = E->type();
  if (E->kind() != ExprKind::Field || !E->field().isBitField())
    return ir::truncateTo(S.read(*At, T->size()), T->width());
  const ir::Field &F = E->field();
  UInt128 Bits =
      ir::truncateTo(S.read(*At, 8) >> (F.BitOffset % 8), F.BitWidth);
  if (T->isSigned())
    Bits = UInt128(ir::signExtend(Bits, F.BitWidth));
  return ir::truncateTo(Bits, T->width());
}

Value Evaluator::unary(const Expr *E) {
  Value A = value(E->operand(0));
  if (!A)
    return A;
  const ir::Type *T = E->type();
  unsigned Ones = 0, Leading = T->width(), Trailing = T->width();
  for (unsigned I = T->width(); I-- > 0;)
    if (*A >> I & 1) {
      ++Ones;
      Trailing = I;
      Leading = std::min(Leading, T->width() - 1 - I);
    }
  switch (E->op()) {
  case Op::Neg:
    return fitted(T, -number(T, *A));
  case Op::CountLeadingZeros:
    return ir::truncateTo(Leading, T->width());
  case Op::CountTrailingZeros:
    return ir::truncateTo(Trailing, T->width());
  case Op::PopCount:
    return ir::truncateTo(Ones, T->width());
  default:
    assert(E->op() == Op::Not || E->op() == Op::BitNot);
    return ir::truncateTo(~*A, T->width());
  }
}

Value Evaluator::pointerOp(const Expr *E, UInt128 A, UInt128 B) {
  SInt128 Scale = SInt128(stride(E->operand(0)->type()->inner()));
  if (E->op() == Op::PtrAdd) {
    auto R = addressAt(SInt128(A) + distance(E->operand(1)->type(), B) * Scale);
    return R ? Value(*R) : std::nullopt;
  }
  Value Bytes = fitted(E->type(), SInt128(A) - SInt128(B));
  if (!Bytes || Scale == 0 || number(E->type(), *Bytes) % Scale)
    return std::nullopt;
  return ir::truncateTo(UInt128(number(E->type(), *Bytes) / Scale),
                        E->type()->width());
}

Value Evaluator::arithmetic(const Expr *E, UInt128 A, UInt128 B) {
  const ir::Type *T = E->type();
  SInt128 X = number(E->operand(0)->type(), A);
  SInt128 Y = number(E->operand(1)->type(), B);
  switch (E->op()) {
  case Op::Add:
    return fitted(T, X + Y);
  case Op::Sub:
    return fitted(T, X - Y);
  case Op::Mul:
    return fitted(T, SInt128(UInt128(X) * UInt128(Y)));
  case Op::Div:
  case Op::Rem:
    if (Y == 0 || (T->isSigned() && Y == -1 &&
                   number(T, A) - 1 < -(SInt128(1) << (T->width() - 1))))
      return std::nullopt;
    return ir::truncateTo(UInt128(E->op() == Op::Div ? X / Y : X % Y),
                          T->width());
  case Op::Shl:
  case Op::Shr:
    if (Y < 0 || Y >= T->width())
      return std::nullopt;
    return ir::truncateTo(E->op() == Op::Shl ? A << unsigned(Y)
                                             : UInt128(X >> unsigned(Y)),
                          T->width());
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  default:
    return compared(E->op(), X, Y);
  }
}

std::optional<SInt128> Evaluator::exact(const Expr *E) {
  Op O = E->op();
  bool IsSum = E->kind() == ExprKind::Binary &&
               (O == Op::Add || O == Op::Sub || O == Op::Mul);
  if (E->kind() == ExprKind::Cond) {
    Value C = value(E->operand(0));
    return C ? exact(E->operand(*C ? 1 : 2)) : std::nullopt;
  }
  if (!IsSum && !(E->kind() == ExprKind::Unary && O == Op::Neg)) {
    Value V = value(E);
    return V ? std::optional(number(E->type(), *V)) : std::nullopt;
  }
  std::optional<SInt128> A = exact(E->operand(0));
  std::optional<SInt128> B = IsSum ? exact(E->operand(1)) : SInt128(0);
  if (!A || !B)
    return std::nullopt;
  return !IsSum         ? -*A
         : O == Op::Add ? *A + *B
         : O == Op::Sub ? *A - *B
                        : *A * *B;
}

Value Evaluator::binary(const Expr *E) {
  const ir::Type *T = E->operand(0)->type();
  if (As == Meaning::Formula && E->op() >= Op::Eq && E->op() <= Op::Ge &&
      T->isInt() && T->isSigned() && !S.Target.WrapSigned) {
    std::optional<SInt128> A = exact(E->operand(0)), B = exact(E->operand(1));
    return A && B ? compared(E->op(), *A, *B) : Value();
  }
  Value A = value(E->operand(0));
  if (!A || (E->op() == Op::LAnd && !*A) || (E->op() == Op::LOr && *A))
    return A;
  Value B = value(E->operand(1));
  if (!B || E->op() == Op::LAnd || E->op() == Op::LOr)
    return B;
  if (E->op() == Op::PtrAdd || E->op() == Op::PtrDiff)
    return pointerOp(E, *A, *B);
  return arithmetic(E, *A, *B);
}

Value Evaluator::value(const Expr *E) {
  switch (E->kind()) {
  case ExprKind::Int:
    return E->bits();
  case ExprKind::AddrOf: {
    // Only as an address of its own it has to be one.
    std::optional<uint64_t> At = address(E->operand(0));
    auto R = At ? addressAt(SInt128(int64_t(*At))) : At;
    return R ? Value(*R) : std::nullopt;
  }
  case ExprKind::Unary:
    return unary(E);
  case ExprKind::Binary:
    return binary(E);
  case ExprKind::Cast: {
    Value A = value(E->operand(0));
    if (!A)
      return A;
    return ir::truncateTo(UInt128(number(E->operand(0)->type(), *A)),
                          E->type()->width());
  }
  case ExprKind::Cond: {
    Value C = value(E->operand(0));
    return C ? value(E->operand(*C ? 1 : 2)) : C;
  }
  default:
    assert(E->isPlace());
    return read(E);
  }
}

} // namespace

void ConcreteState::write(uint64_t Address, uint64_t Size, UInt128 Bits) {
  for (uint64_t I = 0; I < Size; ++I, Bits >>= 8)
    Memory[(Address + I) % Memory.size()] = uint8_t(Bits);
}

UInt128 ConcreteState::read(uint64_t Address, uint64_t Size) const {
  UInt128 Bits = 0;
  for (uint64_t I = Size; I-- > 0;)
    Bits = Bits << 8 | Memory[(Address + I) % Memory.size()];
  return Bits;
}

std::optional<UInt128> evaluate(const ConcreteState &S, const Expr *E,
                                Meaning As) {
  return Evaluator(S, As).value(E);
}

std::optional<uint64_t> addressOf(const ConcreteState &S, const Expr *E,
                                  Meaning As) {
  return Evaluator(S, As).address(E);
}

bool isDefined(const ConcreteState &S, const Expr *E, Meaning As) {
  Evaluator Eval(S, As);
  if (E->isPlace())
    return Eval.address(E) && Eval.mayAccess(E);
  return Eval.value(E).has_value();
}

} // namespace predabs
