// The solver for one path: whether conditions can hold together, by which
// values of the symbols, and if not which of them exclude each other. What
// follows without the solver is simplified away first (Facts.h), and the last
// values are tried again: most steps of a path say little that is new.

#ifndef PREDABS_PREDICATES_PATH_PATHSOLVER_H
#define PREDABS_PREDICATES_PATH_PATHSOLVER_H

#include "predicates/path/Facts.h"
#include "predicates/prover/BitSolver.h"
#include "predicates/prover/Prover.h"

#include <memory>

namespace predabs::path {

using prover::BitTerm;
using prover::BitTerms;

class PathSolver {
public:
  /// May spend so many \p Units; 0: no limit.
  PathSolver(prover::BitLibrary &Library, uint64_t Units)
      : Library(Library), Limit(Units), Allowance(Units) {}

  BitTerms Terms;
  /// After Yes: what makes the conditions true.
  BitTerms::Values Model;
  /// After No: positions in what was asked.
  std::vector<uint32_t> Core;

  /// The last model need not be tried again: the solver knows better than to
  /// decide everything by what is in doubt.
  enum class Try : uint8_t { LastModel, Nothing };
  /// Whether \p Asked can be true, together with \p Always.
  Answer ask(const std::vector<BitTerm> &Always,
             const std::vector<BitTerm> &Asked, Try First);
  /// Whether Model makes them all true.
  bool isModelOf(const std::vector<BitTerm> &Asked);
  /// After No: makes Core, positions in \p All, smaller.
  void minimise(const std::vector<BitTerm> &Always,
                const std::vector<BitTerm> &All, Try First);

  /// May spend that many units more than the limit.
  void grant(uint64_t Units) {
    if (Limit)
      Limit += Units;
    Allowance += Units;
  }
  uint64_t units() const { return Solver ? Solver->units() : 0; }
  /// Terms that were made and brought to the solver, in units.
  uint64_t termUnits() const;

private:
  Answer ask(const Facts &F, Try First);
  bool isModelStill(const Facts &F, const std::vector<BitTerm> &Left);
  Answer solve(const std::vector<BitTerm> &Asked, std::vector<uint32_t> &Used);
  bool isSpent() const;

  prover::BitLibrary &Library;
  uint64_t Limit;
  uint64_t Allowance; ///< units for one question
  std::unique_ptr<prover::BitSolver> Solver;
  size_t NumPrepared = 0; ///< terms
};

} // namespace predabs::path

#endif
