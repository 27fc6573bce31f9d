// Operators on bit-vectors, see Arithmetic.h.

#include "predicates/path/Arithmetic.h"

#include "predicates/interpreter/Operations.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace predabs::path {

using ir::Op;
using ir::SInt128;
using ir::Type;
using ir::UInt128;

namespace {

bool isSignedInt(const Type *Ty) { return Ty->isInt() && Ty->isSigned(); }

/// Whether the interpreter computes with floats of this type.
bool hasModel(const Type *Float) {
  return ir::interp::computeReal(Op::Neg, Float, 0, 0).has_value();
}

} // namespace

BitTerm Arithmetic::resize(BitTerm A, const Type *From, unsigned Width) {
  unsigned Old = T.width(A);
  if (Width <= Old)
    return T.extract(A, 0, Width);
  return isSignedInt(From) ? T.signExtend(A, Width) : T.zeroExtend(A, Width);
}

// Sums and products.

Computed Arithmetic::sum(const Type *Ty, BitTerm A, BitTerm B) {
  BitTerm R = T.make(BitOp::Add, A, B);
  if (wraps(Ty))
    return {R};
  BitTerm Both = T.both(T.make(BitOp::Xor, A, R), T.make(BitOp::Xor, B, R));
  return {R, T.negation(sign(Both))};
}

Computed Arithmetic::difference(const Type *Ty, BitTerm A, BitTerm B) {
  BitTerm R = T.make(BitOp::Sub, A, B);
  if (wraps(Ty))
    return {R};
  BitTerm Both = T.both(T.make(BitOp::Xor, A, B), T.make(BitOp::Xor, A, R));
  return {R, T.negation(sign(Both))};
}

/// Both as magnitudes, which need no more bits.
BitTerm Arithmetic::productFits(BitTerm A, BitTerm B) {
  BitTerm Differ = T.make(BitOp::Xor, sign(A), sign(B));
  BitTerm Lowest = lowest(T.width(A));
  A = T.ite(sign(A), T.make(BitOp::Neg, A), A);
  B = T.ite(sign(B), T.make(BitOp::Neg, B), B);
  BitTerm M = T.make(BitOp::Mul, A, B);
  BitTerm IsSmall = T.either(T.make(BitOp::UnsignedLess, M, Lowest),
                             T.both(Differ, T.equal(M, Lowest)));
  return T.both(T.make(BitOp::UnsignedMulFits, A, B), IsSmall);
}

/// A range of factors that do not overflow with a known one.
BitTerm Arithmetic::productWithFits(BitTerm A, SInt128 Factor) {
  unsigned W = T.width(A);
  SInt128 Max = SInt128((UInt128(1) << (W - 1)) - 1), Min = -Max - 1;
  if (Factor == 0 || Factor == 1)
    return BitTerms::yes();
  if (Factor == -1)
    return T.negation(T.equal(A, lowest(W)));
  SInt128 Low = Factor > 0 ? Min / Factor : Max / Factor;
  SInt128 High = Factor > 0 ? Max / Factor : Min / Factor;
  BitTerm TooLow = T.make(BitOp::SignedLess, A, T.number(W, UInt128(Low)));
  BitTerm TooHigh = T.make(BitOp::SignedLess, T.number(W, UInt128(High)), A);
  return T.negation(T.either(TooLow, TooHigh));
}

Computed Arithmetic::product(const Type *Ty, BitTerm A, BitTerm B) {
  BitTerm R = T.make(BitOp::Mul, A, B);
  if (wraps(Ty))
    return {R};
  if (T.isConstant(A))
    std::swap(A, B);
  if (auto C = T.constant(B))
    return {R, productWithFits(A, ir::signExtend(*C, T.width(B)))};
  return {R, productFits(A, B)};
}

Computed Arithmetic::quotient(Op O, const Type *Ty, BitTerm A, BitTerm B) {
  unsigned W = T.width(A);
  BitTerm Def = T.negation(T.equal(B, T.number(W, 0)));
  bool IsDiv = O == Op::Div;
  if (!Ty->isSigned())
    return {T.make(IsDiv ? BitOp::UnsignedDiv : BitOp::UnsignedRem, A, B), Def};
  BitTerm Overflows =
      T.both(T.equal(A, lowest(W)), T.equal(B, T.number(W, ~UInt128(0))));
  return {T.make(IsDiv ? BitOp::SignedDiv : BitOp::SignedRem, A, B),
          T.both(Def, T.negation(Overflows))};
}

