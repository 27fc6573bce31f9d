#include "checkers/bebop/Order.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

using namespace predabs::bebop;

namespace {

constexpr unsigned MaxRounds = 60;
constexpr unsigned MaxRoundsWithoutGain = 4;

/// How far the neighbours are apart, all in all.
uint64_t span(const std::vector<Neighbours> &Edges,
              const std::vector<unsigned> &Position) {
  uint64_t Result = 0;
  for (const Neighbours &E : Edges) {
    unsigned First = UINT32_MAX, Last = 0;
    for (unsigned V : E) {
      First = std::min(First, Position[V]);
      Last = std::max(Last, Position[V]);
    }
    Result += Last - First;
  }
  return Result;
}

std::vector<unsigned> lineUp(const std::vector<Neighbours> &Edges,
                             const std::vector<unsigned> &Position) {
  std::vector<double> Pull(Position.size());
  std::vector<unsigned> Count(Position.size());
  for (const Neighbours &E : Edges) {
    double Centre = 0;
    for (unsigned V : E)
      Centre += Position[V];
    Centre /= double(E.size());
    for (unsigned V : E) {
      Pull[V] += Centre;
      ++Count[V];
    }
  }
  for (unsigned V = 0; V < Position.size(); ++V)
    Pull[V] = Count[V] ? Pull[V] / Count[V] : Position[V];
  std::vector<unsigned> Order(Position.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::sort(Order.begin(), Order.end(), [&](unsigned A, unsigned B) {
    return Pull[A] != Pull[B] ? Pull[A] < Pull[B] : Position[A] < Position[B];
  });
  return Order;
}

std::vector<unsigned> positions(const std::vector<unsigned> &Order) {
  std::vector<unsigned> Result(Order.size());
  for (unsigned I = 0; I < Order.size(); ++I)
    Result[Order[I]] = I;
  return Result;
}

} // namespace

std::vector<unsigned>
predabs::bebop::closeOrder(unsigned Size,
                           const std::vector<Neighbours> &Edges) {
  std::vector<unsigned> Best(Size);
  std::iota(Best.begin(), Best.end(), 0);
  std::vector<unsigned> Position = Best;
  uint64_t BestSpan = span(Edges, Position);
  unsigned Idle = 0;
  for (unsigned Round = 0; Round < MaxRounds && Idle < MaxRoundsWithoutGain;
       ++Round, ++Idle) {
    std::vector<unsigned> Order = lineUp(Edges, Position);
    Position = positions(Order);
    uint64_t Span = span(Edges, Position);
    if (Span < BestSpan) {
      BestSpan = Span;
      Best = std::move(Order);
      Idle = 0;
    }
  }
  return Best;
}
