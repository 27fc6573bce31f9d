// Random Boolean programs for tests: from a seed, the same on every machine.
// They have procedures that call each other and themselves, several results,
// loops, gotos into and out of bodies, assertions, enforce, constrain, choose
// and names in braces; verify accepts them.

#ifndef PREDABS_TEST_SUPPORT_RANDOMBOOLPROGRAM_H
#define PREDABS_TEST_SUPPORT_RANDOMBOOLPROGRAM_H

#include "predicates/bp/Program.h"

namespace predabs::bp {

/// The largest numbers; each program takes its own below them.
struct RandomSize {
  unsigned Globals = 2;
  unsigned Procedures = 3;
  unsigned Params = 2;
  unsigned Locals = 2;
  unsigned Results = 2;
  unsigned Statements = 8; ///< in a procedure
  unsigned ExprDepth = 3;
};

/// The procedures are `main`, `p1`, `p2`, ...
Program randomBoolProgram(uint64_t Seed, const RandomSize &Size = {});

} // namespace predabs::bp

#endif
