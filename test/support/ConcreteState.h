// One state of a program, byte by byte, and the values that expressions have
// in it: the truth that the prover is compared with. Integers have up to 64
// bits, addresses up to 16; floats have no values here. Written for tests,
// without the interpreter or the prover in mind.

#ifndef PREDABS_TEST_SUPPORT_CONCRETESTATE_H
#define PREDABS_TEST_SUPPORT_CONCRETESTATE_H

#include "predicates/ir/Module.h"

#include <map>
#include <optional>

namespace predabs {

struct ConcreteState {
  explicit ConcreteState(const ir::Target &T)
      : Target(T), Memory(size_t(1) << (8 * T.PointerBytes)) {}

  void write(uint64_t Address, uint64_t Size, ir::UInt128 Bits);
  ir::UInt128 read(uint64_t Address, uint64_t Size) const;

  ir::Target Target;
  std::vector<uint8_t> Memory;
  std::map<const ir::Variable *, uint64_t> Addresses;
  std::map<const ir::Variable *, ir::UInt128> Logical;
};

/// As a formula or as the program: reads through null pointers give something
/// or are undefined, comparisons of signed sums are exact or need them to be
/// defined.
enum class Meaning : uint8_t { Formula, Program };

/// The bits of the scalar \p E, or nothing where evaluating it is undefined.
std::optional<ir::UInt128> evaluate(const ConcreteState &S, const ir::Expr *E,
                                    Meaning As);
/// The address of the place \p E, or nothing where finding it is undefined.
std::optional<uint64_t> addressOf(const ConcreteState &S, const ir::Expr *E,
                                  Meaning As);
/// Whether the value of \p E, or the place, can be had.
bool isDefined(const ConcreteState &S, const ir::Expr *E, Meaning As);

} // namespace predabs

#endif
