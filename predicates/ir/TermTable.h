// What is noted about terms during one walk. Most terms are small and walks are
// many, so the first few are kept without asking for memory. Nothing can be
// enumerated: the order would be that of addresses.

#ifndef PREDABS_PREDICATES_IR_TERMTABLE_H
#define PREDABS_PREDICATES_IR_TERMTABLE_H

#include "predicates/ir/Expr.h"

#include <array>
#include <cassert>
#include <vector>

namespace predabs::ir {

/// A map from terms to \p T, which is a plain value.
template <class T> class TermTable {
public:
  struct Slot {
    const Expr *Key = nullptr;
    T Value = {};
  };

  /// What is noted about \p E, and whether that is new: then it is T().
  std::pair<T &, bool> insert(const Expr *E) {
    if (2 * (Count + 1) > Size)
      grow();
    Slot &S = find(E);
    bool IsNew = !S.Key;
    Count += IsNew;
    S.Key = E;
    return {S.Value, IsNew};
  }

  bool contains(const Expr *E) { return find(E).Key; }

  /// Wants something to be noted about \p E.
  T at(const Expr *E) {
    Slot &S = find(E);
    assert(S.Key == E && "nothing is noted about it");
    return S.Value;
  }

private:
  static constexpr size_t NumFirst = 32;

  /// Where \p E is, or where it would be.
  Slot &find(const Expr *E) {
    Slot *All = slots();
    size_t I = E->id() * size_t(0x9E3779B97F4A7C15) >> 32 & (Size - 1);
    while (All[I].Key && All[I].Key != E)
      I = (I + 1) & (Size - 1);
    return All[I];
  }

  void grow() {
    std::vector<Slot> Old(slots(), slots() + Size);
    Size *= 4;
    Rest.assign(Size, {});
    for (const Slot &S : Old)
      if (S.Key)
        find(S.Key) = S;
  }

  Slot *slots() { return Rest.empty() ? First.data() : Rest.data(); }

  std::array<Slot, NumFirst> First;
  std::vector<Slot> Rest; ///< used instead, if there are more
  size_t Size = NumFirst, Count = 0;
};

/// A set of terms.
class TermSet {
public:
  /// Whether \p E is new.
  bool insert(const Expr *E) { return All.insert(E).second; }
  bool contains(const Expr *E) { return All.contains(E); }

private:
  struct Nothing {};
  TermTable<Nothing> All;
};

} // namespace predabs::ir

#endif
