// Every operator at many widths, compared with numbers of 264 bits that are
// computed bit by bit.

#include "predicates/interpreter/Interpreter.h"
#include "test/support/ModuleBuilder.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <optional>

using namespace predabs::ir;
using Outcome = RunResult::Outcome;

namespace {

// The reference.

constexpr unsigned Wide = 264;
constexpr unsigned OperandBits = 130; ///< enough for absolute values
using Bits = std::bitset<Wide>;       ///< two's complement

Bits plus(const Bits &A, const Bits &B) {
  Bits R;
  bool Carry = false;
  for (unsigned I = 0; I < Wide; ++I) {
    R[I] = A[I] ^ B[I] ^ Carry;
    Carry = (A[I] && B[I]) || (Carry && (A[I] || B[I]));
  }
  return R;
}
Bits minus(const Bits &A) { return plus(~A, Bits(1)); }
Bits minus(const Bits &A, const Bits &B) { return plus(A, minus(B)); }
bool isNegative(const Bits &A) { return A[Wide - 1]; }
bool less(const Bits &A, const Bits &B) { return isNegative(minus(A, B)); }
Bits absolute(const Bits &A) { return isNegative(A) ? minus(A) : A; }
Bits times(const Bits &A, const Bits &B) {
  Bits N = absolute(A), R;
  for (unsigned I = 0; I < OperandBits; ++I)
    if (N[I])
      R = plus(R, B << I);
  return isNegative(A) ? minus(R) : R;
}

struct Division {
  Bits Quotient, Remainder;
};
Division divide(const Bits &A, const Bits &B) {
  Bits N = absolute(A), D = absolute(B), Q, R;
  for (unsigned I = OperandBits; I-- > 0;) {
    R <<= 1;
    R[0] = N[I];
    if (!less(R, D)) {
      R = minus(R, D);
      Q[I] = true;
    }
  }
  return {isNegative(A) != isNegative(B) ? minus(Q) : Q,
          isNegative(A) ? minus(R) : R};
}

/// The low \p Width bits, extended by \p IsSigned.
Bits wrap(const Bits &A, unsigned Width, bool IsSigned) {
  Bits R;
  for (unsigned I = 0; I < Wide; ++I)
    R[I] = I < Width ? A[I] : IsSigned && A[Width - 1];
  return R;
}
Bits wrap(const Bits &A, const Type *T) {
  return wrap(A, T->width(), T->isSigned());
}

Bits fromRaw(UInt128 V, const Type *T) {
  Bits R;
  for (unsigned I = 0; I < T->width(); ++I)
    R[I] = (V >> I) & 1;
  return wrap(R, T);
}
uint64_t word(const Bits &A, unsigned From) {
  uint64_t R = 0;
  for (unsigned I = 0; I < 64; ++I)
    R |= uint64_t(A[From + I]) << I;
  return R;
}
unsigned small(const Bits &A) { return unsigned(word(A, 0)); }

/// The result, or nothing where there is no execution.
using Expected = std::optional<Bits>;

Expected exact(const Bits &R, const Type *T, const Target &Tgt) {
  if (T->isSigned() && !Tgt.WrapSigned && wrap(R, T) != R)
    return std::nullopt;
  return wrap(R, T);
}

Expected expectDivision(Op O, const Bits &A, const Bits &B, const Type *T) {
  if (B.none())
    return std::nullopt;
  Division D = divide(A, B);
  if (wrap(D.Quotient, T) != D.Quotient)
    return std::nullopt;
  return O == Op::Div ? D.Quotient : D.Remainder;
}

Expected expectShift(Op O, const Bits &A, const Bits &Count, const Type *T) {
  if (isNegative(Count) || !less(Count, Bits(T->width())))
    return std::nullopt;
  unsigned N = small(Count);
  if (O == Op::Shl)
    return wrap(A << N, T);
  Bits R = A >> N;
  for (unsigned I = Wide - N; I < Wide; ++I)
    R[I] = isNegative(A);
  return R;
}

Expected expectBinary(Op O, const Bits &A, const Bits &B, const Type *T,
                      const Target &Tgt) {
  switch (O) {
  case Op::Add:
    return exact(plus(A, B), T, Tgt);
  case Op::Sub:
    return exact(minus(A, B), T, Tgt);
  case Op::Mul:
    return exact(times(A, B), T, Tgt);
  case Op::Div:
  case Op::Rem:
    return expectDivision(O, A, B, T);
  case Op::Shl:
  case Op::Shr:
    return expectShift(O, A, B, T);
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Eq:
    return Bits(A == B);
  case Op::Ne:
    return Bits(A != B);
  case Op::Lt:
    return Bits(less(A, B));
  case Op::Le:
    return Bits(!less(B, A));
  case Op::Gt:
    return Bits(less(B, A));
  default:
    return Bits(!less(A, B));
  }
}

Expected expectUnary(Op O, const Bits &A, const Type *T, const Target &Tgt) {
  unsigned W = T->width(), N = 0;
  Bits R;
  switch (O) {
  case Op::Neg:
    return exact(minus(A), T, Tgt);
  case Op::BitNot:
  case Op::Not:
    return wrap(~A, T);
  case Op::CountLeadingZeros:
    while (N < W && !A[W - 1 - N])
      ++N;
    return wrap(Bits(N), T);
  case Op::CountTrailingZeros:
    while (N < W && !A[N])
      ++N;
    return wrap(Bits(N), T);
  case Op::PopCount:
    return wrap(Bits(wrap(A, W, false).count()), T);
  default: // ByteSwap
    for (unsigned I = 0; I < W; ++I)
      R[W - 8 - I / 8 * 8 + I % 8] = A[I];
    return wrap(R, T);
  }
}

// The programs.

/// Numbers near the ends of a type and in its middle.
std::vector<UInt128> samples(const Type *T) {
  unsigned W = T->width();
  UInt128 Top = UInt128(1) << (W - 1);
  UInt128 Odd = (UInt128(0x9e3779b97f4a7c15) << 64) | 0xbf58476d1ce4e5b9;
  std::vector<UInt128> V = {0,       1,   2,           3,           5,
                            Top - 1, Top, ~UInt128(0), ~UInt128(1), Top + 1,
                            Top / 2, Odd, Odd >> 5,    W - 1};
  for (UInt128 &X : V)
    X = truncateTo(X, W);
  std::sort(V.begin(), V.end());
  V.erase(std::unique(V.begin(), V.end()), V.end());
  return V;
}

/// Prints the two halves of what it computes from inputs.
class Calculation {
public:
  explicit Calculation(Target T) : B(T) {
    Printf = B.declare("printf", B.I32);
    B.begin("main", B.I32);
    Format = B.text("%llx %llx\n");
  }

