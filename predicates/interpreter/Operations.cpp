// Arithmetic, see Operations.h. The same templates serve integers of one slot
// (Word = uint64_t) and of two (Word = UInt128).

#include "predicates/interpreter/Operations.h"

#include "predicates/interpreter/Machine.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace predabs::ir::interp {

namespace {

template <class Word> struct SignedOf;
template <> struct SignedOf<uint64_t> {
  using type = int64_t;
};
template <> struct SignedOf<UInt128> {
  using type = SInt128;
};
template <class Word> using Signed = typename SignedOf<Word>::type;

enum class Sign : uint8_t { Without, With };

template <Sign S, class Word> Word extend(Word V, unsigned Shift) {
  if constexpr (S == Sign::With)
    return Word(Signed<Word>(V << Shift) >> Shift);
  else
    return Word(V << Shift) >> Shift;
}

/// The value without the extension.
template <class Word> Word rawBits(Word V, unsigned Shift) {
  return extend<Sign::Without>(V, Shift);
}

template <class Word> unsigned widthOf(const Insn *I) {
  return unsigned(sizeof(Word) * 8) - I->Shift;
}

const char *const Overflow = "signed overflow";

// Arithmetic. Each operation says how it computes, with and without checks.

struct AddOp {
  template <class W> static W apply(W A, W B) { return A + B; }
  template <class S> static bool overflows(S A, S B, S *R) {
    return __builtin_add_overflow(A, B, R);
  }
};
struct SubOp {
  template <class W> static W apply(W A, W B) { return A - B; }
  template <class S> static bool overflows(S A, S B, S *R) {
    return __builtin_sub_overflow(A, B, R);
  }
};
struct MulOp {
  template <class W> static W apply(W A, W B) { return A * B; }
  template <class S> static bool overflows(S A, S B, S *R) {
    return __builtin_mul_overflow(A, B, R);
  }
};
struct AndOp {
  template <class W> static W apply(W A, W B) { return A & B; }
};
struct OrOp {
  template <class W> static W apply(W A, W B) { return A | B; }
};
struct XorOp {
  template <class W> static W apply(W A, W B) { return A ^ B; }
};

template <class Word, Sign S, class Op>
const Insn *wrapping(Machine &M, const Insn *I) {
  Word R = Op::template apply<Word>(M.get<Word>(I->A), M.get<Word>(I->B));
  M.set(I->Dst, extend<S>(R, I->Shift));
  return I + 1;
}

template <class Word, class Op> const Insn *checked(Machine &M, const Insn *I) {
  using S = Signed<Word>;
  S R;
  if (Op::template overflows<S>(S(M.get<Word>(I->A)), S(M.get<Word>(I->B)),
                                &R) ||
      extend<Sign::With>(Word(R), I->Shift) != Word(R))
    return M.undefined(I, Overflow);
  M.set(I->Dst, Word(R));
  return I + 1;
}

/// And, or, xor of extended values are extended.
template <class Word, class Op> const Insn *bitwise(Machine &M, const Insn *I) {
  M.set(I->Dst, Op::template apply<Word>(M.get<Word>(I->A), M.get<Word>(I->B)));
  return I + 1;
}

enum class Part : uint8_t { Quotient, Remainder };

template <class Word, Part P>
const Insn *divideUnsigned(Machine &M, const Insn *I) {
  Word A = M.get<Word>(I->A), B = M.get<Word>(I->B);
  if (B == 0)
    return M.undefined(I, "division by zero");
  M.set(I->Dst, Word(P == Part::Quotient ? A / B : A % B));
  return I + 1;
}

template <class Word, Part P>
const Insn *divideSigned(Machine &M, const Insn *I) {
  using S = Signed<Word>;
  S A = S(M.get<Word>(I->A)), B = S(M.get<Word>(I->B));
  if (B == 0)
    return M.undefined(I, "division by zero");
  S Min = S(extend<Sign::With>(Word(1) << (widthOf<Word>(I) - 1), I->Shift));
  if (B == -1 && A == Min)
    return M.undefined(I, "signed overflow in a division");
  M.set(I->Dst, Word(P == Part::Quotient ? A / B : A % B));
  return I + 1;
}

enum class Direction : uint8_t { Left, Right };

template <class Word, Sign S, Direction D>
const Insn *shift(Machine &M, const Insn *I) {
  uint64_t Count = M.get<uint64_t>(I->B);
  // A negative count is a huge one here.
  if (Count >= widthOf<Word>(I))
    return M.undefined(I, "shift count out of range");
  Word A = M.get<Word>(I->A);
  if constexpr (D == Direction::Left)
    M.set(I->Dst, extend<S>(Word(A << Count), I->Shift));
  else if constexpr (S == Sign::With)
    M.set(I->Dst, Word(Signed<Word>(A) >> Count));
  else
    M.set(I->Dst, Word(A >> Count));
  return I + 1;
}

const Insn *saturateCount(Machine &M, const Insn *I) {
  UInt128 Count = M.get<UInt128>(I->A);
  M.set(I->Dst, Count > 128 ? uint64_t(128) : uint64_t(Count));
  return I + 1;
}

// Comparisons.

struct EqOp {
  template <class V> static bool holds(V A, V B) { return A == B; }
};
struct NeOp {
  template <class V> static bool holds(V A, V B) { return A != B; }
};
struct LtOp {
  template <class V> static bool holds(V A, V B) { return A < B; }
};
struct LeOp {
  template <class V> static bool holds(V A, V B) { return A <= B; }
};

template <class Word, Sign S, class Op>
const Insn *compare(Machine &M, const Insn *I) {
  Word A = M.get<Word>(I->A), B = M.get<Word>(I->B);
  if constexpr (S == Sign::With)
    M.set(I->Dst, uint64_t(Op::holds(Signed<Word>(A), Signed<Word>(B))));
  else
    M.set(I->Dst, uint64_t(Op::holds(A, B)));
  return I + 1;
}

// Unary operations.

template <class Word> const Insn *negateChecked(Machine &M, const Insn *I) {
  using S = Signed<Word>;
  S R;
  if (__builtin_sub_overflow(S(0), S(M.get<Word>(I->A)), &R) ||
      extend<Sign::With>(Word(R), I->Shift) != Word(R))
    return M.undefined(I, Overflow);
  M.set(I->Dst, Word(R));
  return I + 1;
}

template <class Word, Sign S>
const Insn *negateWrapping(Machine &M, const Insn *I) {
  M.set(I->Dst, extend<S>(Word(0 - M.get<Word>(I->A)), I->Shift));
  return I + 1;
}

template <class Word, Sign S> const Insn *bitNot(Machine &M, const Insn *I) {
  M.set(I->Dst, extend<S>(Word(~M.get<Word>(I->A)), I->Shift));
  return I + 1;
}

int leadingZeros(uint64_t V) { return std::countl_zero(V); }
int leadingZeros(UInt128 V) {
  uint64_t High = uint64_t(V >> 64);
  return High ? leadingZeros(High) : 64 + leadingZeros(uint64_t(V));
}
int trailingZeros(uint64_t V) { return std::countr_zero(V); }
int trailingZeros(UInt128 V) {
  uint64_t Low = uint64_t(V);
  return Low ? trailingZeros(Low) : 64 + trailingZeros(uint64_t(V >> 64));
}
int ones(uint64_t V) { return std::popcount(V); }
int ones(UInt128 V) { return ones(uint64_t(V)) + ones(uint64_t(V >> 64)); }

/// \p Count in the result type, which may be too narrow to hold it.
template <class Word, Sign S>
const Insn *setCount(Machine &M, const Insn *I, int Count) {
  M.set(I->Dst, extend<S>(Word(Count), I->Shift));
  return I + 1;
}

template <class Word, Sign S>
const Insn *countLeading(Machine &M, const Insn *I) {
  Word V = rawBits(M.get<Word>(I->A), I->Shift);
  return setCount<Word, S>(M, I, leadingZeros(V) - int(I->Shift));
}

template <class Word, Sign S>
const Insn *countTrailing(Machine &M, const Insn *I) {
  Word V = rawBits(M.get<Word>(I->A), I->Shift);
  int Width = int(widthOf<Word>(I));
  return setCount<Word, S>(M, I, std::min(trailingZeros(V), Width));
}

template <class Word, Sign S> const Insn *popCount(Machine &M, const Insn *I) {
  return setCount<Word, S>(M, I, ones(rawBits(M.get<Word>(I->A), I->Shift)));
}

template <class Word, Sign S> const Insn *byteSwap(Machine &M, const Insn *I) {
  Word V = M.get<Word>(I->A), R = 0;
  for (unsigned Byte = 0; Byte < widthOf<Word>(I) / 8; ++Byte, V >>= 8)
    R = Word(R << 8) | Word(V & 0xff);
  M.set(I->Dst, extend<S>(R, I->Shift));
  return I + 1;
}

// Floats: computed by the host in the same format.

/// What holds the bits of a float.
template <class Real>
using RealWord = std::conditional_t<sizeof(Real) <= 8, uint64_t, UInt128>;

template <class Real> Real toReal(RealWord<Real> Bits) {
  if constexpr (sizeof(Real) == 4)
    return std::bit_cast<float>(uint32_t(Bits));
  else if constexpr (sizeof(Real) == 8)
    return std::bit_cast<double>(Bits);
  else {
    long double V = 0;
    std::memcpy(&V, &Bits, 10);
    return V;
  }
}

template <class Real> RealWord<Real> toBits(Real V) {
  if constexpr (sizeof(Real) == 4)
    return std::bit_cast<uint32_t>(V);
  else if constexpr (sizeof(Real) == 8)
    return std::bit_cast<uint64_t>(V);
  else {
    UInt128 Bits = 0;
    std::memcpy(&Bits, &V, 10);
    return Bits;
  }
}

template <class Real> Real getReal(const Machine &M, Operand O) {
  return toReal<Real>(M.get<RealWord<Real>>(O));
}

template <class Real> void setReal(Machine &M, uint32_t Dst, Real V) {
  M.set(Dst, toBits<Real>(V));
}

struct DivOp {
  template <class V> static V apply(V A, V B) { return A / B; }
};

template <class Real, class Op>
const Insn *realBinary(Machine &M, const Insn *I) {
  setReal<Real>(
      M, I->Dst,
      Op::template apply<Real>(getReal<Real>(M, I->A), getReal<Real>(M, I->B)));
  return I + 1;
}

template <class Real, class Op>
const Insn *realCompare(Machine &M, const Insn *I) {
  bool R = Op::holds(getReal<Real>(M, I->A), getReal<Real>(M, I->B));
  M.set(I->Dst, uint64_t(R));
  return I + 1;
}

template <class Real> const Insn *realNegate(Machine &M, const Insn *I) {
  setReal<Real>(M, I->Dst, -getReal<Real>(M, I->A));
  return I + 1;
}

template <class To, class From>
const Insn *realToReal(Machine &M, const Insn *I) {
  setReal<To>(M, I->Dst, To(getReal<From>(M, I->A)));
  return I + 1;
}

template <class Real, class Word, Sign S>
const Insn *intToReal(Machine &M, const Insn *I) {
  Word V = M.get<Word>(I->A);
  setReal<Real>(M, I->Dst, S == Sign::With ? Real(Signed<Word>(V)) : Real(V));
  return I + 1;
}

/// Nothing where the integer of \p Width bits cannot hold it.
template <class Word, Sign S, class Real>
std::optional<Word> truncateReal(Real V, unsigned Width) {
  V = std::trunc(V);
  Real End = std::ldexp(Real(1), int(S == Sign::With ? Width - 1 : Width));
  Real Begin = S == Sign::With ? -End : Real(0);
  if (!(V >= Begin && V < End))
    return std::nullopt;
  return S == Sign::With ? Word(Signed<Word>(V)) : Word(V);
}

template <class Word, Sign S, class Real>
const Insn *realToInt(Machine &M, const Insn *I) {
  auto V = truncateReal<Word, S>(getReal<Real>(M, I->A), widthOf<Word>(I));
  if (!V)
    return M.undefined(I, "floating-point number out of the integer's range");
  M.set(I->Dst, *V);
  return I + 1;
}

// Casts between integers and pointers.

template <class Word, Sign S> const Insn *reextend(Machine &M, const Insn *I) {
  M.set(I->Dst, extend<S>(M.get<Word>(I->A), I->Shift));
  return I + 1;
}

template <Sign From, Sign To> const Insn *widen(Machine &M, const Insn *I) {
  uint64_t V = M.get<uint64_t>(I->A);
  UInt128 Wide = From == Sign::With ? UInt128(SInt128(int64_t(V))) : UInt128(V);
  M.set(I->Dst, extend<To>(Wide, I->Shift));
  return I + 1;
}

template <class Word> const Insn *move(Machine &M, const Insn *I) {
  M.set(I->Dst, M.get<Word>(I->A));
  return I + 1;
}

// Addresses.

const Insn *elementAddress(Machine &M, const Insn *I) {
  uint64_t R = M.get<uint64_t>(I->A) + M.get<uint64_t>(I->B) * uint64_t(I->Imm);
  M.set(I->Dst, rawBits(R, I->Shift));
  return I + 1;
}

const Insn *pointerDifference(Machine &M, const Insn *I) {
  uint64_t Bytes = M.get<uint64_t>(I->A) - M.get<uint64_t>(I->B);
  int64_t Distance = int64_t(extend<Sign::With>(Bytes, I->Shift));
  M.set(I->Dst, uint64_t(Distance / I->Imm));
  return I + 1;
}

using Depends = Machine::Depends;

const Insn *guardStart(Machine &M, const Insn *I) {
  M.startStatement();
  return I + 1;
}

const Insn *guardCount(Machine &M, const Insn *I) {
  bool IsWhole = uint64_t(I->Imm) >= M.target().PointerBytes * 8;
  M.noteNumber(M.get<uint64_t>(I->A),
               IsWhole ? Depends::IsAddress : Depends::Computed);
  return I + 1;
}

const Insn *guardOrder(Machine &M, const Insn *I) {
  M.noteOrder(M.get<uint64_t>(I->A), M.get<uint64_t>(I->B));
  return I + 1;
}

const Insn *guardEqual(Machine &M, const Insn *I) {
  M.noteEqual(M.get<uint64_t>(I->A), M.get<uint64_t>(I->B));
  return I + 1;
}

const Insn *guardDecision(Machine &M, const Insn *I) {
  return M.mayDecide(I) ? I + 1 : nullptr;
}

const Insn *guardAddress(Machine &M, const Insn *I) {
  return M.mayDecide(I, Depends::IsAddress) ? I + 1 : nullptr;
}

// Choosing among the above.

template <class Word, Sign S, class Op> Handler arithmetic(const Target &Tgt) {
  if constexpr (S == Sign::With)
    if (!Tgt.WrapSigned)
      return checked<Word, Op>;
  return wrapping<Word, S, Op>;
}

template <class Word, Sign S, Part P> Handler division() {
  if constexpr (S == Sign::With)
    return divideSigned<Word, P>;
  else
    return divideUnsigned<Word, P>;
}

template <class Word, Sign S> Handler intBinary(Op O, const Target &Tgt) {
  switch (O) {
  case Op::Add:
    return arithmetic<Word, S, AddOp>(Tgt);
  case Op::Sub:
    return arithmetic<Word, S, SubOp>(Tgt);
  case Op::Mul:
    return arithmetic<Word, S, MulOp>(Tgt);
  case Op::Div:
    return division<Word, S, Part::Quotient>();
  case Op::Rem:
    return division<Word, S, Part::Remainder>();
  case Op::Shl:
    return shift<Word, S, Direction::Left>;
  case Op::Shr:
    return shift<Word, S, Direction::Right>;
  case Op::And:
    return bitwise<Word, AndOp>;
  case Op::Or:
    return bitwise<Word, OrOp>;
  case Op::Xor:
    return bitwise<Word, XorOp>;
  case Op::Eq:
    return compare<Word, S, EqOp>;
  case Op::Ne:
    return compare<Word, S, NeOp>;
  case Op::Lt:
    return compare<Word, S, LtOp>;
  case Op::Le:
    return compare<Word, S, LeOp>;
  default:
    return nullptr;
  }
}

template <class Real> Handler realBinaryHandler(Op O) {
  switch (O) {
  case Op::Add:
    return realBinary<Real, AddOp>;
  case Op::Sub:
    return realBinary<Real, SubOp>;
  case Op::Mul:
    return realBinary<Real, MulOp>;
  case Op::Div:
    return realBinary<Real, DivOp>;
  case Op::Eq:
    return realCompare<Real, EqOp>;
  case Op::Ne:
    return realCompare<Real, NeOp>;
  case Op::Lt:
    return realCompare<Real, LtOp>;
  case Op::Le:
    return realCompare<Real, LeOp>;
  default:
    return nullptr;
  }
}

template <class Word, Sign S> Handler intUnary(Op O, const Target &Tgt) {
  switch (O) {
  case Op::Neg:
    return S == Sign::With && !Tgt.WrapSigned ? negateChecked<Word>
                                              : negateWrapping<Word, S>;
  case Op::BitNot:
  case Op::Not: // of one bit
    return bitNot<Word, S>;
  case Op::CountLeadingZeros:
    return countLeading<Word, S>;
  case Op::CountTrailingZeros:
    return countTrailing<Word, S>;
  case Op::PopCount:
    return popCount<Word, S>;
  case Op::ByteSwap:
    return byteSwap<Word, S>;
  default:
    return nullptr;
  }
}

/// Calls \p Make with a Word and a Sign for an integer or pointer type.
template <class F> Handler forInt(const Type *T, F Make) {
  bool IsSigned = T->isInt() && T->isSigned();
  if (numSlots(T) == 2)
    return IsSigned ? Make.template operator()<UInt128, Sign::With>()
                    : Make.template operator()<UInt128, Sign::Without>();
  return IsSigned ? Make.template operator()<uint64_t, Sign::With>()
                  : Make.template operator()<uint64_t, Sign::Without>();
}

/// Calls \p Make with the host's type for a float type, if there is one.
template <class F> Handler forReal(const Type *T, F Make) {
  switch (T->width()) {
  case 32:
    return Make.template operator()<float>();
  case 64:
    return Make.template operator()<double>();
  case 80:
    if constexpr (HostHasFloat80)
      return Make.template operator()<long double>();
    return nullptr;
  default:
    return nullptr;
  }
}

Handler realCast(const Type *To, const Type *From) {
  return forReal(To, [=]<class R>() {
    return forReal(From, []<class Q>() -> Handler { return realToReal<R, Q>; });
  });
}

Handler intToRealCast(const Type *To, const Type *From) {
  return forReal(To, [=]<class R>() {
    return forInt(
        From, []<class W, Sign S>() -> Handler { return intToReal<R, W, S>; });
  });
}

Handler realToIntCast(const Type *To, const Type *From) {
  return forReal(From, [=]<class R>() {
    return forInt(
        To, []<class W, Sign S>() -> Handler { return realToInt<W, S, R>; });
  });
}

Handler intCast(const Type *To, const Type *From) {
  if (numSlots(To) == 2 && numSlots(From) == 1)
    return forInt(To, [=]<class, Sign T>() {
      return forInt(From,
                    []<class, Sign F>() -> Handler { return widen<F, T>; });
    });
  return forInt(To,
                []<class W, Sign S>() -> Handler { return reextend<W, S>; });
}

bool isDiscrete(const Type *T) { return T->isInt() || T->isPointer(); }

// The same without a machine.

/// Calls \p Compute with a null pointer of the host's type for \p T.
template <class F> std::optional<UInt128> withReal(const Type *T, F Compute) {
  switch (T->width()) {
  case 32:
    return Compute(static_cast<float *>(nullptr));
  case 64:
    return Compute(static_cast<double *>(nullptr));
  case 80:
    if constexpr (HostHasFloat80)
      return Compute(static_cast<long double *>(nullptr));
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

template <class Real> std::optional<UInt128> applyReal(Op O, Real A, Real B) {
  switch (O) {
  case Op::Neg:
    return toBits<Real>(-A);
  case Op::Add:
    return toBits<Real>(A + B);
  case Op::Sub:
    return toBits<Real>(A - B);
  case Op::Mul:
    return toBits<Real>(A * B);
  case Op::Div:
    return toBits<Real>(A / B);
  case Op::Eq:
    return A == B;
  case Op::Ne:
    return A != B;
  case Op::Lt:
    return A < B;
  case Op::Le:
    return A <= B;
  case Op::Gt:
    return A > B;
  case Op::Ge:
    return A >= B;
  default:
    return std::nullopt;
  }
}

template <class Real> std::optional<UInt128> fromReal(const Type *To, Real V) {
  if (To->isFloat())
    return withReal(To, [&]<class R>(R *) -> std::optional<UInt128> {
      return toBits<R>(R(V));
    });
  // As wide as the slots are, for the same rounding.
  bool IsSigned = To->isInt() && To->isSigned();
  if (IsSigned)
    return truncateReal<UInt128, Sign::With>(V, To->width());
  return truncateReal<UInt128, Sign::Without>(V, To->width());
}

} // namespace

std::optional<UInt128> computeReal(Op O, const Type *T, UInt128 A, UInt128 B) {
  return withReal(T, [&]<class R>(R *) {
    return applyReal<R>(O, toReal<R>(RealWord<R>(A)),
                        toReal<R>(RealWord<R>(B)));
  });
}

std::optional<UInt128> castReal(const Type *To, const Type *From, UInt128 A) {
  if (From->isFloat())
    return withReal(From, [&]<class R>(R *) {
      return fromReal<R>(To, toReal<R>(RealWord<R>(A)));
    });
  UInt128 V = extendWide(A, From);
  bool IsSigned = From->isInt() && From->isSigned();
  return withReal(To, [&]<class R>(R *) -> std::optional<UInt128> {
    if (numSlots(From) == 2)
      return toBits<R>(IsSigned ? R(SInt128(V)) : R(V));
    return toBits<R>(IsSigned ? R(int64_t(V)) : R(uint64_t(V)));
  });
}

Handler unaryHandler(Op O, const Type *T, const Target &Tgt) {
  if (T->isFloat())
    return O != Op::Neg
               ? nullptr
               : forReal(T, []<class R>() -> Handler { return realNegate<R>; });
  if (O == Op::ByteSwap && T->width() % 8 != 0)
    return nullptr;
  return forInt(T, [&]<class W, Sign S>() { return intUnary<W, S>(O, Tgt); });
}

Handler binaryHandler(Op O, const Type *T, const Target &Tgt) {
  if (T->isFloat())
    return forReal(T, [=]<class R>() { return realBinaryHandler<R>(O); });
  return forInt(T, [&]<class W, Sign S>() { return intBinary<W, S>(O, Tgt); });
}

Handler countHandler() { return saturateCount; }

Handler castHandler(const Type *To, const Type *From) {
  if (To->isFloat())
    return From->isFloat() ? realCast(To, From) : intToRealCast(To, From);
  return From->isFloat() ? realToIntCast(To, From) : intCast(To, From);
}

bool isNoCast(const Type *To, const Type *From) {
  if (!isDiscrete(To) || !isDiscrete(From) || numSlots(To) != numSlots(From))
    return false;
  bool FromSigned = From->isInt() && From->isSigned();
  bool ToSigned = To->isInt() && To->isSigned();
  if (unusedBits(To) == 0)
    return true;
  if (FromSigned == ToSigned)
    return To->width() >= From->width();
  return !FromSigned && To->width() > From->width();
}

Handler elementAddressHandler() { return elementAddress; }
Handler pointerDifferenceHandler() { return pointerDifference; }

Handler startGuard() { return guardStart; }
Handler decideGuard() { return guardDecision; }
Handler addressGuard() { return guardAddress; }
Handler countGuard() { return guardCount; }
Handler compareGuard(Op O) {
  return O == Op::Eq || O == Op::Ne ? guardEqual : guardOrder;
}

Handler moveHandler(uint32_t NumSlots) {
  return NumSlots == 2 ? move<UInt128> : move<uint64_t>;
}

} // namespace predabs::ir::interp