/// A negative count is a huge one.
Computed Arithmetic::shift(Op O, const Type *Ty, const Type *CountTy, BitTerm A,
                           BitTerm Count) {
  unsigned W = T.width(A), CountWidth = T.width(Count);
  unsigned Wide = std::max(W, CountWidth);
  BitTerm By = resize(Count, CountTy, Wide);
  // Of few bits every count is small enough.
  bool IsAlwaysSmall =
      CountWidth < 8 && !isSignedInt(CountTy) && (1u << CountWidth) - 1 < W;
  BitTerm Def = IsAlwaysSmall
                    ? BitTerms::yes()
                    : T.make(BitOp::UnsignedLess, resize(Count, CountTy, 128),
                             T.number(128, W));
  BitOp How = O == Op::Shl      ? BitOp::ShiftLeft
              : isSignedInt(Ty) ? BitOp::ShiftRightSigned
                                : BitOp::ShiftRight;
  return {T.make(How, A, T.extract(By, 0, W)), Def};
}

BitTerm Arithmetic::compare(Op O, const Type *Ty, BitTerm A, BitTerm B) {
  BitOp Less = isSignedInt(Ty) ? BitOp::SignedLess : BitOp::UnsignedLess;
  switch (O) {
  case Op::Eq:
    return T.equal(A, B);
  case Op::Ne:
    return T.negation(T.equal(A, B));
  case Op::Lt:
    return T.make(Less, A, B);
  case Op::Le:
    return T.negation(T.make(Less, B, A));
  case Op::Gt:
    return T.make(Less, B, A);
  default:
    return T.negation(T.make(Less, A, B));
  }
}

// Bits.

BitTerm Arithmetic::countLeadingZeros(BitTerm A) {
  unsigned W = T.width(A);
  BitTerm R = T.number(W, W);
  for (unsigned I = 0; I < W; ++I)
    R = T.ite(T.extract(A, I, 1), T.number(W, W - 1 - I), R);
  return R;
}

BitTerm Arithmetic::countTrailingZeros(BitTerm A) {
  unsigned W = T.width(A);
  BitTerm R = T.number(W, W);
  for (unsigned I = W; I-- > 0;)
    R = T.ite(T.extract(A, I, 1), T.number(W, I), R);
  return R;
}

BitTerm Arithmetic::popCount(BitTerm A) {
  unsigned W = T.width(A);
  BitTerm R = T.number(W, 0);
  for (unsigned I = 0; I < W; ++I)
    R = T.make(BitOp::Add, R, T.zeroExtend(T.extract(A, I, 1), W));
  return R;
}

BitTerm Arithmetic::byteSwap(BitTerm A) {
  BitTerm R = T.extract(A, 0, 8);
  for (unsigned I = 8; I < T.width(A); I += 8)
    R = T.concat(R, T.extract(A, I, 8));
  return R;
}

// Floats: functions that fold, and that the solver knows nothing about.

std::optional<Computed> Arithmetic::real(Op O, const Type *Ty, BitTerm A,
                                         BitTerm B) {
  if (!hasModel(Ty) || O == Op::Rem)
    return std::nullopt;
  auto [It, IsNew] = Functions.try_emplace({O, Ty->id(), 0, false});
  if (IsNew)
    It->second = T.function([=](UInt128 X, UInt128 Y) {
      return ir::interp::computeReal(O, Ty, X, Y);
    });
  bool IsTruth = O >= Op::Eq && O <= Op::Ge;
  return Computed{T.apply(It->second, IsTruth ? 1 : Ty->width(), A, B)};
}

std::optional<Computed> Arithmetic::realCast(const Type *To, const Type *From,
                                             BitTerm A) {
  if ((To->isFloat() && !hasModel(To)) || (From->isFloat() && !hasModel(From)))
    return std::nullopt;
  auto Function = [&](bool IsDef) {
    auto [It, IsNew] =
        Functions.try_emplace({Op::None, To->id(), From->id(), IsDef});
    if (IsNew)
      It->second = T.function([=](UInt128 X, UInt128) {
        auto R = ir::interp::castReal(To, From, X);
        return IsDef ? UInt128(R.has_value()) : R.value_or(0);
      });
    return It->second;
  };
  Computed C{T.apply(Function(false), To->width(), A)};
  if (!To->isFloat())
    C.Def = T.apply(Function(true), 1, A);
  return C;
}

// By operator.

