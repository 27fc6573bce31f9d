// Dynamic initialisers of globals, static locals, aggregates, default member initialisers.
// RUN: %truth-std=c++20 %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <cassert>
static int order;
static int step() { return ++order; }
int first = step(), second = step();
struct Lazy { int n; Lazy() : n(step()) {} };
static Lazy &lazy() { static Lazy it; return it; }
struct Agg { int a; int b = 7; int c[2]; };
struct Base { int n; Base(int k) : n(k) {} };
struct Inherit : Base { using Base::Base; int extra = 4; };
inline int shared = 6;
#include <new>
int main() {
  assert(first == 1 && second == 2 && order == 2);
  assert(lazy().n == 3 && lazy().n == 3 && order == 3);
  Agg a{1}, b{.a = 2, .c = {3, 4}};
  assert(a.b == 7 && a.c[1] == 0 && b.c[1] == 4 && b.b == 7);
  Inherit i(5);
  assert(i.n == 5 && i.extra == 4 && shared == 6);
  int *p = new int(), *q = new int{3}, *r = new int[3]{1, 2};
  assert(*p == 0 && *q == 3 && r[1] == 2 && r[2] == 0);
  delete p, delete q, delete[] r;
  alignas(int) char room[sizeof(int)];
  int *in = new (room) int(9);
  assert(*in == 9);
  return 0;
}
