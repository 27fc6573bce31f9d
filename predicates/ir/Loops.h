// The loops of a function: strongly connected blocks, and the loops that are
// left in them once nobody comes back to where they are entered.

#ifndef PREDABS_PREDICATES_IR_LOOPS_H
#define PREDABS_PREDICATES_IR_LOOPS_H

#include "predicates/ir/Module.h"

#include <vector>

namespace predabs {

struct LoopBlocks {
  ir::BlockId Head = 0;            ///< where it is entered first
  std::vector<ir::BlockId> Blocks; ///< ascending
  /// All blocks where it is entered, ascending: one, but where `goto` leads
  /// into the middle of a loop.
  std::vector<ir::BlockId> Entries;
  uint32_t Depth = 0; ///< loops around it

  bool has(ir::BlockId B) const;
  bool isEntry(ir::BlockId B) const;
  /// Whether each way round passes \p B.
  bool passesAlways(const ir::Function &F, ir::BlockId B) const;
};

/// Outer loops before inner ones, otherwise by their heads.
std::vector<LoopBlocks> loopsOf(const ir::Function &F);

} // namespace predabs

#endif