  ModuleBuilder B;

  const Expr *input(const Type *T, UInt128 V) {
    const Expr *X = B.local("x", T);
    B.havoc(X, Reason::Nondeterministic);
    Inputs.push_back(V);
    return X;
  }
  void print(const Expr *E) {
    const Type *T = E->type();
    const Type *Extended = B.C.intType(128, T->isSigned());
    const Expr *R = B.local("r", T);
    B.assign(R, E);
    const Expr *Wide = B.local("w", Extended);
    B.assign(Wide, B.C.cast(Extended, R));
    const Expr *High = B.bin(Op::Shr, Wide, B.num(B.I32, 64));
    B.call(nullptr, Printf,
           {Format, B.C.cast(B.U64, High), B.C.cast(B.U64, Wide)});
  }
  void expect(const Bits &R) {
    char Line[64];
    std::snprintf(Line, sizeof(Line), "%llx %llx\n",
                  static_cast<unsigned long long>(word(R, 64)),
                  static_cast<unsigned long long>(word(R, 0)));
    Expected += Line;
  }
  RunResult run() {
    B.ret(B.num(0));
    EXPECT_EQ(verify(B.M).value_or(""), "");
    ListedInputs Source(Inputs, {});
    RunOptions O;
    O.Inputs = &Source;
    return predabs::ir::run(B.M, O);
  }

