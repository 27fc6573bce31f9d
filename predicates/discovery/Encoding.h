// Expressions as terms of Horn clauses. Numbers are integers without bounds,
// pointers addresses in bytes, bools 0 and 1. What linear arithmetic cannot say
// (products, most bit operations, floats) is a value of which only the range is
// known. This loses overflow and wrap-around: what comes out is a guess about
// the program, not a fact.

#ifndef PREDABS_PREDICATES_DISCOVERY_ENCODING_H
#define PREDABS_PREDICATES_DISCOVERY_ENCODING_H

#include "predicates/discovery/Cells.h"
#include "predicates/prover/Horn.h"

namespace predabs::horn {

/// What cells hold.
using State = std::map<const ir::Expr *, prover::HornTerm, ById>;

/// The variables and conditions of a clause in the making.
class Encoding {
public:
  Encoding(ir::Context &Ctx, prover::HornSystem &S) : Ctx(Ctx), S(S) {}

  /// A number of type \p T about which nothing else is known.
  prover::HornTerm unknown(const ir::Type *T);
  /// What \p Cell holds, if nothing is known of it but that addresses differ.
  prover::HornTerm unknownCell(const ir::Expr *Cell);
  /// The value of \p E, a number, where cells hold what \p In says; those that
  /// it does not know get values there.
  prover::HornTerm number(const ir::Expr *E, State &In);
  /// The same of a bool, as a condition.
  prover::HornTerm condition(const ir::Expr *E, State &In);

  /// Values that nobody knows are others from now on.
  void forget() { Named.clear(); }

  std::vector<prover::HornTerm> Conditions;

private:
  using Term = prover::HornTerm;
  using Terms = std::map<const ir::Expr *, Term, ById>;
  void encode(const ir::Expr *Root, State &In, Terms &Known);
  Term make(const ir::Expr *E, State &In, const Terms &Known);
  Term makeUnary(const ir::Expr *E, const Terms &Known);
  Term makeBinary(const ir::Expr *E, const Terms &Known);
  Term makeArithmetic(const ir::Expr *E, Term A, Term B);
  Term makeLogic(const ir::Expr *E, Term A, Term B);
  Term makeBits(const ir::Expr *E, Term A, Term B);
  Term makeShift(const ir::Expr *E, Term A, Term Count);
  Term makeAnd(const ir::Expr *E, Term A, Term B);
  Term makeCast(const ir::Expr *E, Term A);
  Term makeAddress(const ir::Expr *E, const Terms &Known);
  enum class Rounding : uint8_t { Down, ToZero };
  /// Quotient and remainder.
  std::pair<Term, Term> divide(Term A, ir::SInt128 By, Rounding To);
  /// Between what stands for \p E, a condition if that is a bool, and numbers.
  Term asNumber(const ir::Expr *E, Term A);
  Term fromNumber(const ir::Expr *E, Term A);

  ir::Context &Ctx;
  prover::HornSystem &S;
  uint32_t NumVariables = 0;
  /// Unknown values that have a name.
  std::map<const ir::Expr *, Term, ById> Named;
  std::vector<Term> Addresses; ///< of variables
  /// Conditions `1 <= x` of numbers x that are 0 or 1.
  std::map<Term, Term> Truths;
};

/// What holds of every number of type \p T, if that is worth saying.
std::optional<ir::SInt128> leastOf(const ir::Type *T);
std::optional<ir::SInt128> greatestOf(const ir::Type *T);

} // namespace predabs::horn

#endif
