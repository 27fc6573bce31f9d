// A set of small numbers, kept as sorted words of 64: most sets of addresses
// are tiny, and the large ones hold neighbours.

#ifndef PREDABS_PREDICATES_ALIAS_LABELSET_H
#define PREDABS_PREDICATES_ALIAS_LABELSET_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace predabs::alias {

class LabelSet {
public:
  bool empty() const { return Words.empty(); }
  size_t size() const;
  /// What it costs to walk or to keep.
  size_t words() const { return Words.size(); }
  bool contains(uint32_t N) const;
  bool operator==(const LabelSet &) const = default;

  /// Each returns whether the set has changed.
  bool insert(uint32_t N);
  bool insert(const LabelSet &Other);
  bool remove(const LabelSet &Other);
  bool keepOnly(const LabelSet &Other);

  /// Calls \p F with each element, ascending.
  template <class Fn> void each(Fn F) const {
    for (const Word &W : Words)
      for (uint64_t Bits = W.Bits; Bits; Bits &= Bits - 1)
        F(W.Index * 64 + uint32_t(std::countr_zero(Bits)));
  }

private:
  struct Word {
    uint32_t Index;
    uint64_t Bits;
    bool operator==(const Word &) const = default;
  };
  bool covers(const LabelSet &Other) const;

  std::vector<Word> Words;
};

} // namespace predabs::alias

#endif
