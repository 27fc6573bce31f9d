// The operators of the intermediate language on bit-vectors: what they give,
// and when an execution that evaluates them goes on. The same as the
// interpreter's (interpreter/Operations.h), for values that are not known.

#ifndef PREDABS_PREDICATES_PATH_ARITHMETIC_H
#define PREDABS_PREDICATES_PATH_ARITHMETIC_H

#include "predicates/ir/Module.h"
#include "predicates/prover/BitTerms.h"

#include <map>
#include <tuple>

namespace predabs::path {

using prover::BitOp;
using prover::BitTerm;
using prover::BitTerms;

/// A value, and when evaluating it is defined. Nothing: there is no model.
struct Computed {
  BitTerm Value;
  BitTerm Def = BitTerms::yes();
};

class Arithmetic {
public:
  Arithmetic(BitTerms &T, const ir::Target &Target) : T(T), Target(Target) {}

  std::optional<Computed> unary(ir::Op O, const ir::Type *Ty, BitTerm A);
  /// All but LAnd, LOr, PtrAdd and PtrDiff; \p Ty is the left operand's type,
  /// \p CountTy the right one's.
  std::optional<Computed> binary(ir::Op O, const ir::Type *Ty,
                                 const ir::Type *CountTy, BitTerm A, BitTerm B);
  std::optional<Computed> cast(const ir::Type *To, const ir::Type *From,
                               BitTerm A);
  /// \p A, an integer or pointer of type \p From, with \p Width bits.
  BitTerm resize(BitTerm A, const ir::Type *From, unsigned Width);

  /// \p Base plus \p Index times \p Size, without leaving the address space.
  Computed element(BitTerm Base, BitTerm Index, const ir::Type *IndexTy,
                   uint64_t Size);
  Computed difference(BitTerm A, BitTerm B, uint64_t Size);

private:
  bool wraps(const ir::Type *Ty) const {
    return !Ty->isSigned() || Target.WrapSigned;
  }
  BitTerm sign(BitTerm A) { return T.extract(A, T.width(A) - 1, 1); }
  BitTerm lowest(unsigned Width) {
    return T.number(Width, ir::UInt128(1) << (Width - 1));
  }
  Computed sum(const ir::Type *Ty, BitTerm A, BitTerm B);
  Computed difference(const ir::Type *Ty, BitTerm A, BitTerm B);
  Computed product(const ir::Type *Ty, BitTerm A, BitTerm B);
  BitTerm productFits(BitTerm A, BitTerm B);
  BitTerm productWithFits(BitTerm A, ir::SInt128 Factor);
  Computed quotient(ir::Op O, const ir::Type *Ty, BitTerm A, BitTerm B);
  Computed shift(ir::Op O, const ir::Type *Ty, const ir::Type *CountTy,
                 BitTerm A, BitTerm Count);
  BitTerm compare(ir::Op O, const ir::Type *Ty, BitTerm A, BitTerm B);
  BitTerm countLeadingZeros(BitTerm A);
  BitTerm countTrailingZeros(BitTerm A);
  BitTerm popCount(BitTerm A);
  BitTerm byteSwap(BitTerm A);
  std::optional<Computed> real(ir::Op O, const ir::Type *Ty, BitTerm A,
                               BitTerm B);
  std::optional<Computed> realCast(const ir::Type *To, const ir::Type *From,
                                   BitTerm A);

  BitTerms &T;
  const ir::Target &Target;
  using FunctionKey = std::tuple<ir::Op, uint32_t, uint32_t, bool>;
  std::map<FunctionKey, uint32_t> Functions;
};

} // namespace predabs::path

#endif
