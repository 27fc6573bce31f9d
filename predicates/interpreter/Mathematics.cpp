// Functions of floating-point numbers whose results IEEE 754 gives to the last
// bit, see Library.h: the same on every machine. Others, as sin, have no model.

#include "predicates/interpreter/Library.h"

#include <bit>
#include <cmath>

namespace predabs::ir::interp {

namespace {

template <class Real> struct BitsOf {
  using Type = uint64_t;
};
template <> struct BitsOf<float> {
  using Type = uint32_t;
};

template <class Real> Real real(const LibraryCall &C, size_t I) {
  return std::bit_cast<Real>(typename BitsOf<Real>::Type(C.word(I)));
}

/// Calls \p F with a number of the type that argument 0 has.
template <class Fn> void forReal(LibraryCall &C, Fn F) {
  const Type *T = C.Args[0].Ty;
  if (T->isFloat() && T->width() == 64)
    F(double());
  else if (T->isFloat() && T->width() == 32)
    F(float());
  else
    C.refuse("'" + C.Callee.Name + "' of this type");
}

template <class Real> void give(LibraryCall &C, Real V) {
  if (C.Callee.Ty->inner() != C.Args[0].Ty)
    return C.refuse("'" + C.Callee.Name + "' with unusual types");
  C.Result = std::bit_cast<typename BitsOf<Real>::Type>(V);
}

bool haveOneType(const LibraryCall &C) {
  for (const Argument &A : C.Args)
    if (A.Ty != C.Args[0].Ty)
      return false;
  return true;
}

template <class Fn> void unary(LibraryCall &C, Fn F) {
  forReal(C, [&](auto Kind) { give(C, F(real<decltype(Kind)>(C, 0))); });
}

template <class Fn> void binary(LibraryCall &C, Fn F) {
  if (!haveOneType(C))
    return C.refuse("'" + C.Callee.Name + "' with unusual types");
  forReal(C, [&](auto Kind) {
    using Real = decltype(Kind);
    give(C, F(real<Real>(C, 0), real<Real>(C, 1)));
  });
}

/// Of two zeros either may be given, and of a signalling NaN not much is
/// known.
template <class Real> bool isPlain(Real A, Real B) {
  return !std::isnan(A) && !std::isnan(B) && !(A == 0 && B == 0);
}
template <class Fn> void ofPlain(LibraryCall &C, Fn F) {
  bool IsPlain = true;
  forReal(C, [&](auto Kind) {
    using Real = decltype(Kind);
    IsPlain = isPlain(real<Real>(C, 0), real<Real>(C, 1));
  });
  if (!IsPlain)
    return C.refuse("'" + C.Callee.Name + "' of unusual numbers");
  if (!C.M.hasStopped())
    binary(C, F);
}

} // namespace

void modelFabs(LibraryCall &C) {
  unary(C, [](auto V) { return std::fabs(V); });
}
void modelSqrt(LibraryCall &C) {
  unary(C, [](auto V) { return std::sqrt(V); });
}
void modelFloor(LibraryCall &C) {
  unary(C, [](auto V) { return std::floor(V); });
}
void modelCeil(LibraryCall &C) {
  unary(C, [](auto V) { return std::ceil(V); });
}
void modelTrunc(LibraryCall &C) {
  unary(C, [](auto V) { return std::trunc(V); });
}
void modelRound(LibraryCall &C) {
  unary(C, [](auto V) { return std::round(V); });
}
void modelFmax(LibraryCall &C) {
  ofPlain(C, [](auto A, auto B) { return std::fmax(A, B); });
}
void modelFmin(LibraryCall &C) {
  ofPlain(C, [](auto A, auto B) { return std::fmin(A, B); });
}
void modelCopysign(LibraryCall &C) {
  binary(C, [](auto A, auto B) { return std::copysign(A, B); });
}
void modelFmod(LibraryCall &C) {
  binary(C, [](auto A, auto B) { return std::fmod(A, B); });
}

} // namespace predabs::ir::interp
