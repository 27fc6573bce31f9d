// The blocks of a function in an order in which each comes before those that
// lead to it, once the edges that go back to the head of a loop are cut. Of
//
//   a: goto h   h: goto b, c   b: goto h   c: return
//
// the order is c, b, h, a: the edge from b to h is cut.

#ifndef PREDABS_PREDICATES_VC_FLOWORDER_H
#define PREDABS_PREDICATES_VC_FLOWORDER_H

#include "predicates/ir/Loops.h"

namespace predabs {

class FlowOrder {
public:
  explicit FlowOrder(const ir::Function &F);

  /// Whether each loop is entered by its head alone. Else the rest says
  /// nothing.
  bool isFine() const { return IsFine; }
  /// Those that can be reached.
  const std::vector<ir::BlockId> &blocks() const { return Order; }
  /// The loop whose head is \p B, or null.
  const LoopBlocks *loopAt(ir::BlockId B) const;
  /// Whether the edge goes back to the head of a loop that it is in.
  bool isCut(ir::BlockId From, ir::BlockId To) const;

private:
  bool entersByHeads(const ir::Function &F) const;
  void order(const ir::Function &F);

  std::vector<LoopBlocks> Loops;
  std::vector<uint32_t> LoopOf; ///< by head: position in Loops, plus one
  std::vector<ir::BlockId> Order;
  bool IsFine = true;
};

} // namespace predabs

#endif
