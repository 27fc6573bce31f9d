// Looks at an expression before it is encoded: how large it is, and which
// theory it needs.

#ifndef PREDABS_PREDICATES_PROVER_SCAN_H
#define PREDABS_PREDICATES_PROVER_SCAN_H

#include "predicates/ir/Expr.h"

#include <vector>

namespace predabs::prover {

enum class Demand : uint8_t {
  Integers, ///< linear arithmetic is enough
  Bits,     ///< bit-vectors
  TooMuch,  ///< more nodes than a solver should see
};

class Scanner {
public:
  Demand demandOf(const ir::Expr *E);

private:
  Demand scan(const ir::Expr *E);

  /// By Expr::id, 0 or Demand + 1.
  std::vector<uint8_t> Known;
  /// By Expr::id: the last scan that saw it.
  std::vector<uint32_t> SeenIn;
  uint32_t NumScans = 0;
};

} // namespace predabs::prover

#endif
