// F_V and G_V (c2bp.txt 4.1 and 5.2): the weakest formula over given
// predicates V that implies a goal. With V = {x < 5, x == 2} the goal x < 4
// gives {x == 2}, and the goal !(x < 4) gives !{x < 5}.
//
// A formula is a disjunction of cubes, its prime implicants. There are two ways
// to find them that give equal functions when no length limit is set:
//
// - Cubes: by increasing length. A cube that implies the goal is kept and none
//   of its supersets is looked at; neither are those of one that implies the
//   opposite. Each state that the prover shows refutes all cubes that hold in
//   it, for all goals at once, so most cubes are never asked about.
// - Models: takes a valuation of V that nobody has classified and asks for it
//   as a whole. A state refutes it, and the one that the prover shows; a core
//   becomes a cube of the result. A BDD holds what is left.
//
// Cubes that no state satisfies imply everything. They are left out here: the
// procedure's `enforce` (below) excludes them for all its statements.

#ifndef PREDABS_PREDICATES_ABSTRACTION_STRENGTHEN_H
#define PREDABS_PREDICATES_ABSTRACTION_STRENGTHEN_H

#include "predicates/alias/Aliases.h"
#include "predicates/prover/Prover.h"

namespace predabs {

enum class Search : uint8_t { Cheapest, Cubes, Models };
enum class Distribution : uint8_t {
  OverAnd,      ///< loses nothing
  OverAndAndOr, ///< cheaper, may lose precision
};

struct StrengthenOptions {
  /// The longest cube to consider; 0: any.
  unsigned MaxCube = 3;
  Search How = Search::Cheapest;
  Distribution Distribute = Distribution::OverAnd;
  /// Questions for one goal; what is not found by then is left out.
  uint64_t MaxQuestions = 20'000;
};

/// A conjunction; Literal::Term is a position in V. Ascending.
using Cube = std::vector<Literal>;
/// A disjunction of cubes, shortest first, then in order. Empty: false; with
/// an empty cube in it: true.
using Cover = std::vector<Cube>;

/// Where a goal is decided: the predicates that are known, and what else is.
struct Knowledge {
  std::vector<const ir::Expr *> V;
  Situation Where;
};

/// F_V of a goal and of its negation.
struct Strengthened {
  Cover Pos, Neg;
};

class Strengthener {
public:
  Strengthener(ir::Context &Ctx, const Aliases &A, Prover &P,
               const StrengthenOptions &O)
      : Ctx(Ctx), A(A), P(P), Options(O) {}

  /// F_V(G) and F_V(!G) for each goal.
  std::vector<Strengthened> strengthen(const Knowledge &K,
                                       const std::vector<const ir::Expr *> &G);
  /// F_V(false): the minimal cubes over \p V that no state satisfies.
  Cover contradictions(const std::vector<const ir::Expr *> &V);
  /// All valuations of V and the goals that a state can have together: the
  /// exact Boolean abstraction of a statement, G being the weakest
  /// preconditions of the predicates. As cubes over V followed by G (Term
  /// counts on behind V). Nothing if it takes too many questions.
  std::optional<Cover> relation(const Knowledge &K,
                                const std::vector<const ir::Expr *> &G);

private:
  ir::Context &Ctx;
  const Aliases &A;
  Prover &P;
  StrengthenOptions Options;
};

} // namespace predabs

#endif
