// How the integers of the intermediate language are told to the solver. There
// are two ways that must agree: as integers with bounds, where all operations
// are linear, and as bit-vectors, where all operations are.
//
// An operation gives its value, and the condition under which that is right:
// where it fails the program's own operation is undefined. Booleans (one bit
// without sign) are no numbers here but the solver's Booleans.

#ifndef PREDABS_PREDICATES_PROVER_NUMBERS_H
#define PREDABS_PREDICATES_PROVER_NUMBERS_H

#include "predicates/ir/Expr.h"
#include "predicates/prover/Solver.h"

#include <optional>

namespace predabs::prover {

/// An integer type as the arithmetic sees it; a pointer is an unsigned one.
struct NumberKind {
  unsigned Width = 0;
  bool Signed = false;

  bool operator==(const NumberKind &) const = default;
  auto operator<=>(const NumberKind &) const = default;
  bool isBoolean() const { return Width == 1 && !Signed; }
  /// Whether each number of \p Other is one of these.
  bool includes(NumberKind Other) const {
    return Signed == Other.Signed ? Width >= Other.Width
                                  : Signed && Width > Other.Width;
  }
};

/// The kind of an integer or pointer type.
inline NumberKind kindOf(const ir::Type *T) {
  return {T->width(), T->isSigned()};
}

/// A number, with its bits where they are known.
struct Number {
  Term Value;
  std::optional<ir::UInt128> Bits = std::nullopt;
};

struct Computed {
  Term Value;
  Term Def;
};

class Numbers {
public:
  Numbers(Solver &S, const ir::Target &T) : S(S), Target(T) {}
  virtual ~Numbers() = default;

  virtual Sort sort(NumberKind K) const = 0;
  virtual Term constant(NumberKind K, ir::UInt128 Bits) = 0;
  /// What holds of every value of \p K.
  virtual Term range(NumberKind K, Term A) = 0;

  virtual Computed unary(ir::Op O, NumberKind K, Term A) = 0;
  virtual Computed binary(ir::Op O, NumberKind K, Number A, Number B) = 0;
  /// A shift by \p Count, which is of kind \p C.
  virtual Computed shift(ir::Op O, NumberKind K, Number A, NumberKind C,
                         Number Count) = 0;
  virtual Term compare(ir::Op O, NumberKind K, Term A, Term B) = 0;
  /// The sum, difference or product of two numbers of kind \p Wide, in which
  /// it has room.
  virtual Term exact(ir::Op O, NumberKind Wide, Number A, Number B) = 0;
  /// \p A of kind \p From as one of \p Wide, which includes that.
  virtual Term widened(NumberKind Wide, NumberKind From, Term A) = 0;
  virtual Term convert(NumberKind To, NumberKind From, Term A) = 0;
  virtual Term fromBoolean(NumberKind To, Term A) = 0;
  virtual Term lowBit(NumberKind From, Term A) = 0;

  // Addresses. Memory is looked up at sums that may be no address; address()
  // makes one of them. With Target::WrapSigned addresses wrap too.
  /// Address + Scale * Index, where \p Index is of kind distanceKind().
  virtual Computed plus(Term Address, Term Index, uint64_t Scale) = 0;
  virtual Computed plus(Term Address, int64_t Bytes) = 0;
  /// The address that is meant by \p Sum.
  virtual Computed address(Term Sum) = 0;
  /// (A - B) / Scale.
  virtual Computed difference(Term A, Term B, uint64_t Scale) = 0;
  /// \p Bytes bytes, at least one, lie at \p Address, and another address
  /// behind them.
  virtual Term fits(Term Address, uint64_t Bytes) = 0;
  /// The \p Bytes bytes at \p A, which fit, all lie before \p B.
  virtual Term before(Term A, uint64_t Bytes, Term B) = 0;

  const ir::Target &target() const { return Target; }
  NumberKind addressKind() const { return {Target.PointerBytes * 8, false}; }
  NumberKind distanceKind() const { return {Target.PointerBytes * 8, true}; }

protected:
  Solver &S;
  const ir::Target Target;
};

std::unique_ptr<Numbers> linearIntegers(Solver &S, const ir::Target &T);
std::unique_ptr<Numbers> bitVectors(Solver &S, const ir::Target &T);

/// Whether linearIntegers can express the operation of \p E itself.
bool isLinear(const ir::Expr *E);

} // namespace predabs::prover

#endif
