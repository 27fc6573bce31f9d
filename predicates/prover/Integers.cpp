// Integers with bounds, see Numbers.h. A number of the program is the same
// number to the solver; what wraps in the program is brought back into range.

#include "predicates/prover/Numbers.h"

#include "predicates/ir/Syntax.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <vector>

namespace predabs::prover {

using ir::decimal;
using ir::Op;
using ir::SInt128;
using ir::UInt128;

namespace {

/// Neighbouring ones in a mask: the bits [Low, High).
struct Run {
  unsigned Low, High;
};

/// The runs of ones in the low \p Width bits of \p Mask.
std::vector<Run> runsIn(UInt128 Mask, unsigned Width) {
  std::vector<Run> Runs;
  for (unsigned I = 0; I < Width; ++I) {
    if (!(Mask >> I & 1))
      continue;
    if (Runs.empty() || Runs.back().High != I)
      Runs.push_back({I, I});
    Runs.back().High = I + 1;
  }
  return Runs;
}

/// A mask with more runs than this is left to bit-vectors.
constexpr size_t MaxRuns = 2;

class Integers : public Numbers {
public:
  using Numbers::Numbers;

  Sort sort(NumberKind) const override { return {Sort::Kind::Integer, 0}; }
  Term constant(NumberKind K, UInt128 Bits) override;
  Term range(NumberKind K, Term A) override { return inRange(K, A); }
  Computed unary(Op O, NumberKind K, Term A) override;
  Computed binary(Op O, NumberKind K, Number A, Number B) override;
  Computed shift(Op O, NumberKind K, Number A, NumberKind C,
                 Number Count) override;
  Term compare(Op O, NumberKind K, Term A, Term B) override;
  Term exact(Op O, NumberKind Wide, Number A, Number B) override;
  Term widened(NumberKind, NumberKind, Term A) override { return A; }
  Term convert(NumberKind To, NumberKind From, Term A) override;
  Term fromBoolean(NumberKind To, Term A) override {
    return S.ite(A, constant(To, 1), number(0));
  }
  Term lowBit(NumberKind, Term A) override {
    return equal(mod(A, power(1)), number(1));
  }
  Computed plus(Term Address, Term Index, uint64_t Scale) override {
    return {add(Address, times(Index, decimal(UInt128(Scale)))), {}};
  }
  Computed plus(Term Address, int64_t Bytes) override {
    return {Bytes ? add(Address, number(decimal(SInt128(Bytes)))) : Address,
            {}};
  }
  Computed address(Term Sum) override;
  Computed difference(Term A, Term B, uint64_t Scale) override;
  Term fits(Term Address, uint64_t Bytes) override {
    return lessEqual(add(Address, number(Bytes)), highest(addressKind()));
  }
  Term before(Term A, uint64_t Bytes, Term B) override {
    return lessEqual(add(A, number(Bytes)), B);
  }

private:
  // Numbers of the solver.
  Term number(const std::string &Decimal);
  Term number(uint64_t V) { return number(decimal(UInt128(V))); }
  Term power(unsigned K) { return number(powerText(K)); }
  static std::string powerText(unsigned K);
  Term lowest(NumberKind K);
  Term highest(NumberKind K);

  Term add(Term A, Term B) { return S.make(Operator::Add, A, B); }
  Term sub(Term A, Term B) { return S.make(Operator::Sub, A, B); }
  Term negate(Term A) { return sub(number(0), A); }
  Term times(Term A, const std::string &Factor);
  Term div(Term A, Term B) { return S.make(Operator::Div, A, B); }
  Term mod(Term A, Term B) { return S.make(Operator::Mod, A, B); }
  Term equal(Term A, Term B) { return S.make(Operator::Equal, A, B); }
  Term less(Term A, Term B) { return S.make(Operator::Less, A, B); }
  Term lessEqual(Term A, Term B) { return S.make(Operator::LessEqual, A, B); }
  Term both(Term A, Term B) { return S.make(Operator::And, A, B); }
  Term negation(Term A) { return S.make(Operator::Not, A); }

