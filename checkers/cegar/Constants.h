// Variables that are constants in all but name: the program assigns one number
// to them and nothing else, as in
//
//   int FREE, HELD;  void init(void) { FREE = 0; HELD = 1; }
//
// A predicate `state == HELD` is better kept as `state == 1` and `HELD == 1`:
// with many such names the first form would relate each to each. This is a
// hint: what the variable holds before the assignment does not count.

#ifndef PREDABS_CHECKERS_CEGAR_CONSTANTS_H
#define PREDABS_CHECKERS_CEGAR_CONSTANTS_H

#include "predicates/alias/Aliases.h"
#include "predicates/discovery/Discovery.h"

#include <map>

namespace predabs {

class NamedConstants {
public:
  NamedConstants(ir::Module &M, const Aliases &A);

  /// What to keep instead of \p C: itself, or the same with numbers in the
  /// place of names, and what the names stand for.
  std::vector<Candidate> spelledOut(const Candidate &C) const;

private:
  ir::Context &Ctx;
  std::map<const ir::Variable *, const ir::Expr *> Values;
};

} // namespace predabs

#endif
