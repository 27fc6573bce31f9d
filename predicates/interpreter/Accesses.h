// The instructions that read and write memory. A fixed offset in the frame or
// among the globals needs fewer checks than a computed address.

#ifndef PREDABS_PREDICATES_INTERPRETER_ACCESSES_H
#define PREDABS_PREDICATES_INTERPRETER_ACCESSES_H

#include "predicates/interpreter/Bytecode.h"
#include "predicates/interpreter/Interpreter.h"

namespace predabs::ir::interp {

/// What Imm of an access is an offset from.
enum class AccessBase : uint8_t {
  Frame,   ///< the current frame; the range is inside of one variable
  Data,    ///< the data arena; the range is inside of one global
  Address, ///< the address in A; anything may be wrong
};

/// Dst = the scalar of type \p T; B.Code is the index of its Place.
Handler loadHandler(const Type *T, AccessBase Base, AddressUse Use);
/// The scalar of type \p T = B; Dst is the index of its Place.
Handler storeHandler(const Type *T, AccessBase Base, AddressUse Use);

// Bit-fields: the bits() at A + Imm.
Handler loadBitsHandler();
Handler storeBitsHandler(const Type *T);
/// Marks the bits uninitialised.
Handler forgetBitsHandler();

/// Dst = the address of offset Imm in the frame.
Handler frameAddressHandler();

/// Copies Imm bytes to A from B, an address or ZerosAddress.
Handler copyHandler();
/// Fills Imm bytes at A with zeros.
Handler zeroHandler();
/// Marks Imm bytes at A uninitialised.
Handler forgetHandler();
/// The states of the objects in these go with them.
Handler copyStatesHandler();
Handler zeroStatesHandler();
Handler forgetStatesHandler();

} // namespace predabs::ir::interp

#endif
