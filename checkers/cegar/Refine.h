// Adds predicates that exclude a path which cannot happen. Which source is
// asked depends on what happened before:
//
// - newton first: it is cheap and, for a path without loops, enough;
// - if the path goes round a loop, or newton finds the same predicate again
//   and again with numbers that the program does not have (x == 7, x == 8,
//   x == 9), more of the same would not end: then the sources that look at the
//   loop as a whole are asked;
// - if none knows a new predicate, the predicates suffice and the abstraction
//   is too coarse: it becomes more precise.

#ifndef PREDABS_CHECKERS_CEGAR_REFINE_H
#define PREDABS_CHECKERS_CEGAR_REFINE_H

#include "checkers/program/Workspace.h"
#include "predicates/discovery/Closure.h"

#include <map>
#include <set>

namespace predabs {

class Refinement {
public:
  Refinement(Workspace &W, const Aliases &A, PredicateSet &P, Look How);
  ~Refinement();

  enum class Outcome : uint8_t {
    Added,    ///< there are new predicates
    Repeated, ///< the path was excluded before, or nobody knows more
    Diverged, ///< there is no end to it: x == 1, x == 2, x == 3, ...
  };
  /// Adds a predicate, or what it is made of; whether anything is new.
  bool add(const Candidate &C);

  Outcome exclude(const Path &P, const std::vector<uint32_t> &Core);

  /// Whether the abstraction over the predicates does what the program does,
  /// in words: "exact after 2 rounds of closure"; else empty.
  std::string exactness();
  /// What was tried last, for a person: "newton, invariants".
  std::string tried() const;
  /// Units of work that the sources spent.
  uint64_t units() const;

private:
  struct Source {
    std::unique_ptr<Discovery> Finder;
    unsigned Failures = 0; ///< times in a row that it knew nothing new
    /// What it adds differs from what it added before in numbers alone.
    bool Diverges = false;
    /// How many of its predicates differ from each other in constants alone.
    std::map<std::pair<const ir::Function *, const ir::Expr *>, unsigned>
        Shapes = {};
  };
  size_t ask(Source &S, const SpuriousPath &P);
  bool isAllowed(const Source &S) const;
  void noteShape(Source &S, const Candidate &C);

  Workspace &W;
  PredicateSet &P;
  Look How;
  size_t NumBlocks = 0; ///< of the module
  Source Newton;
  std::vector<Source> Others;
  Closure *Closing; ///< the last of them
  std::string Tried;
  unsigned Blind = 0; ///< paths in a row that newton alone excludes, diverging
};

} // namespace predabs

#endif
