#include "predicates/vc/FlowOrder.h"

namespace predabs {

using namespace ir;

FlowOrder::FlowOrder(const Function &F)
    : Loops(loopsOf(F)), LoopOf(F.Blocks.size()) {
  for (uint32_t I = 0; I < Loops.size(); ++I)
    LoopOf[Loops[I].Head] = I + 1;
  IsFine = entersByHeads(F);
  if (IsFine)
    order(F);
}

const LoopBlocks *FlowOrder::loopAt(BlockId B) const {
  return LoopOf[B] ? &Loops[LoopOf[B] - 1] : nullptr;
}

bool FlowOrder::isCut(BlockId From, BlockId To) const {
  const LoopBlocks *L = loopAt(To);
  return L && L->has(From);
}

bool FlowOrder::entersByHeads(const Function &F) const {
  for (BlockId B = 0; B < F.Blocks.size(); ++B)
    for (BlockId S : F.Blocks[B].Succs)
      for (const LoopBlocks &L : Loops)
        if (S != L.Head && L.has(S) && !L.has(B))
          return false;
  return true;
}

/// The end of a search in depth, with a stack of its own.
void FlowOrder::order(const Function &F) {
  struct Frame {
    BlockId Block;
    size_t Next = 0;
  };
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> Is(F.Blocks.size(), State::New);
  std::vector<Frame> Frames = {{0}};
  Is[0] = State::Open;
  while (!Frames.empty()) {
    auto &[B, Next] = Frames.back();
    const std::vector<BlockId> &Succs = F.Blocks[B].Succs;
    if (Next == Succs.size()) {
      Is[B] = State::Done;
      Order.push_back(B);
      Frames.pop_back();
      continue;
    }
    BlockId S = Succs[Next++];
    if (isCut(B, S) || Is[S] == State::Done)
      continue;
    if (Is[S] == State::Open) {
      IsFine = false; // loops that are nested too deep to be told apart
      return;
    }
    Is[S] = State::Open;
    Frames.push_back({S});
  }
}

} // namespace predabs
