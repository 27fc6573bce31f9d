// F_V and G_V (c2bp.txt 4.1 and 5.2): the weakest formula over given
// predicates V that implies a goal. With V = {x < 5, x == 2} the goal x < 4
// gives {x == 2}, and the goal !(x < 4) gives !{x < 5}.
//
// A formula is a disjunction of cubes, its prime implicants. There are two ways
// to find them (Implicants.h) that give equal functions when no length limit
// is set; before either is tried,
//
// - the goal is simplified and looked up among the predicates; a Boolean
//   combination of predicates needs no prover at all,
// - a conjunction is split, which loses nothing (a disjunction where asked),
// - only predicates in the goal's cone of influence are considered: those that
//   share a place with it, or an alias of one, or with another such predicate.
//
// Cubes that no state satisfies imply everything. They are left out: the
// procedure's `enforce` (contradictions) excludes them for all its statements.

#ifndef PREDABS_PREDICATES_ABSTRACTION_STRENGTHEN_H
#define PREDABS_PREDICATES_ABSTRACTION_STRENGTHEN_H

#include "predicates/abstraction/Implicants.h"
#include "predicates/alias/Aliases.h"
#include "predicates/prover/Prover.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

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
  /// Cubes or valuations to look at for one goal; with many predicates the
  /// length of cubes is cut down to this.
  uint64_t MaxLookedAt = 50'000;
};

/// Where a goal is decided: the predicates that are known, and what else is.
struct Knowledge {
  std::vector<const ir::Expr *> V;
  Situation Where;
};

/// F_V of a goal and of its negation, over positions in Knowledge::V.
struct Strengthened {
  Cover Pos, Neg;
};

class Strengthener {
public:
  Strengthener(ir::Context &Ctx, const Aliases &A, Prover &P,
               const StrengthenOptions &O)
      : Ctx(Ctx), A(A), P(P), Options(O) {}

  /// From now on that many units of work may be spent, the prover's and our
  /// own (0: any number); afterwards what needs the prover is left open.
  void allow(uint64_t Units);
  /// Nothing more when all work so far is \p Units.
  void allowUntil(uint64_t Units) { UnitLimit = std::min(UnitLimit, Units); }
  /// All work so far, in units.
  uint64_t spent() const;

  /// F_V(G) and F_V(!G) for each goal.
  std::vector<Strengthened>
  strengthen(const Knowledge &K, const std::vector<const ir::Expr *> &Goals);

  /// F_V(false): the minimal cubes over \p V that no state satisfies.
  Cover contradictions(const std::vector<const ir::Expr *> &V);

  /// The positions of the predicates in K.V that can matter for \p Goals.
  std::vector<uint32_t> coneOf(const Knowledge &K,
                               const std::vector<const ir::Expr *> &Goals);

  /// All valuations of V and the goals that a state can have together: the
  /// exact Boolean abstraction of a statement, if the goals are the weakest
  /// preconditions of predicates. As cubes over V followed by the goals, whose
  /// positions count on. Nothing if there are too many.
  std::optional<Cover> relation(const Knowledge &K,
                                const std::vector<const ir::Expr *> &Goals);

private:
  using Ids = std::vector<uint32_t>;
  struct Round;

  /// By the goal's form alone, without the prover.
  std::optional<Strengthened> byForm(const Knowledge &K, const ir::Expr *Goal);
  std::optional<Strengthened> ofConnective(const Knowledge &K,
                                           const ir::Expr *Goal);
  /// If nothing is known of a place that the goal compares.
  std::optional<Strengthened> byFreePlace(const Knowledge &K,
                                          const ir::Expr *Goal);
  bool isFree(const Knowledge &K, const ir::Expr *Place);
  Strengthened bySearch(Round &R, const ir::Expr *Goal);
  Strengthened ofGoal(Round &R, const ir::Expr *Goal);
  Implicants search(Round &R, const ImplicantProblem &Problem);
  bool mayAsk() const { return spent() < UnitLimit; }
  Implicants counted(Implicants I);
  unsigned lengthLimit(size_t Predicates) const;
  Cover knownContradictions(const std::vector<const ir::Expr *> &V,
                            const Ids &Positions) const;

  // Cone.cpp
  const std::vector<const ir::Expr *> &placesOf(const ir::Expr *E);
  bool touch(const ir::Expr *X, const ir::Expr *Y);
  /// The positions in K.V of the predicates that can matter for \p Goal.
  Ids cone(const Knowledge &K, const ir::Expr *Goal);
  /// Groups of positions; what is in different ones has nothing in common.
  std::vector<Ids> components(const std::vector<const ir::Expr *> &V);

  ir::Context &Ctx;
  const Aliases &A;
  Prover &P;
  StrengthenOptions Options;
  uint64_t UnitLimit = UINT64_MAX;
  uint64_t LookedAt = 0; ///< cubes and valuations
  std::unordered_map<const ir::Expr *, std::vector<const ir::Expr *>> Places;
  std::map<std::pair<uint32_t, uint32_t>, bool> Touching;
  /// What was found for a goal and a list of predicates and facts.
  std::map<Ids, Strengthened> Found;
  /// Contradictory cubes met so far: the id of each term, twice, plus one
  /// where it is true.
  std::vector<Ids> Contradictory;
};

} // namespace predabs

#endif