  Term inRange(NumberKind K, Term A) {
    return both(lessEqual(lowest(K), A), lessEqual(A, highest(K)));
  }
  bool wraps(NumberKind K) const { return !K.Signed || Target.WrapSigned; }
  /// \p A brought into the range, from anywhere.
  Term reduce(NumberKind K, Term A);
  /// The same for what is out of range by less than its size.
  Term reduceOnce(NumberKind K, Term A);
  Computed sum(NumberKind K, Term R);
  Computed product(NumberKind K, Number A, Number B);
  Computed quotient(Op O, NumberKind K, Term A, UInt128 Divisor);
  Term truncated(Operator O, NumberKind K, Term A, Term Magnitude);
  Term masked(NumberKind K, Term A, UInt128 Mask);
  Term bitwise(Op O, NumberKind K, Number A, Number B);

  std::map<std::string, Term> Known;
};

Term Integers::number(const std::string &Decimal) {
  auto [It, IsNew] = Known.try_emplace(Decimal);
  if (IsNew)
    It->second = S.number(Decimal);
  return It->second;
}

std::string Integers::powerText(unsigned K) {
  return K < 128 ? decimal(UInt128(1) << K)
                 : "340282366920938463463374607431768211456";
}

Term Integers::lowest(NumberKind K) {
  return K.Signed ? number("-" + powerText(K.Width - 1)) : number(0);
}

Term Integers::highest(NumberKind K) {
  return number(decimal(ir::truncateTo(~UInt128(0), K.Width - K.Signed)));
}

Term Integers::constant(NumberKind K, UInt128 Bits) {
  return number(K.Signed ? decimal(ir::signExtend(Bits, K.Width))
                         : decimal(Bits));
}

Term Integers::times(Term A, const std::string &Factor) {
  return Factor == "1" ? A : S.make(Operator::Mul, number(Factor), A);
}

Term Integers::reduce(NumberKind K, Term A) {
  Term M = mod(A, power(K.Width));
  if (!K.Signed)
    return M;
  return S.ite(lessEqual(M, highest(K)), M, sub(M, power(K.Width)));
}

Term Integers::reduceOnce(NumberKind K, Term A) {
  Term Up = S.ite(less(A, lowest(K)), add(A, power(K.Width)), A);
  return S.ite(lessEqual(A, highest(K)), Up, sub(A, power(K.Width)));
}

Computed Integers::sum(NumberKind K, Term R) {
  if (wraps(K))
    return {reduceOnce(K, R), {}};
  return {R, inRange(K, R)};
}

Computed Integers::product(NumberKind K, Number A, Number B) {
  if (!B.Bits)
    std::swap(A, B);
  assert(B.Bits && "not linear");
  std::string Factor =
      K.Signed ? decimal(ir::signExtend(*B.Bits, K.Width)) : decimal(*B.Bits);
  Term R = times(A.Value, Factor);
  if (wraps(K))
    return {reduce(K, R), {}};
  return {R, inRange(K, R)};
}

/// The division of the language rounds towards zero, the solver's down.
Term Integers::truncated(Operator O, NumberKind K, Term A, Term Magnitude) {
  Term Up = S.make(O, A, Magnitude);
  if (!K.Signed)
    return Up;
  Term Down = negate(S.make(O, negate(A), Magnitude));
  return S.ite(lessEqual(number(0), A), Up, Down);
}

Computed Integers::quotient(Op O, NumberKind K, Term A, UInt128 Divisor) {
  if (Divisor == 0)
    return {number(0), S.boolean(false)};
  SInt128 Signed = K.Signed ? ir::signExtend(Divisor, K.Width) : SInt128(1);
  UInt128 Magnitude = Signed < 0 ? UInt128(0) - UInt128(Signed) : Divisor;
  Term By = number(decimal(Magnitude));
  Term Def = Signed == -1 ? negation(equal(A, lowest(K))) : Term();
  if (O == Op::Rem)
    return {truncated(Operator::Mod, K, A, By), Def};
  Term Q = truncated(Operator::Div, K, A, By);
  return {Signed < 0 ? negate(Q) : Q, Def};
}

/// Numbers are divided rounding down, so this is right for negative ones too.
Term Integers::masked(NumberKind K, Term A, UInt128 Mask) {
  Term Sum = number(0);
  bool IsFirst = true;
  for (Run R : runsIn(Mask, K.Width)) {
    Term Part = R.Low ? div(A, power(R.Low)) : A;
    if (R.High < K.Width)
      Part = mod(Part, power(R.High - R.Low));
    Part = times(Part, powerText(R.Low));
    Sum = IsFirst ? Part : add(Sum, Part);
    IsFirst = false;
  }
  return Sum;
}

/// By a constant mask m: a | m is a + m - (a & m), a ^ m the same less (a & m)
/// once more.
Term Integers::bitwise(Op O, NumberKind K, Number A, Number B) {
  if (!B.Bits)
    std::swap(A, B);
  Term Common = masked(K, A.Value, *B.Bits);
  if (O == Op::And)
    return Common;
  Term Or = sub(add(A.Value, B.Value), Common);
  return O == Op::Or ? Or : sub(Or, Common);
}

Computed Integers::unary(Op O, NumberKind K, Term A) {
  if (O == Op::BitNot)
    return {sub(K.Signed ? number("-1") : highest(K), A), {}};
  assert(O == Op::Neg && "not linear");
  return sum(K, negate(A));
}

Computed Integers::binary(Op O, NumberKind K, Number A, Number B) {
  switch (O) {
  case Op::Add:
    return sum(K, add(A.Value, B.Value));
  case Op::Sub:
    return sum(K, sub(A.Value, B.Value));
  case Op::Mul:
    return product(K, A, B);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return {bitwise(O, K, A, B), {}};
  default:
    return quotient(O, K, A.Value, *B.Bits);
  }
}

Term Integers::exact(Op O, NumberKind Wide, Number A, Number B) {
  if (O == Op::Add)
    return add(A.Value, B.Value);
  if (O == Op::Sub)
    return sub(A.Value, B.Value);
  if (!B.Bits)
    std::swap(A, B);
  return times(A.Value, decimal(ir::signExtend(*B.Bits, Wide.Width)));
}

Computed Integers::shift(Op O, NumberKind K, Number A, NumberKind C,
                         Number Count) {
  bool IsNegative = C.Signed && ir::signExtend(*Count.Bits, C.Width) < 0;
  if (IsNegative || *Count.Bits >= K.Width)
    return {number(0), S.boolean(false)};
  if (O == Op::Shr)
    return {div(A.Value, power(unsigned(*Count.Bits))), {}};
  return {reduce(K, times(A.Value, powerText(unsigned(*Count.Bits)))), {}};
}

Term Integers::compare(Op O, NumberKind, Term A, Term B) {
  switch (O) {
  case Op::Eq:
    return equal(A, B);
  case Op::Ne:
    return negation(equal(A, B));
  case Op::Lt:
    return less(A, B);
  case Op::Le:
    return lessEqual(A, B);
  case Op::Gt:
    return less(B, A);
  default:
    return lessEqual(B, A);
  }
}

Term Integers::convert(NumberKind To, NumberKind From, Term A) {
  if (To.includes(From))
    return A;
  if (To.Width < From.Width)
    return reduce(To, A);
  return reduceOnce(To, A);
}

Computed Integers::address(Term Sum) {
  if (Target.WrapSigned)
    return {reduce(addressKind(), Sum), {}};
  return {Sum, inRange(addressKind(), Sum)};
}

Computed Integers::difference(Term A, Term B, uint64_t Scale) {
  Computed R = sum(distanceKind(), sub(A, B));
  if (Scale == 1)
    return R;
  Term By = number(Scale);
  Term Exact = equal(mod(R.Value, By), number(0));
  return {div(R.Value, By), both(R.Def, Exact)};
}

} // namespace

std::unique_ptr<Numbers> linearIntegers(Solver &S, const ir::Target &T) {
  return std::make_unique<Integers>(S, T);
}

namespace {

bool isKnown(const ir::Expr *E) { return E->kind() == ir::ExprKind::Int; }

bool isSimpleMask(const ir::Expr *E) {
  return isKnown(E) && runsIn(E->bits(), E->type()->width()).size() <= MaxRuns;
}

bool isLinearBinary(Op O, const ir::Expr *A, const ir::Expr *B) {
  switch (O) {
  case Op::Mul:
    return isKnown(A) || isKnown(B);
  case Op::Div:
  case Op::Rem:
  case Op::Shl:
  case Op::Shr:
    return isKnown(B);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return isSimpleMask(A) || isSimpleMask(B);
  default:
    return true;
  }
}

} // namespace

bool isLinear(const ir::Expr *E) {
  if (!E->type()->isInt() || E->type()->isBool())
    return true;
  if (E->kind() == ir::ExprKind::Unary)
    return E->op() == Op::Neg || E->op() == Op::BitNot;
  if (E->kind() == ir::ExprKind::Binary)
    return isLinearBinary(E->op(), E->operand(0), E->operand(1));
  return true;
}

} // namespace predabs::prover
