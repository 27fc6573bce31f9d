// Bit-vectors, see Numbers.h: each operation as the machine does it, with the
// condition under which the language defines it.

#include "predicates/prover/Numbers.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace predabs::prover {

using ir::Op;
using ir::UInt128;

namespace {

/// By Newton's method: each step doubles the number of right bits.
uint64_t inverse(uint64_t Odd) {
  uint64_t R = Odd;
  for (int I = 0; I < 5; ++I)
    R *= 2 - Odd * R;
  return R;
}

class BitVectors : public Numbers {
public:
  using Numbers::Numbers;

  Sort sort(NumberKind K) const override { return {Sort::Kind::Bits, K.Width}; }
  Term constant(NumberKind K, UInt128 Bits) override {
    return S.bits(K.Width, Bits);
  }
  Term range(NumberKind, Term) override { return {}; }
  Computed unary(Op O, NumberKind K, Term A) override;
  Computed binary(Op O, NumberKind K, Number A, Number B) override;
  Computed shift(Op O, NumberKind K, Number A, NumberKind C,
                 Number Count) override;
  Term compare(Op O, NumberKind K, Term A, Term B) override;
  Term exact(Op O, NumberKind, Number A, Number B) override {
    Operator How = O == Op::Add   ? Operator::BitAdd
                   : O == Op::Sub ? Operator::BitSub
                                  : Operator::BitMul;
    return S.make(How, A.Value, B.Value);
  }
  Term widened(NumberKind Wide, NumberKind From, Term A) override {
    return convert(Wide, From, A);
  }
  Term convert(NumberKind To, NumberKind From, Term A) override;
  Term fromBoolean(NumberKind To, Term A) override {
    return S.ite(A, constant(To, 1), constant(To, 0));
  }
  Term lowBit(NumberKind, Term A) override { return hasBit(A, 0); }
  Computed plus(Term Address, Term Index, uint64_t Scale) override;
  Computed plus(Term Address, int64_t Bytes) override;
  Computed address(Term Sum) override { return {Sum, {}}; }
  Computed difference(Term A, Term B, uint64_t Scale) override;
  Term fits(Term Address, uint64_t Bytes) override {
    UInt128 Last = ir::truncateTo(~UInt128(0), addressKind().Width) - Bytes;
    return S.make(Operator::UnsignedLessEqual, Address,
                  constant(addressKind(), Last));
  }
  Term before(Term A, uint64_t Bytes, Term B) override {
    Term End = S.make(Operator::BitAdd, A, constant(addressKind(), Bytes));
    return S.make(Operator::UnsignedLessEqual, End, B);
  }

private:
  Term equal(Term A, Term B) { return S.make(Operator::Equal, A, B); }
  Term both(Term A, Term B) { return S.make(Operator::And, A, B); }
  Term negation(Term A) { return S.make(Operator::Not, A); }
  Term hasBit(Term A, unsigned Bit) {
    return equal(S.extract(A, Bit, Bit), S.bits(1, 1));
  }
  static UInt128 lowestBits(NumberKind K) {
    return UInt128(1) << (K.Width - 1);
  }
  bool wraps(NumberKind K) const { return !K.Signed || Target.WrapSigned; }

