// The solver behind the prover: builds formulas and asks whether they can
// hold. A formula is a handle, so that no header knows the library; what it
// reports as an exception passes through as a std::exception.
//
// Two scopes exist that do not see each other, one for each theory, because
// neither gets faster by knowing the other's formulas.

#ifndef PREDABS_PREDICATES_PROVER_SOLVER_H
#define PREDABS_PREDICATES_PROVER_SOLVER_H

#include "predicates/ir/Int128.h"
#include "predicates/prover/Prover.h"

#include <memory>
#include <string>
#include <vector>

namespace predabs::prover {

/// A formula or a term of the solver that made it; by default `true`.
struct Term {
  uint32_t Id = 0;

  bool isTrue() const { return Id == 0; }
};

struct Sort {
  enum class Kind : uint8_t { Boolean, Integer, Bits };
  Kind What = Kind::Boolean;
  unsigned Width = 0; ///< of Bits
};

enum class Operator : uint8_t {
  Not,
  And,
  Or,
  Implies,
  Equal, ///< of any two terms of one sort
  // Integers. Of Div and Mod the right one is a positive number: they round
  // down.
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  Less,
  LessEqual,
  // Bit-vectors of one width.
  BitNot,
  BitNeg,
  BitAnd,
  BitOr,
  BitXor,
  BitAdd,
  BitSub,
  BitMul,
  UnsignedDiv,
  UnsignedRem,
  SignedDiv,
  SignedRem,
  ShiftLeft,
  ShiftRight,
  ShiftRightSigned,
  UnsignedLess,
  UnsignedLessEqual,
  SignedLess,
  SignedLessEqual,
  UnsignedMulFits, ///< the product needs no more bits
};

enum class Theory : uint8_t { Integers, Bits };

class Solver {
public:
  /// \p UnitsPerCheck 0: no limit.
  explicit Solver(uint64_t UnitsPerCheck);
  ~Solver();
  Solver(const Solver &) = delete;
  Solver &operator=(const Solver &) = delete;

  // Terms.
  Term boolean(bool B);
  Term number(const std::string &Decimal);
  Term bits(unsigned Width, ir::UInt128 Value);
  /// A symbol of its own each time.
  Term symbol(Sort S);
  /// A function of its own; apply() takes its number.
  uint32_t function(Sort From, Sort To);
  Term apply(uint32_t Function, Term A);

  Term make(Operator O, Term A);
  Term make(Operator O, Term A, Term B);
  Term ite(Term C, Term A, Term B);
  Term extract(Term A, unsigned High, unsigned Low);
  Term zeroExtend(Term A, unsigned Bits);
  Term signExtend(Term A, unsigned Bits);
  /// Terms made so far: all are kept.
  size_t numTerms() const;

  // Questions. Between open() and close() what is assumed holds for all.
  void open(Theory T);
  void close();
  void assume(Term A);
  /// Whether \p Symbols[i] can be the truth values that \p Asked says.
  Answer check(const std::vector<Term> &Symbols,
               const std::vector<Literal> &Asked);
  /// After Yes: the value of each symbol.
  std::vector<bool> values(const std::vector<Term> &Symbols);
  /// The truth values of \p Of in those of the last states found, in any scope
  /// of \p T, in which all of \p Conditions hold.
  std::vector<std::vector<bool>> recall(Theory T,
                                        const std::vector<Term> &Conditions,
                                        const std::vector<Term> &Of);
  /// After No: positions in Asked, ascending.
  std::vector<uint32_t> core();
  /// Resource units spent so far, modulo 2^32.
  uint32_t units();

private:
  class Library;
  std::unique_ptr<Library> Z3;
};

} // namespace predabs::prover

#endif
