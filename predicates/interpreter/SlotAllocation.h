// Decides which variables of a function live in slots: scalars whose address
// nobody takes and that are assigned on every path to every use. All others
// live in memory, where a shadow tells what is uninitialised; so slots need
// no such shadow.

#ifndef PREDABS_PREDICATES_INTERPRETER_SLOTALLOCATION_H
#define PREDABS_PREDICATES_INTERPRETER_SLOTALLOCATION_H

#include "predicates/ir/Module.h"

#include <vector>

namespace predabs::ir::interp {

struct SlotAllocation {
  // By Variable::Id.
  std::vector<bool> InSlot;
  std::vector<bool> IsRead;
};

SlotAllocation allocateSlots(const Function &F);

/// Nothing in slots, as if everything were read.
SlotAllocation allocateNoSlots(const Function &F);

} // namespace predabs::ir::interp

#endif
