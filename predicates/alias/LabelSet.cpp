// Sets of labels, see LabelSet.h.

#include "predicates/alias/LabelSet.h"

#include <algorithm>

namespace predabs::alias {

size_t LabelSet::size() const {
  size_t Count = 0;
  for (const Word &W : Words)
    Count += size_t(std::popcount(W.Bits));
  return Count;
}

bool LabelSet::contains(uint32_t N) const {
  auto It = std::lower_bound(
      Words.begin(), Words.end(), N / 64,
      [](const Word &W, uint32_t Index) { return W.Index < Index; });
  return It != Words.end() && It->Index == N / 64 && (It->Bits >> N % 64 & 1);
}

bool LabelSet::insert(uint32_t N) {
  uint64_t Bit = uint64_t(1) << N % 64;
  auto It = std::lower_bound(
      Words.begin(), Words.end(), N / 64,
      [](const Word &W, uint32_t Index) { return W.Index < Index; });
  if (It == Words.end() || It->Index != N / 64) {
    Words.insert(It, {N / 64, Bit});
    return true;
  }
  bool Changed = !(It->Bits & Bit);
  It->Bits |= Bit;
  return Changed;
}

bool LabelSet::covers(const LabelSet &Other) const {
  auto It = Words.begin();
  for (const Word &W : Other.Words) {
    while (It != Words.end() && It->Index < W.Index)
      ++It;
    if (It == Words.end() || It->Index != W.Index || (W.Bits & ~It->Bits))
      return false;
  }
  return true;
}

bool LabelSet::insert(const LabelSet &Other) {
  if (covers(Other))
    return false;
  std::vector<Word> Result;
  Result.reserve(Words.size() + Other.Words.size());
  auto A = Words.begin(), AEnd = Words.end();
  auto B = Other.Words.begin(), BEnd = Other.Words.end();
  while (A != AEnd || B != BEnd) {
    if (B == BEnd || (A != AEnd && A->Index < B->Index))
      Result.push_back(*A++);
    else if (A == AEnd || B->Index < A->Index)
      Result.push_back(*B++);
    else {
      Result.push_back({A->Index, A->Bits | B->Bits});
      ++A, ++B;
    }
  }
  Words = std::move(Result);
  return true;
}

bool LabelSet::remove(const LabelSet &Other) {
  bool Changed = false;
  auto B = Other.Words.begin();
  for (Word &W : Words) {
    while (B != Other.Words.end() && B->Index < W.Index)
      ++B;
    if (B == Other.Words.end())
      break;
    if (B->Index == W.Index && (W.Bits & B->Bits)) {
      W.Bits &= ~B->Bits;
      Changed = true;
    }
  }
  if (Changed)
    std::erase_if(Words, [](const Word &W) { return W.Bits == 0; });
  return Changed;
}

bool LabelSet::keepOnly(const LabelSet &Other) {
  LabelSet Surplus = *this;
  Surplus.remove(Other);
  return remove(Surplus);
}

} // namespace predabs::alias
