// Remembers answers, so that the solver gets no question twice. Within one
// list of terms a state that was found says Yes to all that holds in it, and
// a core No to all that contains it; elsewhere the same question in the same
// situation has the same answer.

#ifndef PREDABS_PREDICATES_PROVER_ANSWERS_H
#define PREDABS_PREDICATES_PROVER_ANSWERS_H

#include "predicates/prover/Prover.h"

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace predabs::prover {

/// Truth values for some of the terms, as two sets of bits.
class Cube {
public:
  Cube(size_t NumTerms, std::span<const Literal> Literals);
  /// All terms.
  explicit Cube(const std::vector<bool> &Values);

  /// Whether all that \p O says is said here too.
  bool contains(const Cube &O) const;
  /// Ascending.
  std::vector<Literal> literals() const;

private:
  static constexpr size_t WordBits = 64;
  size_t NumWords;
  /// First the true ones, then the false ones.
  std::vector<uint64_t> Words;
};

/// A sequence of numbers that identifies a question.
using Key = std::vector<uint32_t>;
struct KeyHash {
  size_t operator()(const Key &K) const;
};

/// What is known about one list of terms in one situation.
struct Findings {
  std::vector<Cube> States;
  std::vector<Cube> Cores;
  std::vector<Cube> Unknown;
};

/// What is known about all of them.
class Answers {
public:
  uint32_t situation(const Situation &S);
  /// What is known about \p Terms; stays where it is.
  Findings &about(const std::vector<const ir::Expr *> &Terms,
                  uint32_t Situation);

  /// Notes that \p Core is impossible, wherever its terms are asked about.
  void exclude(uint32_t Situation, const std::vector<const ir::Expr *> &Terms,
               const std::vector<Literal> &Core);
  /// Whether all of \p Asked is such a core there or in every situation.
  bool isExcluded(uint32_t Situation,
                  const std::vector<const ir::Expr *> &Terms,
                  const std::vector<Literal> &Asked) const;

private:
  static Key keyOf(uint32_t Situation,
                   const std::vector<const ir::Expr *> &Terms,
                   const std::vector<Literal> &Asked);

  /// Number 0 is the one in which nothing is known.
  std::unordered_map<Key, uint32_t, KeyHash> Situations = {{{0}, 0}};
  std::unordered_map<Key, Findings, KeyHash> ByTerms;
  std::unordered_set<Key, KeyHash> Excluded;
};

} // namespace predabs::prover

#endif
