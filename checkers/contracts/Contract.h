// What a function does, whoever calls it: its contract. Where a function has no
// loops, is small, and calls only such functions, the contract is exact: for
// each path the condition on what holds at the entry, and what the result and
// the memory that it writes are then, in terms of entry values.
//
//   int dec(int *p) {            'x is the value of x at the entry:
//     int old = *p;
//     if (old > 0)               if '*p > 0: *'p == '*p - 1, return == '*p
//       *p = old - 1;            otherwise:  return == '*p
//     return old;
//   }
//
// (polymorphic-predicate-abstraction.txt, 2.1: symbolic constants make the
// summary of a procedure serve every caller.) No prover is asked.
//
// A contract is written as code again, in a normal form:
//
//   entry:  goto b1, b2
//   b1:     assume *%p > 0
//           %t = *%p
//           *%p = %t - 1
//           return %t
//   b2:     assume !(*%p > 0)
//           return *%p
//
// so callers use it as they use any body, and two bodies that do the same in
// other words (1 + x, one temporary more) are often the same one: what was
// found out about their callers still holds. A path may also end with the call
// that says that an assertion failed.

#ifndef PREDABS_CHECKERS_CONTRACTS_CONTRACT_H
#define PREDABS_CHECKERS_CONTRACTS_CONTRACT_H

#include "predicates/ir/Module.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace predabs {

/// What a path comes to. Terms are over the entry: a place stands for what it
/// holds when the function is entered.
struct PathEffect {
  struct Write {
    const ir::Expr *Place;
    const ir::Expr *Value;
    ir::Loc Where;
  };
  /// One after the other, of values that are computed before the first.
  std::vector<Write> Writes;
  /// Null: nothing, or something arbitrary where a value is due.
  const ir::Expr *Result = nullptr;
  /// Not empty: after the writes come these steps, as an assertion failed, and
  /// the program ends. Of the first one's arguments there are the texts.
  std::vector<ir::Stmt> Failure;
  ir::Loc Where;
  /// Computed on the way and used for nothing; but where they have no value
  /// (an overflow, a bad pointer) there is no execution.
  std::vector<const ir::Expr *> Unused;
};

/// The paths through a function, as a tree.
struct PathTree {
  struct Condition {
    const ir::Expr *Holds;
    ir::Loc Where;
  };
  std::vector<Condition> Conditions; ///< all hold
  std::vector<PathTree> Choices;     ///< and one of these, or
  std::unique_ptr<PathEffect> End;   ///< this is the end
};

struct ContractLimits {
  unsigned Paths = 16;
  unsigned Statements = 200; ///< on a path, those of callees included
  unsigned Terms = 200; ///< in an expression, shared ones counted each time
};

struct Contract {
  /// Null if it is not exact.
  std::unique_ptr<PathTree> Paths;
  std::string WhyNot; ///< in words: "it has a loop"

  bool isExact() const { return Paths != nullptr; }
};

/// The contract of \p F. Functions whose ids are in \p Exact have bodies that
/// say what their contracts do, and can be followed. A path may end with a call
/// of one of \p Failures.
Contract contractOf(ir::Context &Ctx, const ir::Function &F,
                    const std::set<uint32_t> &Exact,
                    const std::set<const ir::Function *> &Failures = {},
                    const ContractLimits &Limits = {});

} // namespace predabs

#endif