std::optional<Computed> Arithmetic::unary(Op O, const Type *Ty, BitTerm A) {
  if (Ty->isFloat())
    return real(O, Ty, A, A);
  switch (O) {
  case Op::Neg:
    return difference(Ty, T.number(T.width(A), 0), A);
  case Op::BitNot:
  case Op::Not:
    return Computed{T.negation(A)};
  case Op::CountLeadingZeros:
    return Computed{countLeadingZeros(A)};
  case Op::CountTrailingZeros:
    return Computed{countTrailingZeros(A)};
  case Op::PopCount:
    return Computed{popCount(A)};
  default:
    assert(O == Op::ByteSwap);
    if (T.width(A) % 8)
      return std::nullopt;
    return Computed{byteSwap(A)};
  }
}

std::optional<Computed> Arithmetic::binary(Op O, const Type *Ty,
                                           const Type *CountTy, BitTerm A,
                                           BitTerm B) {
  if (Ty->isFloat())
    return real(O, Ty, A, B);
  switch (O) {
  case Op::Add:
    return sum(Ty, A, B);
  case Op::Sub:
    return difference(Ty, A, B);
  case Op::Mul:
    return product(Ty, A, B);
  case Op::Div:
  case Op::Rem:
    return quotient(O, Ty, A, B);
  case Op::Shl:
  case Op::Shr:
    return shift(O, Ty, CountTy, A, B);
  case Op::And:
    return Computed{T.both(A, B)};
  case Op::Or:
    return Computed{T.either(A, B)};
  case Op::Xor:
    return Computed{T.make(BitOp::Xor, A, B)};
  default:
    return Computed{compare(O, Ty, A, B)};
  }
}

std::optional<Computed> Arithmetic::cast(const Type *To, const Type *From,
                                         BitTerm A) {
  if (To->isFloat() || From->isFloat()) {
    if (To == From)
      return Computed{A};
    return realCast(To, From, A);
  }
  return Computed{resize(A, From, To->width())};
}

// Addresses.

Computed Arithmetic::element(BitTerm Base, BitTerm Index, const Type *IndexTy,
                             uint64_t Size) {
  unsigned W = T.width(Base);
  BitTerm By = resize(Index, IndexTy, W);
  BitTerm R =
      T.make(BitOp::Add, Base, T.make(BitOp::Mul, By, T.number(W, Size)));
  if (T.isConstant(By))
    return {R};
  const BitTerms::Node &N = T.node(By);
  bool IsExtended = N.What == BitOp::SignExtend || N.What == BitOp::ZeroExtend;
  unsigned Narrow = IsExtended ? T.width(N.A) : W;
  if (W == 64 && Narrow + std::bit_width(Size) <= 62)
    return {R};
  // Addresses are far below the middle: no other index gives the same one.
  if (W == 64)
    return {R, productWithFits(By, SInt128(Size))};
  unsigned Wide = 2 * W;
  BitTerm Exact =
      T.make(BitOp::Add, T.zeroExtend(Base, Wide),
             T.make(BitOp::Mul, T.signExtend(By, Wide), T.number(Wide, Size)));
  return {R, T.equal(T.extract(Exact, W, W), T.number(W, 0))};
}

/// The number that gives 1 when multiplied by \p Odd, modulo 2^64.
static uint64_t inverseOf(uint64_t Odd) {
  uint64_t X = Odd; // right in the lowest three bits, then in twice as many
  for (int Bits = 3; Bits < 64; Bits *= 2)
    X *= 2 - Odd * X;
  return X;
}

/// Without a division, which would cost a solver more than the rest of the
/// path: a multiple of an odd number times the inverse of that number is the
/// quotient, and what is no multiple gives more than any quotient.
Computed Arithmetic::difference(BitTerm A, BitTerm B, uint64_t Size) {
  if (!Size)
    return {A, T.no()};
  unsigned W = T.width(A), Zeros = unsigned(std::countr_zero(Size));
  BitTerm Bytes = T.make(BitOp::Sub, A, B);
  BitTerm IsMultiple = T.yes();
  if (Zeros)
    IsMultiple = T.equal(T.extract(Bytes, 0, Zeros), T.number(Zeros, 0));
  BitTerm R = T.make(BitOp::ShiftRightSigned, Bytes, T.number(W, Zeros));
  if (uint64_t Odd = Size >> Zeros; Odd != 1) {
    R = T.make(BitOp::Mul, R, T.number(W, inverseOf(Odd)));
    IsMultiple = T.both(IsMultiple, productWithFits(R, SInt128(Size)));
  }
  return {R, IsMultiple};
}

} // namespace predabs::path
