// Recognises the conditions that a `switch` or a computed goto gives to the
// successors of a block: `e == 1`, `e == 2 || e == 3`, and for the default
// `!(e == 1) && !(e == 2) && !(e == 3)`. Then e is computed once and a table
// tells where to go.

#ifndef PREDABS_PREDICATES_INTERPRETER_SWITCHCASES_H
#define PREDABS_PREDICATES_INTERPRETER_SWITCHCASES_H

#include "predicates/ir/Expr.h"

#include <optional>
#include <vector>

namespace predabs::ir::interp {

struct SwitchCases {
  struct Case {
    const Expr *Constant; ///< a number or the address of a function or block
    uint32_t Successor;
  };
  const Expr *Subject = nullptr;
  /// No two with the same constant.
  std::vector<Case> Cases;
  /// The successor for all other values; nothing: there is none for them.
  std::optional<uint32_t> Default;
};

/// The table that \p Conditions make (one for each successor, null for none),
/// if they do: then for each value at most one of them holds.
std::optional<SwitchCases>
recogniseSwitch(const std::vector<const Expr *> &Conditions);

/// Whether one of the two conditions is the negation of the other.
bool areOpposite(const Expr *A, const Expr *B);

} // namespace predabs::ir::interp

#endif
