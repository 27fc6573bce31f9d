// From conditions back to predicates: the comparisons that a condition is made
// of, as expressions.

#ifndef PREDABS_PREDICATES_DISCOVERY_HORNATOMS_H
#define PREDABS_PREDICATES_DISCOVERY_HORNATOMS_H

#include "predicates/discovery/Sums.h"
#include "predicates/prover/Horn.h"

namespace predabs::horn {

class Atoms {
public:
  explicit Atoms(ir::Context &Ctx) : Ctx(Ctx), How(Ctx) {}

  /// The comparisons in \p Condition, whose variable i is \p Meaning[i], or
  /// their opposites, in the order of their occurrence, each once. Two that
  /// must hold and make an equation together become that. What cannot be said
  /// is left out.
  std::vector<const ir::Expr *>
  of(const prover::HornSystem &S, prover::HornTerm Condition,
     const std::vector<const ir::Expr *> &Meaning);
  /// The same of a condition of the program; also what is no comparison.
  std::vector<const ir::Expr *> of(const ir::Expr *Condition);

  /// The comparisons in \p Condition are written as they are there.
  void learn(const ir::Expr *Condition);

private:
  ir::Context &Ctx;
  Spelling How;
};

} // namespace predabs::horn

#endif