  /// A sum or difference, computed with one more bit where it may not wrap.
  Computed sum(Operator O, NumberKind K, Term A, Term B);
  Computed product(NumberKind K, Number A, Number B);
  Computed productOfMagnitudes(NumberKind K, Term A, Term B);
  Computed quotient(Op O, NumberKind K, Term A, Term B);
  Term countLeadingZeros(unsigned Width, Term A);
  Term countTrailingZeros(unsigned Width, Term A);
  Computed exactQuotient(Term A, uint64_t Divisor);
  Term truncated(NumberKind K, UInt128 V) {
    return constant(K, ir::truncateTo(V, K.Width));
  }
  Term popCount(unsigned Width, Term A);
  Term byteSwap(unsigned Width, Term A);
};

Computed BitVectors::sum(Operator O, NumberKind K, Term A, Term B) {
  Term R = S.make(O, A, B);
  if (wraps(K))
    return {R, {}};
  Term Wide = S.make(O, S.signExtend(A, 1), S.signExtend(B, 1));
  return {R, equal(Wide, S.signExtend(R, 1))};
}

Computed BitVectors::product(NumberKind K, Number A, Number B) {
  if (wraps(K))
    return {S.make(Operator::BitMul, A.Value, B.Value), {}};
  if (!A.Bits && !B.Bits)
    return productOfMagnitudes(K, A.Value, B.Value);
  Term Wide = S.make(Operator::BitMul, S.signExtend(A.Value, K.Width),
                     S.signExtend(B.Value, K.Width));
  Term R = S.extract(Wide, K.Width - 1, 0);
  return {R, equal(Wide, S.signExtend(R, K.Width))};
}

/// Far smaller than a product of twice the width.
Computed BitVectors::productOfMagnitudes(NumberKind K, Term A, Term B) {
  Term Zero = constant(K, 0), Lowest = constant(K, lowestBits(K));
  Term IsNegativeA = S.make(Operator::SignedLess, A, Zero);
  Term IsNegativeB = S.make(Operator::SignedLess, B, Zero);
  Term Differ = negation(equal(IsNegativeA, IsNegativeB));
  // Without a sign the magnitude of the lowest number fits as well.
  A = S.ite(IsNegativeA, S.make(Operator::BitNeg, A), A);
  B = S.ite(IsNegativeB, S.make(Operator::BitNeg, B), B);
  Term M = S.make(Operator::BitMul, A, B);
  // SOUND: the predicate for signed products is wrong in Z3 4.8.12, to which
  // -1 * -2 overflows; this one is right.
  Term Fits = S.make(Operator::UnsignedMulFits, A, B);
  Term IsSmall = S.make(Operator::Or, S.make(Operator::UnsignedLess, M, Lowest),
                        both(Differ, equal(M, Lowest)));
  return {S.ite(Differ, S.make(Operator::BitNeg, M), M), both(Fits, IsSmall)};
}

Computed BitVectors::quotient(Op O, NumberKind K, Term A, Term B) {
  Term Def = negation(equal(B, constant(K, 0)));
  if (!K.Signed)
    return {S.make(O == Op::Div ? Operator::UnsignedDiv : Operator::UnsignedRem,
                   A, B),
            Def};
  Term Fits = negation(
      both(equal(A, constant(K, lowestBits(K))),
           equal(B, constant(K, ir::truncateTo(~UInt128(0), K.Width)))));
  return {
      S.make(O == Op::Div ? Operator::SignedDiv : Operator::SignedRem, A, B),
      both(Def, Fits)};
}

Term BitVectors::countLeadingZeros(unsigned Width, Term A) {
  Term R = S.bits(Width, Width);
  for (unsigned I = 0; I < Width; ++I)
    R = S.ite(hasBit(A, I), S.bits(Width, Width - 1 - I), R);
  return R;
}

Term BitVectors::countTrailingZeros(unsigned Width, Term A) {
  Term R = S.bits(Width, Width);
  for (unsigned I = Width; I-- > 0;)
    R = S.ite(hasBit(A, I), S.bits(Width, I), R);
  return R;
}

Term BitVectors::popCount(unsigned Width, Term A) {
  Term R = S.bits(Width, 0);
  for (unsigned I = 0; I < Width; ++I)
    R = S.make(Operator::BitAdd, R,
               S.zeroExtend(S.extract(A, I, I), Width - 1));
  return R;
}

Term BitVectors::byteSwap(unsigned Width, Term A) {
  Term R = S.bits(Width, 0);
  for (unsigned I = 0; I + 8 <= Width; I += 8) {
    Term Byte = S.zeroExtend(S.extract(A, I + 7, I), Width - 8);
    Term By = S.bits(Width, Width - 8 - I);
    R = S.make(Operator::BitOr, R, S.make(Operator::ShiftLeft, Byte, By));
  }
  return R;
}

Computed BitVectors::unary(Op O, NumberKind K, Term A) {
  switch (O) {
  case Op::Neg:
    return sum(Operator::BitSub, K, constant(K, 0), A);
  case Op::BitNot:
    return {S.make(Operator::BitNot, A), {}};
  case Op::CountLeadingZeros:
    return {countLeadingZeros(K.Width, A), {}};
  case Op::CountTrailingZeros:
    return {countTrailingZeros(K.Width, A), {}};
  case Op::PopCount:
    return {popCount(K.Width, A), {}};
  default:
    assert(O == Op::ByteSwap);
    return {byteSwap(K.Width, A), {}};
  }
}

Computed BitVectors::binary(Op O, NumberKind K, Number A, Number B) {
  switch (O) {
  case Op::Add:
    return sum(Operator::BitAdd, K, A.Value, B.Value);
  case Op::Sub:
    return sum(Operator::BitSub, K, A.Value, B.Value);
  case Op::Mul:
    return product(K, A, B);
  case Op::And:
    return {S.make(Operator::BitAnd, A.Value, B.Value), {}};
  case Op::Or:
    return {S.make(Operator::BitOr, A.Value, B.Value), {}};
  case Op::Xor:
    return {S.make(Operator::BitXor, A.Value, B.Value), {}};
  default:
    return quotient(O, K, A.Value, B.Value);
  }
}

/// The count is compared as it is, and only then given the operand's width.
Computed BitVectors::shift(Op O, NumberKind K, Number A, NumberKind C,
                           Number Count) {
  NumberKind Wide = {std::max(K.Width, C.Width) + 1, true};
  Term By = convert(Wide, C, Count.Value);
  Term Def = S.make(Operator::UnsignedLess, By, constant(Wide, K.Width));
  Operator How = O == Op::Shl ? Operator::ShiftLeft
                 : K.Signed   ? Operator::ShiftRightSigned
                              : Operator::ShiftRight;
  return {S.make(How, A.Value, S.extract(By, K.Width - 1, 0)), Def};
}

Term BitVectors::compare(Op O, NumberKind K, Term A, Term B) {
  Operator Less = K.Signed ? Operator::SignedLess : Operator::UnsignedLess;
  Operator LessEqual =
      K.Signed ? Operator::SignedLessEqual : Operator::UnsignedLessEqual;
  switch (O) {
  case Op::Eq:
    return equal(A, B);
  case Op::Ne:
    return negation(equal(A, B));
  case Op::Lt:
    return S.make(Less, A, B);
  case Op::Le:
    return S.make(LessEqual, A, B);
  case Op::Gt:
    return S.make(Less, B, A);
  default:
    return S.make(LessEqual, B, A);
  }
}

Term BitVectors::convert(NumberKind To, NumberKind From, Term A) {
  if (To.Width < From.Width)
    return S.extract(A, To.Width - 1, 0);
  unsigned More = To.Width - From.Width;
  return From.Signed ? S.signExtend(A, More) : S.zeroExtend(A, More);
}

/// Enough bits hold the exact sum, to see whether it is an address.
Computed BitVectors::plus(Term Address, Term Index, uint64_t Scale) {
  unsigned More = unsigned(std::bit_width(Scale)) + 2;
  unsigned Width = addressKind().Width;
  auto Sum = [&](Term A, Term I, unsigned W) {
    return S.make(Operator::BitAdd, A,
                  S.make(Operator::BitMul, I, S.bits(W, Scale)));
  };
  Term R = Sum(Address, Index, Width);
  if (Target.WrapSigned)
    return {R, {}};
  Term Exact =
      Sum(S.zeroExtend(Address, More), S.signExtend(Index, More), Width + More);
  return {R, equal(Exact, S.zeroExtend(R, More))};
}

Computed BitVectors::plus(Term Address, int64_t Bytes) {
  if (Bytes == 0)
    return {Address, {}};
  Term By = truncated(addressKind(), UInt128(ir::SInt128(Bytes)));
  Term R = S.make(Operator::BitAdd, Address, By);
  if (Target.WrapSigned)
    return {R, {}};
  UInt128 Magnitude = Bytes < 0 ? -UInt128(ir::SInt128(Bytes)) : UInt128(Bytes);
  if (Magnitude >> addressKind().Width)
    return {R, S.boolean(false)};
  bool Up = Bytes > 0;
  return {R,
          S.make(Operator::UnsignedLess, Up ? Address : R, Up ? R : Address)};
}

Computed BitVectors::difference(Term A, Term B, uint64_t Scale) {
  // Both are unsigned; what they differ by has to fit the signed result.
  Term R = S.make(Operator::BitSub, A, B);
  Term Wide = S.make(Operator::BitSub, S.zeroExtend(A, 1), S.zeroExtend(B, 1));
  Term Fits = Target.WrapSigned ? Term() : equal(Wide, S.signExtend(R, 1));
  Computed Exact = exactQuotient(R, Scale);
  return {Exact.Value, both(Fits, Exact.Def)};
}

/// Divides a distance that is a multiple of the divisor 2^t * m: shifts by t
/// and multiplies by the inverse of m, since a divider would be far larger.
/// What is no multiple gives a quotient that is too large for one.
Computed BitVectors::exactQuotient(Term A, uint64_t Divisor) {
  NumberKind K = distanceKind();
  unsigned Twos = unsigned(std::countr_zero(Divisor));
  uint64_t Odd = Divisor >> Twos;
  Term NoRest =
      Twos ? equal(S.extract(A, Twos - 1, 0), S.bits(Twos, 0)) : Term();
  Term Shifted =
      Twos ? S.make(Operator::ShiftRightSigned, A, constant(K, Twos)) : A;
  if (Odd == 1)
    return {Shifted, NoRest};
  Term Q = S.make(Operator::BitMul, Shifted, truncated(K, inverse(Odd)));
  ir::SInt128 Most = ir::SInt128(lowestBits(K) - 1) / ir::SInt128(Divisor);
  ir::SInt128 Least = -ir::SInt128(lowestBits(K)) / ir::SInt128(Divisor);
  Term InRange =
      both(S.make(Operator::SignedLessEqual, truncated(K, UInt128(Least)), Q),
           S.make(Operator::SignedLessEqual, Q, truncated(K, UInt128(Most))));
  return {Q, both(NoRest, InRange)};
}

} // namespace

std::unique_ptr<Numbers> bitVectors(Solver &S, const ir::Target &T) {
  return std::make_unique<BitVectors>(S, T);
}

} // namespace predabs::prover
