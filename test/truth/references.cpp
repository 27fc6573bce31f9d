// References, rvalue references, moves, temporaries that live on, range for, bindings.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <cassert>
#include <utility>
struct Owner {
  int *p;
  Owner(int *q) : p(q) {}
  Owner(Owner &&o) : p(o.p) { o.p = nullptr; }
  Owner &operator=(Owner &&o) { std::swap(p, o.p); return *this; }
};
static int which(int &) { return 1; }
static int which(int &&) { return 2; }
struct Pair { int first; long second; };
int main() {
  int x = 1, &r = x;
  r = 4;
  const int &life = x + 1;
  assert(x == 4 && life == 5 && &r == &x);
  assert(which(x) == 1 && which(3) == 2 && which(std::move(x)) == 2);
  Owner a(&x), b(std::move(a));
  assert(!a.p && b.p == &x);
  a = std::move(b);
  assert(a.p == &x && !b.p);
  int sum = 0, all[] = {1, 2, 3};
  for (int &n : all)
    n *= 2;
  for (int n : all)
    sum += n;
  auto [first, second] = Pair{7, 8};
  auto &[f, s, t] = all;
  f = 20;
  assert(sum == 12 && first == 7 && second == 8 && all[0] == 20 && s + t == 10);
  return 0;
}
