// Integer terms as sums: 2*x - (y + 3) is 2*x - 1*y - 3. Conditions that WP
// makes, as x + 1 + 1 <= y + 2, become x <= y.

#ifndef PREDABS_PREDICATES_DISCOVERY_LINEAR_H
#define PREDABS_PREDICATES_DISCOVERY_LINEAR_H

#include "predicates/ir/Module.h"

#include <optional>
#include <vector>

namespace predabs {

/// The sum of Factor * Of for each part, and Constant. Parts are ordered by
/// id, with factors other than 0.
struct Linear {
  struct Part {
    const ir::Expr *Of;
    ir::SInt128 Factor;
    bool operator==(const Part &) const = default;
  };
  const ir::Type *Ty = nullptr; ///< an integer of at most 64 bits
  std::vector<Part> Parts;
  ir::SInt128 Constant = 0;

  ir::SInt128 factorOf(const ir::Expr *E) const;
  bool operator==(const Linear &) const = default;
};

/// \p E as a sum; what is not one is a part. Nothing if E is no integer, or
/// the numbers become large.
std::optional<Linear> linear(const ir::Expr *E);

/// A + Factor * B; nothing if the numbers become large.
std::optional<Linear> add(const Linear &A, ir::SInt128 Factor, const Linear &B);

/// `A O 0` as a comparison that reads well: what is subtracted stands on the
/// other side.
const ir::Expr *compareToZero(ir::Context &Ctx, ir::Op O, Linear A);
/// \p A as a term.
const ir::Expr *toExpr(ir::Context &Ctx, const Linear &A);

/// \p Comparison with sums in a common form, or as it is where it compares no
/// integers, or an order among numbers that wrap. A product compared with 0
/// becomes what that says about the signs, and (x + 2) % 2 == 0 is x % 2 == 0.
const ir::Expr *linearised(ir::Context &Ctx, const ir::Expr *Comparison);
/// The same for all comparisons in \p Term.
const ir::Expr *linearisedAll(ir::Context &Ctx, const ir::Expr *Term);

} // namespace predabs

#endif
