#include "predicates/discovery/Kernel.h"

#include <algorithm>

namespace predabs {

using ir::SInt128;

namespace {

using Row = std::vector<SInt128>;

constexpr SInt128 Large = SInt128(1) << 40;

SInt128 gcd(SInt128 A, SInt128 B) {
  A = A < 0 ? -A : A;
  B = B < 0 ? -B : B;
  while (B) {
    std::swap(A, B);
    B %= A;
  }
  return A;
}

void reduce(Row &R) {
  SInt128 Common = 0;
  for (SInt128 N : R)
    Common = gcd(Common, N);
  if (Common > 1)
    for (SInt128 &N : R)
      N /= Common;
}

/// Clears position \p At of \p R by means of \p Pivot.
void clear(Row &R, const Row &Pivot, size_t At) {
  SInt128 A = R[At], B = Pivot[At];
  for (size_t I = 0; I < R.size(); ++I)
    R[I] = R[I] * B - Pivot[I] * A;
  reduce(R);
}

bool isLarge(const Row &R) {
  return std::any_of(R.begin(), R.end(),
                     [](SInt128 N) { return N > Large || N < -Large; });
}

/// The solution in which position \p Free is set and the other free ones are 0.
Row solution(const std::vector<Row> &Rows, const std::vector<size_t> &Pivots,
             size_t Width, size_t Free) {
  SInt128 Multiple = 1;
  for (size_t I = 0; I < Pivots.size(); ++I) {
    SInt128 P = Rows[I][Pivots[I]];
    P = P < 0 ? -P : P;
    Multiple = Multiple / gcd(Multiple, P) * P;
  }
  Row Found(Width);
  Found[Free] = Multiple;
  for (size_t I = 0; I < Pivots.size(); ++I)
    Found[Pivots[I]] = -Rows[I][Free] * (Multiple / Rows[I][Pivots[I]]);
  reduce(Found);
  return Found;
}

} // namespace

std::vector<Row> kernel(std::vector<Row> Rows, size_t Width) {
  std::vector<size_t> Pivots;
  for (size_t Column = 0; Column < Width; ++Column) {
    size_t Next = Pivots.size();
    auto It = std::find_if(Rows.begin() + Next, Rows.end(),
                           [&](const Row &R) { return R[Column] != 0; });
    if (It == Rows.end())
      continue;
    std::swap(*It, Rows[Next]);
    for (size_t I = 0; I < Rows.size(); ++I)
      if (I != Next && Rows[I][Column] != 0)
        clear(Rows[I], Rows[Next], Column);
    if (std::any_of(Rows.begin(), Rows.end(), isLarge))
      return {};
    Pivots.push_back(Column);
  }
  std::vector<Row> Found;
  for (size_t Column = 0; Column < Width; ++Column)
    if (std::find(Pivots.begin(), Pivots.end(), Column) == Pivots.end())
      Found.push_back(solution(Rows, Pivots, Width, Column));
  return Found;
}

} // namespace predabs
