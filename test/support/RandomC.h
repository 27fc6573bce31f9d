// Random small C programs with random predicates, for tests of the
// abstraction: from a seed, the same on every machine. They have integers of
// several types, pointers that alias, structs, arrays, globals, calls with
// results and by reference, recursion, function pointers, loops and gotos,
// functions without a body, uninitialised variables. Recursion and nearly all
// loops are bounded, and most runs keep clear of undefined behaviour.
//
// A program is kept as a tree, so that a test can take parts away while it
// still fails.

#ifndef PREDABS_TEST_SUPPORT_RANDOMC_H
#define PREDABS_TEST_SUPPORT_RANDOMC_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace predabs {

/// A statement: `Head`, or `Head { Body }`, or `Head { Body } else { Else }`.
struct CStmt {
  std::string Head;
  bool IsCompound = false;
  std::vector<CStmt> Body = {}, Else = {};
};

struct CFunction {
  std::string Name;
  std::string Head; ///< up to the brace
  std::vector<std::string> Locals;
  std::vector<CStmt> Body;
  std::string Return; ///< the last statement
};

/// Predicates of a function or, as `global`, of globals alone.
struct CPredicates {
  std::string Of;
  std::vector<std::string> Texts;
};

struct CProgram {
  std::vector<std::string> Prelude; ///< types, prototypes, globals
  std::vector<CFunction> Functions;
  std::vector<CPredicates> Predicates;

  std::string text() const;
  /// As a predicate file.
  std::string predicates() const;
};

/// The largest numbers; each program takes its own below them.
struct RandomCSize {
  unsigned Functions = 3;  ///< besides main
  unsigned Statements = 6; ///< in a function, with those inside counted as one
  unsigned Predicates = 6; ///< of a function
};

CProgram randomC(uint64_t Seed, const RandomCSize &Size = {});

/// Takes parts of \p P away as long as \p StillFails says so.
CProgram shrink(CProgram P, const std::function<bool(const CProgram &)> &Fails);

} // namespace predabs

#endif
