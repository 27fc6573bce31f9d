// Comparisons of linear sums, and how a person writes them: `i - n + 1 <= 0` is
// `i < n`, `x - 2 * y == 0` is `x == 2 * y`. A comparison that the program has
// is written as the program does.

#ifndef PREDABS_PREDICATES_DISCOVERY_SUMS_H
#define PREDABS_PREDICATES_DISCOVERY_SUMS_H

#include "predicates/ir/Context.h"

#include <map>
#include <optional>

namespace predabs::horn {

/// Sum of factor * term, and a constant. The terms are numbers or pointers,
/// these in bytes.
struct Linear {
  struct ById {
    bool operator()(const ir::Expr *A, const ir::Expr *B) const {
      return A->id() < B->id();
    }
  };
  std::map<const ir::Expr *, ir::SInt128, ById> Factors; ///< none is 0
  ir::SInt128 Constant = 0;

  void add(const Linear &O, ir::SInt128 Times);
  void add(const ir::Expr *Term, ir::SInt128 Times);
  Linear negated() const;
  /// Whether its numbers are too large to compute with.
  bool isLarge() const;
  bool operator==(const Linear &) const = default;
};

/// `Sum <= 0`, or `Sum == 0`.
struct LinearAtom {
  enum class Kind : uint8_t { AtMostZero, Zero };
  Kind What = Kind::AtMostZero;
  Linear Sum;

  bool operator==(const LinearAtom &) const = default;
  /// Of one that is no equation.
  LinearAtom opposite() const;
  /// Divided by what its factors have in common; none if there is nothing left
  /// to ask.
  std::optional<LinearAtom> reduced() const;
};

class Spelling {
public:
  explicit Spelling(ir::Context &Ctx) : Ctx(Ctx) {}

  /// The comparison \p E, or its opposite, as an atom: of integers, where
  /// nothing wraps. None if it is something else.
  std::optional<LinearAtom> atomOf(const ir::Expr *E);
  /// \p L modulo \p By > 0, as a term; null where it cannot be said.
  const ir::Expr *remainder(const Linear &L, ir::SInt128 By);

  /// From now on the comparison \p E and its opposite are written like this.
  void learn(const ir::Expr *E);
  /// \p A or its opposite; null where it cannot be said, or is known.
  const ir::Expr *write(const LinearAtom &A);

private:
  using Key = std::vector<std::pair<uint32_t, ir::SInt128>>;
  struct Side;
  /// The same for an atom and its opposite.
  static Key keyOf(const LinearAtom &Reduced);
  class Summands;
  std::optional<LinearAtom> reduced(const LinearAtom &A);
  std::optional<LinearAtom> divisibility(const ir::Expr *Remainder);
  const ir::Expr *make(const LinearAtom &A);
  const ir::Expr *makeOne(const LinearAtom &A);
  const ir::Expr *makeSides(const LinearAtom &A);
  const ir::Type *commonType(const Linear &L);
  const ir::Expr *makeSide(const Side &S, const ir::Type *T);
  const ir::Expr *makePointers(const LinearAtom &A);
  const ir::Expr *makeNull(const LinearAtom &A, const ir::Expr *P);
  const ir::Expr *makeDifference(ir::Op O, const ir::Expr *Plus,
                                 const ir::Expr *Minus, const Linear &Rest);

  ir::Context &Ctx;
  std::map<Key, const ir::Expr *> Learnt;
};

} // namespace predabs::horn

#endif
