// Pointers to members: data, functions, virtual functions.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <cassert>
struct S {
  int a = 1, b = 2;
  int get(int n) { return a + n; }
  virtual int name() { return 1; }
};
struct T : S { int name() override { return 2; } };
int main() {
  S s;
  T t;
  int S::*m = &S::a;
  s.*m = 5;
  assert(s.a == 5 && (&s)->*m == 5);
  m = &S::b;
  assert(s.*m == 2 && m != &S::a && m != nullptr);
  int (S::*f)(int) = &S::get;
  assert((s.*f)(3) == 8);
  int (S::*v)() = &S::name;
  S *p = &t;
  assert((p->*v)() == 2 && (s.*v)() == 1);
  return 0;
}
