// Finds predicates that rule out a path which the Boolean program has and the
// program has not. Several sources do it in different ways, behind one
// interface, so each can be tested and used alone:
//
//   newton       weakest preconditions of what contradicts itself on the path
//   interpolants what a solver says holds between the two halves of the path
//   invariants   the same for the part of the program that the path runs
//                through, with its loops and calls
//   closure      the predicates closed under weakest preconditions
//   patterns     counters, bounds and linear relations of loops
//
// For
//
//   int i = 0; while (i < n) i++;  if (i != n) fail;      with n >= 0
//
// the path without an iteration is refuted by newton with `i == n` and
// `0 == n`, that with one iteration with `1 == n`, and so on without end;
// patterns and invariants give `i <= n`, which ends it.
//
// What a source finds need not be right or useful: the abstraction decides what
// follows from what. So a source may take numbers for integers without bounds,
// or forget about aliases.

#ifndef PREDABS_PREDICATES_DISCOVERY_DISCOVERY_H
#define PREDABS_PREDICATES_DISCOVERY_DISCOVERY_H

#include "predicates/alias/Aliases.h"
#include "predicates/language/Predicate.h"
#include "predicates/path/Path.h"

#include <memory>
#include <string_view>

namespace predabs {

/// A predicate for a function, or for all if that is null.
struct Candidate {
  const ir::Function *Scope = nullptr;
  const ir::Expr *Term = nullptr;

  bool operator==(const Candidate &) const = default;
};

/// A path that no execution takes.
struct SpuriousPath {
  const Path &Way;
  /// Steps of Way whose conditions exclude each other, ascending; may be all.
  const std::vector<uint32_t> &Core;
  /// Functions whose call is the failure.
  const std::vector<const ir::Function *> &Failures;
};

class Discovery {
public:
  virtual ~Discovery() = default;
  virtual std::string_view name() const = 0;
  /// Predicates that should help, in a fixed order, known ones included; none
  /// where the source does not know. Its work is limited and counted in units
  /// comparable to the solver's.
  virtual std::vector<Candidate> find(const SpuriousPath &S) = 0;
  /// Units of work spent so far.
  virtual uint64_t units() const = 0;
};

struct DiscoveryLimits {
  /// For one path, in the solver's resource units; 0: no limit.
  uint64_t Units = 4'000'000;
  /// Predicates for one path.
  size_t MaxCandidates = 64;
};

/// What the sources work on.
struct DiscoveryInput {
  PredicateSet &Known; ///< makes symbolic constants; holds what is tracked
  const Aliases &A;
  DiscoveryLimits Limits;
};

/// When all that it finds for a path is known it looks further, so it is worth
/// asking again when a path comes back.
std::unique_ptr<Discovery> createNewton(const DiscoveryInput &I);
std::unique_ptr<Discovery> createInterpolants(const DiscoveryInput &I);
std::unique_ptr<Discovery> createInvariants(const DiscoveryInput &I);
/// A Closure (Closure.h), which tells whether its predicates are closed. Each
/// call gives those of one more round.
std::unique_ptr<Discovery> createClosure(const DiscoveryInput &I);
/// The most likely first: when these are known, the next call gives more.
std::unique_ptr<Discovery> createPatterns(const DiscoveryInput &I);

} // namespace predabs

#endif
