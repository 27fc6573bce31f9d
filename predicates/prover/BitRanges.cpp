// Between which numbers a term lies, see BitTerms.h: a remainder is less than
// its divisor, which bit by bit is hard to see.

#include "predicates/prover/BitTerms.h"

#include <algorithm>

namespace predabs::prover {

namespace {

/// Terms are looked into no deeper.
constexpr unsigned MaxDepth = 4;

SInt128 most(unsigned Width) {
  return SInt128((UInt128(1) << (Width - 1)) - 1);
}

} // namespace

BitTerms::Range BitTerms::rangeOf(BitTerm T, unsigned Depth) const {
  const Node &N = node(T);
  Range All = {-most(N.Width) - 1, most(N.Width)};
  if (N.What == BitOp::Constant)
    return {ir::signExtend(N.Value, N.Width), ir::signExtend(N.Value, N.Width)};
  if (Depth >= MaxDepth)
    return All;
  switch (N.What) {
  case BitOp::ZeroExtend:
    return width(N.A) < N.Width
               ? Range{0, SInt128(~UInt128(0) >> (128 - width(N.A)))}
               : All;
  case BitOp::SignExtend:
    return rangeOf(N.A, Depth + 1);
  case BitOp::And:
    return rangeOfAnd(N, All);
  case BitOp::SignedRem:
  case BitOp::UnsignedRem:
    return rangeOfRemainder(N, All, Depth);
  case BitOp::Ite: {
    Range A = rangeOf(N.B, Depth + 1), B = rangeOf(N.C, Depth + 1);
    return {std::min(A.Low, B.Low), std::max(A.High, B.High)};
  }
  default:
    return All;
  }
}

BitTerms::Range BitTerms::rangeOfAnd(const Node &N, Range All) const {
  for (BitTerm Mask : {N.A, N.B})
    if (isConstant(Mask) && ir::signExtend(value(Mask), N.Width) >= 0)
      return {0, SInt128(value(Mask))};
  return All;
}

BitTerms::Range BitTerms::rangeOfRemainder(const Node &N, Range All,
                                           unsigned Depth) const {
  SInt128 By = isConstant(N.B) ? ir::signExtend(value(N.B), N.Width) : 0;
  // By what is negative, to an unsigned one, is no small number.
  if (By == 0 || By == All.Low || (By < 0 && N.What == BitOp::UnsignedRem))
    return All;
  SInt128 Bound = (By < 0 ? -By : By) - 1;
  bool IsPositive =
      N.What == BitOp::UnsignedRem || rangeOf(N.A, Depth + 1).Low >= 0;
  return {IsPositive ? 0 : -Bound, Bound};
}

BitTerm BitTerms::simplifyLess(const Node &N) {
  Range A = rangeOf(N.A), B = rangeOf(N.B);
  // Of numbers that are not negative the order is the same without signs.
  if (N.What == BitOp::UnsignedLess && (A.Low < 0 || B.Low < 0))
    return intern(N);
  return A.High < B.Low ? yes() : A.Low >= B.High ? no() : intern(N);
}

} // namespace predabs::prover
