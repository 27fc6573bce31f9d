// The two searches for the implicants of a goal, and of its negation, among
// the cubes over some predicates (c2bp.txt 5.2, and beyond it).
//
// - By cubes: of increasing length. A cube that implies the goal or its
//   negation is kept, and none that contains it is looked at. Each state that
//   the prover shows refutes all cubes that hold in it, for all goals at once,
//   so that most cubes are never asked about.
// - By models: takes a valuation of all the predicates that is not classified
//   yet and asks about it as a whole. A state classifies its own valuation; a
//   core becomes a cube. A BDD holds what is classified.

#ifndef PREDABS_PREDICATES_ABSTRACTION_IMPLICANTS_H
#define PREDABS_PREDICATES_ABSTRACTION_IMPLICANTS_H

#include "predicates/abstraction/Cover.h"

#include <optional>

namespace predabs {

/// What the prover has shown to be possible, for quick lookups.
class Witnesses {
public:
  explicit Witnesses(size_t NumTerms) : Holds(2 * NumTerms) {}

  void add(const std::vector<bool> &Values);
  size_t size() const { return Number; }
  /// Whether a state that was shown satisfies all of \p Asked.
  bool cover(std::span<const Literal> Asked) const;

private:
  /// By literal: a bit for each witness.
  std::vector<std::vector<uint64_t>> Holds;
  size_t Number = 0;
};

/// A prover's questions with all that was answered.
class Asker {
public:
  Asker(Questions &Q, size_t NumTerms) : Q(Q), Shown(NumTerms) {}

  /// No only if the prover said so; core() then has the reason.
  bool isPossible(std::span<const Literal> Asked);
  const Cube &core() const { return Q.core(); }

private:
  Questions &Q;
  Witnesses Shown;
};

struct Implicants {
  Cover Pos, Neg;
  /// Minimal cubes that no state satisfies, as far as they were met.
  Cover Never;
  /// Cubes or valuations that were looked at.
  uint64_t LookedAt = 0;
};

/// The terms at \p Over are the predicates, ascending; \p Goal is another
/// term, or none: then only Never is looked for. \p Known are contradictions
/// known before.
struct ImplicantProblem {
  std::vector<uint32_t> Over;
  std::optional<uint32_t> Goal;
  Cover Known;
};

Implicants byCubes(Asker &Ask, const ImplicantProblem &P, unsigned MaxLength);
/// Nothing if there are more than \p MaxLookedAt valuations to look at.
std::optional<Implicants> byModels(Asker &Ask, const ImplicantProblem &P,
                                   uint64_t MaxLookedAt);

/// The valuations of the terms at \p Over that states have, as a cover.
/// Nothing if more than \p MaxLookedAt questions are needed.
std::optional<Cover> possibleValuations(Asker &Ask,
                                        const std::vector<uint32_t> &Over,
                                        uint64_t MaxLookedAt);

} // namespace predabs

#endif
