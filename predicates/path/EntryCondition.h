// For which callers a path is taken, in words. Of
//
//   void f(struct list *l, int *n) {
//     if (!l) return;
//     *n = 5;
//     if (ready()) assert(l->size > 0);
//   }
//
// it is `l->size <= 0`. A decision that asks about the entry state alone is a
// need, in words (EntryWords.h). Where it asks about one value or another (a
// pointer may lead to this object or to that one, `c ? a : b`), it is said for
// the one that the witness has, and that it is this one is a need as well. What
// follows from the other needs, or from what has to hold for an execution to go
// on (`l != NULL`), is left out.
//
// SOUND: whoever calls with what is said, and leaves all else as in the
// witness, takes the path or has no meaning in C.

#ifndef PREDABS_PREDICATES_PATH_ENTRYCONDITION_H
#define PREDABS_PREDICATES_PATH_ENTRYCONDITION_H

#include "predicates/path/Execution.h"
#include "predicates/path/PathSolver.h"

#include <optional>
#include <unordered_set>

namespace predabs::path {

class EntryCondition {
public:
  /// \p Run took the path, and the model of \p Solver is the witness. \p Entry:
  /// the symbols, by Id, that are up to callers.
  EntryCondition(Execution &Run, PathSolver &Solver, PathSolver::Try First,
                 const std::unordered_set<uint32_t> &Entry)
      : Run(Run), Solver(Solver), Terms(Solver.Terms), First(First),
        Entry(Entry) {}

  /// Adds what position \p I of what the path requires asks of the entry, if
  /// that has words. \p IsOwn: it belongs to the condition that fails.
  bool add(size_t I, bool IsOwn);
  /// Adds what pointers have to be, though nobody tried what happens if not.
  void add(const UntriedNeed &N, bool IsOwn);

  /// What was added in words, as far as it takes few of them; else nothing.
  std::vector<const Expr *> inWords();
  /// The same with what follows from the rest.
  std::vector<const Expr *> allInWords() const;

private:
  struct Need {
    BitTerm Term;
    const Expr *Said = nullptr;
    bool IsOwn = false;
  };

  bool addTerm(BitTerm Term, bool IsOwn);
  bool addChoices(BitTerm Term, bool IsOwn);
  bool say(BitTerm Term, std::vector<Need> &Into);
  bool resolve(BitTerm Term, std::vector<Need> &Into);
  std::optional<BitTerm> choiceIn(BitTerm Term) const;
  bool isOfPointers(BitTerm Term) const;
  bool isInModel(BitTerm Truth) const;
  BitTerm asInModel(BitTerm Term, const std::unordered_set<uint32_t> &Which);
  std::unordered_set<uint32_t> symbolsWithoutWords() const;
  void minimise();
  size_t numSaid(const std::vector<size_t> &Which) const;
  std::vector<size_t> few() const;
  bool areRelated(size_t I, size_t J) const;

  Execution &Run;
  PathSolver &Solver;
  BitTerms &Terms;
  const PathSolver::Try First;
  const std::unordered_set<uint32_t> &Entry;
  std::vector<Need> Needs;
  std::vector<BitTerm> Decided; ///< what they are needed for
};

} // namespace predabs::path

#endif