  std::string Expected;

private:
  Function *Printf;
  const Expr *Format;
  std::vector<UInt128> Inputs;
};

const unsigned Widths[] = {1, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128};
const Op BinaryOps[] = {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Shl,
                        Op::Shr, Op::And, Op::Or,  Op::Xor, Op::Eq,  Op::Ne,
                        Op::Lt,  Op::Le,  Op::Gt,  Op::Ge};
const Op UnaryOps[] = {
    Op::Neg,      Op::BitNot,  Op::CountLeadingZeros, Op::CountTrailingZeros,
    Op::PopCount, Op::ByteSwap};

void expectUndefined(Calculation &C) {
  RunResult R = C.run();
  EXPECT_EQ(R.How, Outcome::Undefined) << R.Why;
  EXPECT_EQ(R.Output, "");
  EXPECT_TRUE(R.Where.isValid());
}

struct OperatorCase {
  unsigned Width;
  bool IsSigned;
  bool Wraps;
};

class Operators : public testing::TestWithParam<OperatorCase> {
protected:
  Target target() const {
    Target T;
    T.WrapSigned = GetParam().Wraps;
    return T;
  }
  const Type *type(Calculation &C) const {
    return C.B.C.intType(GetParam().Width, GetParam().IsSigned);
  }
};

TEST_P(Operators, Binary) {
  for (Op O : BinaryOps) {
    SCOPED_TRACE("operator " + std::to_string(int(O)));
    Calculation All(target());
    const Type *T = type(All);
    for (UInt128 X : samples(T))
      for (UInt128 Y : samples(T)) {
        Bits A = fromRaw(X, T), B = fromRaw(Y, T);
        Expected E = expectBinary(O, A, B, T, target());
        if (E) {
          All.print(All.B.bin(O, All.input(T, X), All.input(T, Y)));
          All.expect(*E);
          continue;
        }
        Calculation One(target());
        const Type *T1 = type(One);
        One.print(One.B.bin(O, One.input(T1, X), One.input(T1, Y)));
        expectUndefined(One);
      }
    RunResult R = All.run();
    EXPECT_EQ(R.How, Outcome::Exited) << R.Why;
    EXPECT_EQ(R.Output, All.Expected);
  }
}

TEST_P(Operators, Unary) {
  for (Op O : UnaryOps) {
    SCOPED_TRACE("operator " + std::to_string(int(O)));
    if (O == Op::ByteSwap && GetParam().Width % 16 != 0)
      continue;
    Calculation All(target());
    const Type *T = type(All);
    for (UInt128 X : samples(T)) {
      Expected E = expectUnary(O, fromRaw(X, T), T, target());
      if (E) {
        All.print(All.B.C.unary(O, All.input(T, X)));
        All.expect(*E);
        continue;
      }
      Calculation One(target());
      One.print(One.B.C.unary(O, One.input(type(One), X)));
      expectUndefined(One);
    }
    RunResult R = All.run();
    EXPECT_EQ(R.How, Outcome::Exited) << R.Why;
    EXPECT_EQ(R.Output, All.Expected);
  }
}

TEST_P(Operators, Casts) {
  Calculation All(target());
  const Type *From = type(All);
  for (unsigned Width : Widths)
    for (bool IsSigned : {false, true})
      for (UInt128 X : samples(From)) {
        const Type *To = All.B.C.intType(Width, IsSigned);
        All.print(All.B.C.cast(To, All.input(From, X)));
        All.expect(wrap(fromRaw(X, From), To));
      }
  RunResult R = All.run();
  EXPECT_EQ(R.How, Outcome::Exited) << R.Why;
  EXPECT_EQ(R.Output, All.Expected);
}

/// Through memory, in both byte orders.
TEST_P(Operators, LoadsAndStores) {
  for (bool IsBig : {false, true}) {
    Target Tgt = target();
    Tgt.BigEndian = IsBig;
    Calculation All(Tgt);
    const Type *T = type(All);
    for (UInt128 X : samples(T)) {
      const Expr *P = All.B.local("p", All.B.C.pointerType(T));
      const Expr *V = All.B.local("v", T);
      All.B.assign(P, All.B.C.addrOf(V));
      All.B.assign(All.B.C.deref(P), All.input(T, X));
      All.print(V);
      All.expect(fromRaw(X, T));
    }
    RunResult R = All.run();
    EXPECT_EQ(R.How, Outcome::Exited) << R.Why;
    EXPECT_EQ(R.Output, All.Expected);
  }
}

std::vector<OperatorCase> operatorCases() {
  std::vector<OperatorCase> Cases;
  for (unsigned W : Widths) {
    Cases.push_back({W, false, false});
    Cases.push_back({W, true, false});
    Cases.push_back({W, true, true});
  }
  return Cases;
}

std::string caseName(const testing::TestParamInfo<OperatorCase> &I) {
  return (I.param.IsSigned ? "i" : "u") + std::to_string(I.param.Width) +
         (I.param.Wraps ? "wrap" : "");
}

INSTANTIATE_TEST_SUITE_P(Widths, Operators, testing::ValuesIn(operatorCases()),
                         caseName);

TEST(ShiftCounts, OfAnyType) {
  Calculation C{Target()};
  for (unsigned W : Widths)
    for (bool IsSigned : {false, true}) {
      const Type *T = C.B.C.intType(W, IsSigned);
      const Type *Value = C.B.U32;
      C.print(C.B.bin(Op::Shl, C.input(Value, 5), C.input(T, 0)));
      C.expect(fromRaw(5, Value));
      if (W < 7)
        continue;
      C.print(C.B.bin(Op::Shr, C.input(Value, 0xf0000000), C.input(T, 28)));
      C.expect(fromRaw(15, Value));
    }
  RunResult R = C.run();
  EXPECT_EQ(R.Output, C.Expected) << R.Why;
}

TEST(ShiftCounts, OutOfRange) {
  for (unsigned W : {7u, 32u, 64u, 65u, 128u})
    for (SInt128 Count : {SInt128(32), SInt128(-1)}) {
      Calculation C{Target()};
      const Type *T = C.B.C.intType(W, true);
      C.print(
          C.B.bin(Op::Shl, C.input(C.B.U32, 5), C.input(T, UInt128(Count))));
      expectUndefined(C);
    }
  // A count whose low 64 bits look small.
  Calculation C{Target()};
  C.print(C.B.bin(Op::Shl, C.input(C.B.U32, 5),
                  C.input(C.B.C.intType(128, false), UInt128(1) << 64)));
  expectUndefined(C);
}

// Floats.

/// Evaluates \p E (a float of 64 bits), printed exactly.
std::string printReal(ModuleBuilder &B, const Expr *E, InputSource *In) {
  B.call(nullptr, B.declare("printf", B.I32), {B.text("%a"), E});
  B.ret(B.num(0));
  RunOptions O;
  O.Inputs = In;
  RunResult R = run(B.M, O);
  return R.How == Outcome::Exited ? R.Output : R.Why;
}
std::string hostText(double V) {
  char Text[64];
  std::snprintf(Text, sizeof(Text), "%a", V);
  return Text;
}
uint64_t bitsOf(double V) {
  uint64_t B;
  std::memcpy(&B, &V, 8);
  return B;
}

const double Reals[] = {0.0, -0.0, 1.0,    -2.5,     1e300,
                        0.1, 3.0,  1e-310, INFINITY, 16777217.0};

double hostReal(Op O, double A, double B) {
  return O == Op::Add   ? A + B
         : O == Op::Sub ? A - B
         : O == Op::Mul ? A * B
                        : A / B;
}

TEST(Floats, DoubleArithmetic) {
  for (Op O : {Op::Add, Op::Sub, Op::Mul, Op::Div})
    for (double X : Reals)
      for (double Y : Reals) {
        if (std::isnan(hostReal(O, X, Y)))
          continue; // the sign of a NaN is the host's affair
        ModuleBuilder B;
        B.begin("main", B.I32);
        EXPECT_EQ(printReal(B, B.bin(O, B.real(X), B.real(Y)), nullptr),
                  hostText(hostReal(O, X, Y)));
      }
}

TEST(Floats, SingleAndExtendedRound) {
  for (double X : Reals)
    for (double Y : Reals) {
      ModuleBuilder B;
      B.begin("main", B.I32);
      const Type *T = B.F32;
      const Expr *Sum = B.add(B.C.cast(T, B.real(X)), B.C.cast(T, B.real(Y)));
      EXPECT_EQ(printReal(B, B.C.cast(B.F64, Sum), nullptr),
                hostText(double(float(X) + float(Y))));
      ModuleBuilder L;
      L.begin("main", L.I32);
      // Through memory: ten bytes of a variable whose address is taken.
      const Expr *V = L.local("v", L.F80);
      const Expr *P = L.local("p", L.C.pointerType(L.F80));
      L.assign(P, L.C.addrOf(V));
      L.assign(L.C.deref(P), L.bin(Op::Mul, L.C.cast(L.F80, L.real(X)),
                                   L.C.cast(L.F80, L.real(Y))));
      long double Product = static_cast<long double>(X) * Y;
      if (Product == Product)
        EXPECT_EQ(printReal(L, L.C.cast(L.F64, V), nullptr),
                  hostText(double(Product)));
    }
}

TEST(Floats, NegationFlipsTheSign) {
  ModuleBuilder B;
  B.begin("main", B.I32);
  EXPECT_EQ(printReal(B, B.C.unary(Op::Neg, B.real(0.0)), nullptr), "-0x0p+0");
}

TEST(Floats, Comparisons) {
  const double NaN = NAN;
  for (double X : {1.0, 2.0, NaN})
    for (double Y : {1.0, 2.0, NaN}) {
      Calculation C{Target()};
      const Expr *A = C.input(C.B.F64, bitsOf(X));
      const Expr *B = C.input(C.B.F64, bitsOf(Y));
      const std::pair<Op, bool> Cases[] = {{Op::Eq, X == Y}, {Op::Ne, X != Y},
                                           {Op::Lt, X < Y},  {Op::Le, X <= Y},
                                           {Op::Gt, X > Y},  {Op::Ge, X >= Y}};
      for (auto [O, Holds] : Cases) {
        C.print(C.B.bin(O, A, B));
        C.expect(Bits(Holds));
      }
      RunResult R = C.run();
      EXPECT_EQ(R.Output, C.Expected) << R.Why;
    }
}

TEST(Floats, ToIntegers) {
  struct {
    double From;
    unsigned Width;
    bool IsSigned;
    std::optional<SInt128> To;
  } const Cases[] = {
      {1.9, 32, true, 1},
      {-1.9, 32, true, -1},
      {2147483647.5, 32, true, 2147483647},
      {2147483648.0, 32, true, {}},
      {-2147483648.9, 32, true, -2147483648LL},
      {-2147483649.0, 32, true, {}},
      {-0.9, 8, false, 0},
      {-1.0, 8, false, {}},
      {255.9, 8, false, 255},
      {256.0, 8, false, {}},
      {9223372036854775808.0, 64, true, {}},
      {9223372036854775808.0, 64, false, SInt128(1) << 63},
      {18446744073709551616.0, 64, false, {}},
      {18446744073709551616.0, 65, false, SInt128(1) << 64},
      {-1e30, 128, true, SInt128(-1e30)},
      {1e39, 128, false, {}},
      {NAN, 64, true, {}},
      {INFINITY, 128, false, {}},
  };
  for (const auto &K : Cases) {
    SCOPED_TRACE(std::to_string(K.From) + " to " + std::to_string(K.Width));
    Calculation C{Target()};
    const Type *T = C.B.C.intType(K.Width, K.IsSigned);
    C.print(C.B.C.cast(T, C.input(C.B.F64, bitsOf(K.From))));
    if (!K.To) {
      expectUndefined(C);
      continue;
    }
    C.expect(fromRaw(UInt128(*K.To), T));
    RunResult R = C.run();
    EXPECT_EQ(R.Output, C.Expected) << R.Why;
  }
}

TEST(Floats, FromIntegers) {
  struct {
    unsigned Width;
    bool IsSigned;
    UInt128 From;
    double To;
  } const Cases[] = {
      {32, true, UInt128(-5), -5.0},
      {64, false, ~uint64_t(0), 18446744073709551615.0},
      {64, true, ~uint64_t(0), -1.0},
      {7, true, 0x7f, -1.0},
      {7, false, 0x7f, 127.0},
      {128, true, ~UInt128(0), -1.0},
      {128, false, UInt128(1) << 127, std::ldexp(1.0, 127)},
  };
  for (const auto &K : Cases) {
    ModuleBuilder B;
    B.begin("main", B.I32);
    const Expr *X = B.local("x", B.C.intType(K.Width, K.IsSigned));
    B.havoc(X, Reason::Nondeterministic);
    ListedInputs In({K.From}, {});
    EXPECT_EQ(printReal(B, B.C.cast(B.F64, X), &In), hostText(K.To));
  }
}

TEST(Floats, OtherWidthsAreRefused) {
  for (unsigned W : {16u, 128u}) {
    ModuleBuilder B;
    B.begin("main", B.I32);
    const Type *T = B.C.floatType(W, W / 8, W / 8);
    const Expr *X = B.local("x", T);
    B.assign(X, B.C.floatConst(T, 0));
    B.assign(X, B.add(X, X));
    B.ret(B.num(0));
    EXPECT_EQ(run(B.M, {}).How, Outcome::Refused);
  }
}

TEST(Folding, ProductOfBigUnsignedConstants) {
  ModuleBuilder B;
  const Expr *Max = B.num(B.U64, -1);
  EXPECT_TRUE(B.bin(Op::Mul, Max, Max)->isInt(1));
}

} // namespace
