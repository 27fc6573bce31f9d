// The instructions that compute: which handler carries out an operator on
// values of a type. The instruction has the operands in A and B and the unused
// bits of the result type in Shift, except as said.

#ifndef PREDABS_PREDICATES_INTERPRETER_OPERATIONS_H
#define PREDABS_PREDICATES_INTERPRETER_OPERATIONS_H

#include "predicates/interpreter/Bytecode.h"

#include <bit>
#include <limits>
#include <optional>

namespace predabs::ir::interp {

/// Whether the host's long double is the float of 80 bits.
constexpr bool HostHasFloat80 =
    std::numeric_limits<long double>::digits == 64 &&
    std::endian::native == std::endian::little;

/// Null where there is no model (floats of 16 and 128 bits, on some
/// hosts those of 80).
Handler unaryHandler(Op O, const Type *T, const Target &Tgt);

/// For all but LAnd, LOr, PtrAdd and PtrDiff; \p T is the type of the (left)
/// operand, Gt and Ge are to be swapped into Lt and Le. A comparison wants no
/// Shift. A shift count is one slot, see countHandler.
Handler binaryHandler(Op O, const Type *T, const Target &Tgt);

/// Makes one slot of a shift count of two slots.
Handler countHandler();

/// Null where there is no model. Shift is that of \p To.
Handler castHandler(const Type *To, const Type *From);
/// Whether a cast leaves the slots as they are.
bool isNoCast(const Type *To, const Type *From);

/// Dst = A + B * Imm, an address. Shift is that of a pointer.
Handler elementAddressHandler();
/// Dst = (A - B) / Imm. Shift is that of a pointer.
Handler pointerDifferenceHandler();

Handler moveHandler(uint32_t NumSlots);

// For runs that may not depend on where objects lie, see AddressUse.

/// A new statement depends on nothing yet.
Handler startGuard();
/// Notes the number of the address A, of which Imm bits are left.
Handler countGuard();
/// Notes a comparison, or difference, by \p O of the addresses A and B.
Handler compareGuard(Op O);
/// What is done next depends on what was computed.
Handler decideGuard();
/// The same, but that may be an address as a number.
Handler addressGuard();

// Floats without a machine, for one who folds constants.

/// An operator on bits of the float type \p T; nothing where there is no model.
std::optional<UInt128> computeReal(Op O, const Type *T, UInt128 A, UInt128 B);
/// A cast from or to a float; nothing where there is no model, or where the
/// integer cannot hold the number.
std::optional<UInt128> castReal(const Type *To, const Type *From, UInt128 A);

} // namespace predabs::ir::interp

#endif
