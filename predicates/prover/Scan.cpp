// See Scan.h.

#include "predicates/prover/Scan.h"

#include "predicates/prover/Numbers.h"

namespace predabs::prover {

namespace {

constexpr size_t MaxNodes = 20'000;

template <class T> T &at(std::vector<T> &V, size_t I) {
  if (I >= V.size())
    V.resize(I + 1 + I / 2);
  return V[I];
}

} // namespace

Demand Scanner::demandOf(const ir::Expr *E) {
  uint8_t &K = at(Known, E->id());
  if (!K)
    K = uint8_t(scan(E)) + 1;
  return Demand(K - 1);
}

Demand Scanner::scan(const ir::Expr *E) {
  ++NumScans;
  std::vector<const ir::Expr *> Work = {E};
  Demand Found = Demand::Integers;
  for (size_t NumNodes = 0; !Work.empty();) {
    const ir::Expr *Top = Work.back();
    Work.pop_back();
    uint32_t &Seen = at(SeenIn, Top->id());
    if (Seen == NumScans)
      continue;
    Seen = NumScans;
    if (++NumNodes > MaxNodes)
      return Demand::TooMuch;
    if (!isLinear(Top))
      Found = Demand::Bits;
    for (unsigned I = 0; I < Top->numOperands(); ++I)
      Work.push_back(Top->operand(I));
  }
  return Found;
}

} // namespace predabs::prover
