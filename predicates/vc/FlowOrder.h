// The blocks of a function in an order in which each comes before those that
// lead to it, once the edges that go back to an entry of a loop are cut. Of
//
//   a: goto h   h: goto b, c   b: goto h   c: return
//
// the order is c, b, h, a: the edge from b to h is cut. Before a block that
// leads into a loop all entries of the loop come.

#ifndef PREDABS_PREDICATES_VC_FLOWORDER_H
#define PREDABS_PREDICATES_VC_FLOWORDER_H

#include "predicates/ir/Loops.h"

#include <vector>

namespace predabs {

/// A loop and what its turns may do.
struct FlowLoop {
  LoopBlocks Of;
  std::vector<const ir::Expr *> Written; ///< places, each once
  std::vector<const ir::Stmt *> Far;     ///< that may change what is not named
};

class FlowOrder {
public:
  explicit FlowOrder(const ir::Function &F);

  /// Whether there is such an order. Else the rest says nothing.
  bool isFine() const { return IsFine; }
  /// Those that can be reached.
  const std::vector<ir::BlockId> &blocks() const { return Order; }
  /// The loop that is entered at \p B, or null.
  const FlowLoop *loopAt(ir::BlockId B) const;
  /// Whether the edge goes back to an entry of a loop that it is in.
  bool isCut(ir::BlockId From, ir::BlockId To) const;

private:
  void order(const ir::Function &F);
  std::vector<ir::BlockId> behind(const ir::Function &F, ir::BlockId B) const;

  std::vector<FlowLoop> Loops;
  std::vector<uint32_t> LoopOf; ///< by entry: position in Loops, plus one
  std::vector<ir::BlockId> Order;
  bool IsFine = true;
};

} // namespace predabs

#endif
