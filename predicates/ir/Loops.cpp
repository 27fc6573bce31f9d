#include "predicates/ir/Loops.h"

#include <algorithm>

namespace predabs {

using namespace ir;

namespace {

/// Nests of loops that are looked into.
constexpr uint32_t MaxDepth = 16;

/// Strongly connected components among \p Inside, without edges to those of
/// \p Cut, ascending: Tarjan's algorithm with a stack of its own.
class Components {
public:
  Components(const Function &F, const std::vector<BlockId> &Inside,
             const std::vector<BlockId> &Cut)
      : F(F), Cut(Cut), Index(F.Blocks.size()), Low(F.Blocks.size()),
        IsInside(F.Blocks.size()), IsOpen(F.Blocks.size()) {
    for (BlockId B : Inside)
      IsInside[B] = true;
    for (BlockId B : Inside)
      if (!Index[B])
        visit(B);
  }

  std::vector<std::vector<BlockId>> Found;

private:
  struct Frame {
    BlockId Block;
    size_t Next = 0;
  };

  void open(BlockId B) {
    Index[B] = Low[B] = ++Counter;
    Stack.push_back(B);
    IsOpen[B] = true;
    Frames.push_back({B});
  }

  void visit(BlockId Root) {
    open(Root);
    while (!Frames.empty()) {
      auto &[B, Next] = Frames.back();
      const std::vector<BlockId> &Succs = F.Blocks[B].Succs;
      if (Next == Succs.size()) {
        close(B);
        continue;
      }
      BlockId S = Succs[Next++];
      if (!IsInside[S] || std::ranges::binary_search(Cut, S))
        continue;
      if (!Index[S])
        open(S);
      else if (IsOpen[S])
        Low[B] = std::min(Low[B], Index[S]);
    }
  }

  void close(BlockId B) {
    Frames.pop_back();
    if (!Frames.empty())
      Low[Frames.back().Block] = std::min(Low[Frames.back().Block], Low[B]);
    if (Low[B] != Index[B])
      return;
    std::vector<BlockId> &C = Found.emplace_back();
    do {
      C.push_back(Stack.back());
      IsOpen[Stack.back()] = false;
      Stack.pop_back();
    } while (C.back() != B);
    std::sort(C.begin(), C.end());
  }

  const Function &F;
  const std::vector<BlockId> &Cut;
  std::vector<uint32_t> Index, Low;
  std::vector<bool> IsInside, IsOpen;
  std::vector<BlockId> Stack;
  std::vector<Frame> Frames;
  uint32_t Counter = 0;
};

bool isCycle(const Function &F, const std::vector<BlockId> &C,
             const std::vector<BlockId> &Cut) {
  const std::vector<BlockId> &Succs = F.Blocks[C[0]].Succs;
  bool IsCut = std::ranges::binary_search(Cut, C[0]);
  return C.size() > 1 ||
         (!IsCut && std::ranges::find(Succs, C[0]) != Succs.end());
}

using Edges = std::vector<std::vector<BlockId>>;

Edges predecessors(const Function &F) {
  Edges Preds(F.Blocks.size());
  for (BlockId B = 0; B < F.Blocks.size(); ++B)
    for (BlockId S : F.Blocks[B].Succs)
      Preds[S].push_back(B);
  return Preds;
}

/// The blocks of \p C with a predecessor outside, and the function's first.
std::vector<BlockId> entriesOf(const Edges &Preds,
                               const std::vector<BlockId> &C) {
  std::vector<BlockId> Result;
  for (BlockId B : C)
    if (B == 0 || std::ranges::any_of(Preds[B], [&](BlockId P) {
          return !std::ranges::binary_search(C, P);
        }))
      Result.push_back(B);
  return Result.empty() ? std::vector{C[0]} : Result;
}

} // namespace

bool LoopBlocks::has(BlockId B) const {
  return std::binary_search(Blocks.begin(), Blocks.end(), B);
}

bool LoopBlocks::isEntry(BlockId B) const {
  return std::ranges::binary_search(Entries, B);
}

bool LoopBlocks::passesAlways(const Function &F, BlockId B) const {
  if (B == Head)
    return true;
  std::vector<BlockId> Open = {Head};
  std::vector<bool> IsSeen(F.Blocks.size());
  IsSeen[Head] = IsSeen[B] = true;
  while (!Open.empty()) {
    BlockId At = Open.back();
    Open.pop_back();
    for (BlockId S : F.Blocks[At].Succs) {
      if (S == Head)
        return false;
      if (!IsSeen[S] && has(S)) {
        IsSeen[S] = true;
        Open.push_back(S);
      }
    }
  }
  return true;
}

std::vector<LoopBlocks> loopsOf(const Function &F) {
  std::vector<LoopBlocks> Found;
  Edges Preds = predecessors(F);
  std::vector<BlockId> All(F.Blocks.size());
  for (BlockId B = 0; B < All.size(); ++B)
    All[B] = B;
  auto AddAll = [&](const std::vector<BlockId> &Inside,
                    const std::vector<BlockId> &Cut, uint32_t Depth) {
    for (std::vector<BlockId> &C : Components(F, Inside, Cut).Found)
      if (isCycle(F, C, Cut)) {
        std::vector<BlockId> Entries = entriesOf(Preds, C);
        Found.push_back({Entries[0], std::move(C), std::move(Entries), Depth});
      }
  };
  AddAll(All, {}, 0);
  for (size_t I = 0; I < Found.size(); ++I)
    if (Found[I].Depth < MaxDepth)
      AddAll(std::vector(Found[I].Blocks), std::vector(Found[I].Entries),
             Found[I].Depth + 1);
  std::sort(Found.begin(), Found.end(), [](const auto &A, const auto &B) {
    return std::pair(A.Depth, A.Head) < std::pair(B.Depth, B.Head);
  });
  return Found;
}

} // namespace predabs
