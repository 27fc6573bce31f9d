// Type traits, requires, concepts, source locations, noexcept, initializer_list, paren init.
// RUN: %truth-std=c++20 %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <cassert>
#include <initializer_list>
#include <source_location>
template <class T> concept Small = sizeof(T) < 4;
template <class T> static int size(T) requires Small<T> { return 1; }
template <class T> static int size(T) { return 2; }
static int total(std::initializer_list<int> l) {
  int s = 0;
  for (int n : l)
    s += n;
  return s;
}
static unsigned line(std::source_location l = std::source_location::current()) { return l.line(); }
struct Agg { int a, b; };
int main() {
  assert(size('a') == 1 && size(1L) == 2 && __is_same(int, int) && !__is_enum(int));
  assert(__array_rank(int[2][3]) == 2 && __is_lvalue_expr(main));
  assert(total({1, 2, 3}) == 6 && total({}) == 0);
  unsigned here = __builtin_LINE();
  assert(line() == here + 1);
  constexpr bool can = requires(int n) { n + 1; };
  assert(can && __func__[0] == 'm');
  Agg agg(3, 4);
  assert(agg.b == 4);
  using Int = int;
  int n = 5;
  n.~Int();
  int grid[2][2] = {{1, 2}, {3, 4}};
  auto copy = [grid] { return grid[1][0]; };
  assert(copy() == 3);
  return 0;
}
