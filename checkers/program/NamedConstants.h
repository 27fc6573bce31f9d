// Variables that are constants in all but name: the program assigns one number
// to them and nothing else, as in
//
//   int FREE, HELD;  void init(void) { FREE = 0; HELD = 1; }
//
// A predicate `state == HELD` is better kept as `state == 1` and `HELD == 1`:
// with many such names the first form would relate each to each. This is a
// hint: what the variable holds before the assignment does not count.

#ifndef PREDABS_CHECKERS_PROGRAM_NAMEDCONSTANTS_H
#define PREDABS_CHECKERS_PROGRAM_NAMEDCONSTANTS_H

#include "predicates/alias/Aliases.h"
#include "predicates/discovery/Discovery.h"

#include <map>
#include <set>

namespace predabs {

/// These names, and the numbers that the program is written with.
class NamedConstants {
public:
  /// \p Start (may be null) gives initial values, which do not count.
  NamedConstants(ir::Module &M, const Aliases &A, const ir::Function *Start);

  /// What to keep instead of \p C: itself, or the same with numbers in the
  /// place of names, and what the names stand for.
  std::vector<Candidate> spelledOut(const Candidate &C) const;
  /// Whether the number stands somewhere in the program.
  bool isWritten(ir::SInt128 N) const { return Numbers.contains(N); }
  /// All of them, ascending.
  const std::set<ir::SInt128> &written() const { return Numbers; }

private:
  void noteNumbers(const ir::Stmt &S);

  ir::Context &Ctx;
  std::map<const ir::Variable *, const ir::Expr *> Values;
  std::set<ir::SInt128> Numbers;
};

} // namespace predabs

#endif
