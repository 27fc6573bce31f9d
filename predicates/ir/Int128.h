// The integers that constants and the interpreter compute with: wide enough
// for every integer type of the IR (1 to 128 bits).

#ifndef PREDABS_PREDICATES_IR_INT128_H
#define PREDABS_PREDICATES_IR_INT128_H

#include <cstdint>

namespace predabs::ir {

__extension__ typedef unsigned __int128 UInt128;
__extension__ typedef __int128 SInt128;

/// The \p Width low bits of \p V.
constexpr UInt128 truncateTo(UInt128 V, unsigned Width) {
  return Width >= 128 ? V : V & ((UInt128(1) << Width) - 1);
}

/// \p V, of \p Width bits, read as a two's complement number.
constexpr SInt128 signExtend(UInt128 V, unsigned Width) {
  return Width >= 128 ? SInt128(V)
                      : SInt128(V << (128 - Width)) >> (128 - Width);
}

} // namespace predabs::ir

#endif
