// Random modules that verify accepts, the same for the same seed: for tests of
// what must hold for every module.

#ifndef PREDABS_TEST_UNIT_PREDICATES_IR_IRRANDOMMODULE_H
#define PREDABS_TEST_UNIT_PREDICATES_IR_IRRANDOMMODULE_H

#include "predicates/ir/Module.h"

#include <iterator>
#include <memory>
#include <random>

namespace predabs::ir {

/// Numbers that do not depend on the standard library, as distributions do.
class Dice {
public:
  explicit Dice(uint32_t Seed) : Engine(Seed) {}

  /// One of 0 ... Sides-1.
  uint32_t roll(size_t Sides) { return uint32_t(Engine() % Sides); }
  bool oneIn(uint32_t Sides) { return roll(Sides) == 0; }
  uint64_t bits() { return uint64_t(Engine()) << 32 | Engine(); }
  template <typename Range> const auto &pick(const Range &From) {
    return From[roll(std::size(From))];
  }

private:
  std::mt19937 Engine;
};

std::unique_ptr<Module> randomModule(uint32_t Seed);

} // namespace predabs::ir

#endif
