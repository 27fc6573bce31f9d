// Random expressions over given variables, for tests of the prover: from a
// seed, the same on every machine.

#ifndef PREDABS_TEST_SUPPORT_RANDOMTERMS_H
#define PREDABS_TEST_SUPPORT_RANDOMTERMS_H

#include "predicates/ir/Module.h"

#include <random>

namespace predabs {

/// Which operations occur.
enum class Operations : uint8_t {
  Linear, ///< those that linear arithmetic can express
  All,
};

class RandomTerms {
public:
  /// \p Places are what expressions are made from, besides constants; they
  /// also give the types.
  RandomTerms(ir::Context &Ctx, std::vector<const ir::Expr *> Places,
              uint64_t Seed, Operations O)
      : Ctx(Ctx), Places(std::move(Places)), Random(Seed), Allowed(O) {}

  /// A number below \p N.
  unsigned below(unsigned N) { return unsigned(Random() % N); }

  const ir::Expr *boolean(unsigned Depth);
  const ir::Expr *ofType(const ir::Type *T, unsigned Depth);
  /// A comparison of something that is \p Levels deep and not large.
  const ir::Expr *tower(unsigned Levels);
  const ir::Type *someType() {
    return Places[below(unsigned(Places.size()))]->type();
  }

private:
  const ir::Expr *leaf(const ir::Type *T);
  const ir::Expr *constant(const ir::Type *T);
  const ir::Expr *integer(const ir::Type *T, unsigned Depth);
  const ir::Expr *pointer(const ir::Type *T, unsigned Depth);
  const ir::Expr *comparison(unsigned Depth);
  const ir::Expr *unary(const ir::Type *T, unsigned Depth);
  const ir::Expr *binary(const ir::Type *T, unsigned Depth);
  const ir::Expr *cast(const ir::Type *T, unsigned Depth);
  const ir::Expr *choice(const ir::Type *T, unsigned Depth);
  /// A second operand: a constant where only that is linear.
  const ir::Expr *second(ir::Op O, const ir::Type *T, unsigned Depth);

  ir::Context &Ctx;
  std::vector<const ir::Expr *> Places;
  std::mt19937_64 Random;
  Operations Allowed;
};

} // namespace predabs

#endif
