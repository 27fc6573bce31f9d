// Captures by value and reference, init captures, mutable, generic, recursion.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <cassert>
template <class F> static int twice(F f, int n) { return f(f(n)); }
struct T {
  int n = 3;
  auto adder() { return [self = *this](int k) { return self.n + k; }; }
};
int main() {
  int x = 1, y = 2;
  auto f = [x, &y](int n) { y += n; return x + n; };
  x = 100;
  assert(f(5) == 6 && y == 7 && twice([](int n) { return n * 3; }, 2) == 18);
  auto count = [n = 0]() mutable { return ++n; };
  assert(count() == 1 && count() == 2);
  auto generic = [](auto a, auto b) { return a < b; };
  assert(generic(1, 2L) && !generic(2.0, 1));
  auto fact = [](auto self, int n) -> int { return n < 2 ? 1 : n * self(self, n - 1); };
  assert(fact(fact, 5) == 120);
  int (*plain)(int) = +[](int n) { return n + 1; };
  assert(plain(1) == 2);
  T t;
  auto add = t.adder();
  t.n = 50;
  assert(add(4) == 7);
  return 0;
}
