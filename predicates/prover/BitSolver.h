// Asks whether terms over bit-vectors can be true together. What is asked may
// be thousands of terms; those that contradict each other are told, and the
// values of symbols that make all true.

#ifndef PREDABS_PREDICATES_PROVER_BITSOLVER_H
#define PREDABS_PREDICATES_PROVER_BITSOLVER_H

#include "predicates/prover/BitTerms.h"
#include "predicates/prover/Prover.h"

#include <memory>

namespace predabs::prover {

/// What solvers share: making it costs more than most questions.
class BitLibrary {
public:
  BitLibrary();
  ~BitLibrary();
  BitLibrary(const BitLibrary &) = delete;
  BitLibrary &operator=(const BitLibrary &) = delete;

private:
  friend class BitSolver;
  class Context;
  Context &context();
  std::unique_ptr<Context> Z3;
};

class BitSolver {
public:
  /// \p L must outlive it.
  BitSolver(BitLibrary &L, const BitTerms &Terms);
  ~BitSolver();
  BitSolver(const BitSolver &) = delete;
  BitSolver &operator=(const BitSolver &) = delete;

  /// From now on \p T, of one bit, is true.
  void require(BitTerm T);
  /// Whether all of \p Asked can be true, within \p Units of work; 0: no limit.
  Answer check(std::span<const BitTerm> Asked, uint64_t Units);
  /// After No: positions in Asked that suffice, ascending.
  std::vector<uint32_t> core();
  /// After Yes: values for \p Symbols.
  BitTerms::Values values(std::span<const BitTerm> Symbols);
  /// Resource units spent so far.
  uint64_t units() const;

private:
  class Questions;
  std::unique_ptr<Questions> Z3;
};

} // namespace predabs::prover

#endif
