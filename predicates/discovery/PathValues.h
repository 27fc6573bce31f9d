// What places hold along a path, as far as it can be said in terms of what they
// held at its beginning: a symbolic execution without conditions. On
//
//   p = &x;  y = a + 1;  *p = y
//
// x holds a + 1 at the end, with a symbol for what a was. Memory is taken for
// apart wherever nothing says the opposite: the values are good for finding
// predicates and for nothing else.

#ifndef PREDABS_PREDICATES_DISCOVERY_PATHVALUES_H
#define PREDABS_PREDICATES_DISCOVERY_PATHVALUES_H

#include "predicates/alias/Aliases.h"
#include "predicates/language/Predicate.h"
#include "predicates/path/Path.h"

#include <map>
#include <unordered_map>

namespace predabs {

/// What is taken to happen to memory when something is stored to a place that
/// may overlap it.
enum class OnOverlap : uint8_t { Forget, Keep };

class PathValues {
public:
  /// The steps from \p First to \p Last, as if nothing were known before.
  /// \p Around, if given, knows a longer part of the path and tells pointers
  /// apart.
  PathValues(PredicateSet &P, const Aliases &A, const Path &Way, size_t First,
             size_t Last, PathValues *Around = nullptr,
             OnOverlap How = OnOverlap::Forget);

  /// The value of \p E, a term of the function at step \p N, before that step.
  const ir::Expr *valueAt(size_t N, const ir::Expr *E);

  /// \p Value as a term of the function at step \p N, if it is made of
  /// constants and addresses that the function can name, or null.
  const ir::Expr *inScopeOf(size_t N, const ir::Expr *Value) const;

  /// The place, in words of the function at First, that \p Symbol is the first
  /// value of, or null.
  const ir::Expr *beginningOf(const ir::Variable *Symbol) const;

  /// Gives \p Name, which is no variable of the program, the value that \p E
  /// has at step \p N.
  void define(const ir::Variable *Name, size_t N, const ir::Expr *E) {
    Defined[Name] = {N, E};
  }

  uint64_t units() const { return Units; }
  /// Whether \p N is beyond what was executed: values there are unknown.
  bool isBeyond(size_t N) const { return N > Executed; }

private:
  struct Version {
    int64_t Since;         ///< behind this step; -1: from the beginning
    const ir::Expr *Value; ///< null: a part of what is around it
  };
  struct Cell {
    const ir::Expr *Original = nullptr; ///< the place as the program names it
    const ir::Expr *InAround = nullptr; ///< the place that it is there, or null
    std::vector<Version> History;
  };

  void step(size_t N);
  void enter(size_t Call);
  void unknownCall(size_t N);
  void store(size_t N, const ir::Expr *Dest, const ir::Expr *Value);
  void forgetOverlapping(size_t N, const ir::Expr *Place,
                         const ir::Expr *Original);
  const ir::Expr *placeAround(size_t N, const ir::Expr *Original);
  Cell &cell(size_t N, const ir::Expr *Place, const ir::Expr *Original);
  void set(size_t N, const ir::Expr *Place, const ir::Expr *Original,
           const ir::Expr *Value);

  enum class Want : uint8_t { Place, Value };
  const ir::Expr *evaluate(size_t N, const ir::Expr *E, Want What);
  const ir::Expr *contents(size_t N, const ir::Expr *Place,
                           const ir::Expr *Original);
  /// What \p Place or a part of memory around it was last set to, or null.
  const ir::Expr *lastSet(size_t N, const ir::Expr *Place);
  const ir::Expr *nameIn(size_t Frame, const ir::Variable *V);
  const ir::Expr *fresh(const ir::Type *T);
  size_t frameAt(size_t N) const { return FrameOf[N - First]; }

  PredicateSet &P;
  ir::Context &Ctx;
  const Aliases &A;
  const Path &Way;
  size_t First;
  PathValues *Around;
  const OnOverlap How;
  std::vector<size_t> FrameOf; ///< by step, from First on
  size_t NumFrames = 0;
  std::vector<size_t> Calls; ///< that are open
  std::map<std::pair<size_t, uint32_t>, const ir::Variable *> Names;
  /// The variable of the program behind a name, and its activation.
  std::unordered_map<const ir::Variable *,
                     std::pair<size_t, const ir::Variable *>>
      Behind;
  std::unordered_map<const ir::Expr *, Cell> Memory;
  std::vector<const ir::Expr *> Order; ///< of the cells
  /// Symbols for first values, with their places.
  std::unordered_map<const ir::Variable *, const ir::Expr *> Symbols;
  std::unordered_map<const ir::Variable *, std::pair<size_t, const ir::Expr *>>
      Defined;
  size_t Executed = 0; ///< the last step with a state before it
  uint64_t Units = 0;
};

} // namespace predabs

#endif
