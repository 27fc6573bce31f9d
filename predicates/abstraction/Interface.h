// The interface of a procedure (polymorphic paper 4.4.1 and 5.3, c2bp.txt
// 4.5.2): what a caller has to know of the procedure's predicates to call it.
// For `int inc(int x) { x = x + 1; return x; }` with x == 2 and x == 'x + 1:
//
//   F  formals               x
//   r  the result            x, the variable that is returned
//   S  symbolic constants    'x
//   E_f  passed in           x == 2            means something before the call
//   E_r  given back          x == 2, x == 'x, x == 'x + 1        ... after it
//   B  bindings              x == 'x           added if missing: true at entry

#ifndef PREDABS_PREDICATES_ABSTRACTION_INTERFACE_H
#define PREDABS_PREDICATES_ABSTRACTION_INTERFACE_H

#include "predicates/alias/Aliases.h"
#include "predicates/language/Predicate.h"

namespace predabs {

struct Interface {
  const ir::Function *Func = nullptr;
  /// r; null if nothing is returned that a predicate could be about.
  const ir::Variable *Result = nullptr;
  /// S.
  std::vector<const ir::Variable *> Constants;
  /// E_R: the predicates of the function, those that are also global left out.
  std::vector<Predicate> Predicates;
  /// E_f and E_r, as positions in Predicates.
  std::vector<uint32_t> Formal, Returned;
};

/// Adds the binding predicates that \p F lacks to \p P.
void addBindings(PredicateSet &P, const ir::Function &F);

/// After addBindings.
Interface makeInterface(PredicateSet &P, const Aliases &A,
                        const ir::Function &F);

/// Whether \p F nowhere changes the value of its parameter \p Formal, so that
/// after the call it still means the argument.
bool keepsItsValue(const Aliases &A, const ir::Function &F,
                   const ir::Variable *Formal);

} // namespace predabs

#endif
