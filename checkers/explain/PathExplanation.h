// Tells a person how a failure comes about: notes along the path, with the
// values that a run of it had. For
//
//   1  int half(int n) { return n / 2; }
//   2  void f(int x) {
//   3    int y = half(x);
//   4    if (x > 0)
//   5      assert(y > 0);
//   6  }
//
// these are
//
//   2: 'x' is 1 at entry
//   3: calling 'half'
//   1: 'half' returns 0
//   4: 'x > 0' is true: x is 1
//   5: 'y > 0' is false: y is 0
//
// Only some are told: what the last condition depends on goes before what it
// does not, and the iterations of a loop but the last are one note.

#ifndef PREDABS_CHECKERS_EXPLAIN_PATHEXPLANATION_H
#define PREDABS_CHECKERS_EXPLAIN_PATHEXPLANATION_H

#include "checkers/models/Expansion.h"
#include "checkers/protocols/language/Protocol.h"
#include "checkers/report/Report.h"
#include "predicates/path/Feasibility.h"

#include <span>

namespace predabs {

struct ExplanationLimits {
  size_t MaxNotes = 12;
  /// In their words states of objects are told.
  std::span<const Protocol> Protocols = {};
};

/// Notes about \p P, which a run takes with the inputs \p W and on which it
/// saw the values \p R, in the order of the path. Of \p Models only the results
/// are told.
std::vector<Note> explain(const Path &P, const Witness &W, const Replay &R,
                          const Expansion &Models = {},
                          const ExplanationLimits &L = {});

/// A number as a person writes it: by signedness, characters too, NULL.
std::string valueText(const ir::Type *T, ir::UInt128 Bits);

} // namespace predabs

#endif
