// What a construct that the lowering could not follow may touch, by the reason
// for which it could not (Reasons.def).
//
//   int x = 0, *q;
//   asm("" : "=r"(q) : "0"(&x));      havoc %q because inline-asm from (&%x)
//   *q = 5;
//
// SOUND: a proof may rest only on what is followed. So the row of the reason in
// Touches.def says all that such a construct may do, and everybody who asks
// reads it there: the alias analysis (does &x become known to others? what may
// q point to?), the effects of calls, the abstraction (which predicates are
// forgotten), the lowering and the verifier. Each row has a program in
// test/reasons/ that fails when it is run, and that a row which promised too
// much would let pass.

#ifndef PREDABS_PREDICATES_IR_TOUCH_H
#define PREDABS_PREDICATES_IR_TOUCH_H

#include "predicates/ir/Module.h"

namespace predabs::ir {

struct Touch {
  /// What a `havoc everything` changes.
  enum class Memory : uint8_t {
    Place, ///< there is none: the place that a havoc names, and no more
    Known, ///< what others know, and what functions that they know write
    All,   ///< also every global variable and all that has an address
  };
  /// The values that the construct is given, `from (...)`.
  enum class Given : uint8_t {
    Dropped, ///< nothing comes of an address in them
    Escapes, ///< others know them from now on
  };
  /// The addresses that the new value may be.
  enum class Value : uint8_t {
    None,      ///< C has no run that follows it
    Known,     ///< any that others know
    Functions, ///< also any function with as many parameters
  };

  Memory Changes;
  Given Operands;
  Value Result;
};

Touch touchOf(Reason R);

/// The words for the columns, as the documentation prints them.
const char *touchText(Touch::Memory M);
const char *touchText(Touch::Given G);
const char *touchText(Touch::Value V);

} // namespace predabs::ir

#endif
