// C's implicit conversions of numbers (C11 6.3.1), seen from the intermediate
// language: the printer of predicates leaves out the casts that the parser puts
// back. An `int` has 32 bits.

#ifndef PREDABS_PREDICATES_LANGUAGE_CONVERSIONS_H
#define PREDABS_PREDICATES_LANGUAGE_CONVERSIONS_H

#include "predicates/ir/Expr.h"

namespace predabs {

/// A type of numbers, as far as conversions look at it.
struct NumberType {
  bool IsFloat = false;
  bool IsSigned = true;
  unsigned Width = 32;

  bool operator==(const NumberType &) const = default;
};

constexpr NumberType IntNumber;

/// \p T is an integer or a float.
NumberType numberType(const ir::Type *T);
/// The same for the value of \p E, which may be a bit-field.
NumberType valueType(const ir::Expr *E);
/// What the integer promotions make of \p E, which may be a bit-field; of a
/// float its own type.
NumberType promoted(const ir::Expr *E);
/// What the usual arithmetic conversions make of two promoted types.
NumberType commonType(NumberType A, NumberType B);
/// Whether each number of type \p From is the same number of type \p To, or,
/// for floats, near to it.
bool keepsValue(NumberType From, NumberType To);

} // namespace predabs

#endif
