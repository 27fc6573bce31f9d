// When objects begin and end: temporaries, parts, copies that are left out,
// static variables, constructors that throw.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <cassert>
#include <initializer_list>
static int ended, copies, left = -1;
struct T {
  int k;
  T(int k) : k(k) { if (left-- == 0) throw k; }
  T(const T &o) : k(o.k) { ++copies; }
  ~T() { ended = ended * 10 + k; }
};
struct Pair { T first, second; };
static int take() { int e = ended; ended = 0; return e; }
static T made(int k) { T t(k); return t; }
static int sum(const T &a, const T &b) { return a.k + b.k; }
static int once(int k) { static T t(k); return t.k; }
int main() {
  { const T &r = made(1); T &&q = made(2); made(3); assert(r.k + q.k == 3); }
  assert(take() == 321 && copies == 0);
  { T &&part = Pair{T(4), T(5)}.first; ended = part.k; }
  assert(take() == 454);
  int three = sum(T(1), T(2));
  assert(three == 3 && take() == 21);
  for (const T &t : {T(6), T(7)}) assert(t.k > 5 && ended == 0);
  assert(take() == 76);
  { T two[2] = {T(1), T(2)}; T copy = two[1]; assert(copies == 1 && copy.k == 2); }
  assert(take() == 221);
  left = 2;
  try { Pair p{T(1), T(2)}; T t(3); assert(0); } catch (int n) { assert(n == 3); }
  assert(take() == 21);
  assert(once(8) == 8 && once(9) == 8 && ended == 0);
  return 0;
}
