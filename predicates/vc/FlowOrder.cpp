#include "predicates/vc/FlowOrder.h"

#include <unordered_set>

namespace predabs {

using namespace ir;

namespace {

FlowLoop withEffects(const Function &F, LoopBlocks L) {
  FlowLoop Result;
  std::unordered_set<const Expr *> Seen;
  for (BlockId B : L.Blocks)
    for (const Stmt &S : F.Blocks[B].Stmts) {
      if (S.Dest && Seen.insert(S.Dest).second)
        Result.Written.push_back(S.Dest);
      if (S.Kind == StmtKind::Call || (S.Kind == StmtKind::Havoc && !S.Dest))
        Result.Far.push_back(&S);
    }
  Result.Of = std::move(L);
  return Result;
}

} // namespace

FlowOrder::FlowOrder(const Function &F) : LoopOf(F.Blocks.size()) {
  for (LoopBlocks &L : loopsOf(F))
    Loops.push_back(withEffects(F, std::move(L)));
  for (uint32_t I = 0; I < Loops.size(); ++I)
    for (BlockId B : Loops[I].Of.Entries) {
      IsFine &= LoopOf[B] == 0;
      LoopOf[B] = I + 1;
    }
  if (IsFine)
    order(F);
}

const FlowLoop *FlowOrder::loopAt(BlockId B) const {
  return LoopOf[B] ? &Loops[LoopOf[B] - 1] : nullptr;
}

bool FlowOrder::isCut(BlockId From, BlockId To) const {
  const FlowLoop *L = loopAt(To);
  return L && L->Of.has(From);
}

/// What has to come before \p B.
std::vector<BlockId> FlowOrder::behind(const Function &F, BlockId B) const {
  std::vector<BlockId> Result;
  for (BlockId S : F.Blocks[B].Succs) {
    if (isCut(B, S))
      continue;
    const FlowLoop *L = loopAt(S);
    if (L && L->Of.Entries.size() > 1)
      Result.insert(Result.end(), L->Of.Entries.begin(), L->Of.Entries.end());
    else
      Result.push_back(S);
  }
  return Result;
}

/// The end of a search in depth, with a stack of its own.
void FlowOrder::order(const Function &F) {
  struct Frame {
    BlockId Block;
    std::vector<BlockId> Behind;
    size_t Next = 0;
  };
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> Is(F.Blocks.size(), State::New);
  std::vector<Frame> Frames;
  auto Open = [&](BlockId B) {
    Is[B] = State::Open;
    Frames.push_back({B, behind(F, B)});
  };
  Open(0);
  while (!Frames.empty()) {
    Frame &Last = Frames.back();
    if (Last.Next == Last.Behind.size()) {
      Is[Last.Block] = State::Done;
      Order.push_back(Last.Block);
      Frames.pop_back();
      continue;
    }
    BlockId S = Last.Behind[Last.Next++];
    if (Is[S] == State::Open) {
      IsFine = false; // loops that are nested too deep to be told apart
      return;
    }
    if (Is[S] == State::New)
      Open(S);
  }
}

} // namespace predabs
