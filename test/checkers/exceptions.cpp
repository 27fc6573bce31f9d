// Which handler takes an exception, and what it is given. Each function gives 1
// by way of the right handler; x_safe says so, x_bug denies it.
// RUN: %clangxx -std=c++20 -w -DMAIN %s -o %t.exe && %t.exe
// RUN: %predabs check --verdicts %s -- -std=c++20 -w 2>/dev/null > %t || true
// RUN: FileCheck %s < %t
// CHECK-NOT: {{(violated|latent): assert: .*_safe:}}
// CHECK-NOT: {{(proved|latent|unknown): assert: .*_bug:}}
// CHECK: predabs: {{.*}} proved, 28 violated, 0 latent
#include <assert.h>

#ifdef MAIN
#define TWINS(NAME)                                                            \
  struct NAME##_twin {                                                         \
    static void check() { assert(NAME() == 1); }                               \
  };
#else
#define TWINS(NAME)                                                            \
  void NAME##_safe() { assert(NAME() == 1); }                                  \
  void NAME##_bug() { assert(NAME() != 1); }
#endif

static int first() {
  try { throw 1; } catch (int) { return 1; } catch (...) { return 2; }
}
TWINS(first)
static int value() {
  try { throw 41; } catch (int n) { return n - 40; }
}
TWINS(value)
static int by_type() {
  try { throw 1L; } catch (int) { return 2; } catch (long) { return 1; }
}
TWINS(by_type)
static int no_promotion() {
  try { throw 'c'; } catch (int) { return 2; } catch (...) { return 1; }
}
TWINS(no_promotion)
enum Colour { Red };
static int enumeration() {
  try { throw Red; } catch (int) { return 2; } catch (Colour c) { return c == Red; }
}
TWINS(enumeration)

struct Base { int b; };
struct Other { int o; };
struct Derived : Base { int d; };
struct Hidden : private Base {};
struct Two : Other, Base {};
struct Left : Base {};
struct Right : Base {};
struct Both : Left, Right {};

static int to_base() {
  try { throw Derived{{1}, 2}; } catch (Other &) { return 2; } catch (Base &b) { return b.b; }
}
TWINS(to_base)
static int derived_first() {
  try { throw Derived{{2}, 1}; } catch (Derived &d) { return d.d; } catch (Base &) { return 2; }
}
TWINS(derived_first)
static int not_to_derived() {
  try { throw Base{2}; } catch (Derived &) { return 2; } catch (Base) { return 1; }
}
TWINS(not_to_derived)
static int private_base() {
  try { throw Hidden(); } catch (Base &) { return 2; } catch (Hidden &) { return 1; }
}
TWINS(private_base)
static int ambiguous_base() {
  try { throw Both(); } catch (Base &) { return 2; } catch (Right &) { return 1; }
}
TWINS(ambiguous_base)
static int second_base() {
  Two t;
  t.o = 5;
  t.b = 1;
  try { throw t; } catch (Base &b) { return b.b; }
}
TWINS(second_base)
static int sliced() {
  try {
    try { throw Derived{{1}, 2}; } catch (Base b) { b.b = 7; throw; }
  } catch (Derived &d) { return d.b; }
}
TWINS(sliced)

static int pointer() {
  int v = 1;
  try { throw &v; } catch (long *) { return 2; } catch (const int *p) { return *p; }
}
TWINS(pointer)
static int const_pointer() {
  const int v = 2;
  try { throw &v; } catch (int *) { return 2; } catch (void *) { return 3; } catch (const void *p) { return p == &v; }
}
TWINS(const_pointer)
static int derived_pointer() {
  Derived d{{1}, 2};
  try { throw &d; } catch (Other *) { return 2; } catch (Base *b) { return b->b; }
}
TWINS(derived_pointer)
static int second_base_pointer() {
  Two t;
  t.o = 5;
  t.b = 1;
  try { throw &t; } catch (Base *b) { return b->b; }
}
TWINS(second_base_pointer)
static int null_pointer() {
  try { throw nullptr; } catch (int) { return 2; } catch (char *p) { return p == nullptr; }
}
TWINS(null_pointer)

static int again() {
  try {
    try { throw 1; } catch (int) { throw; }
  } catch (char) { return 2; } catch (int n) { return n; }
}
TWINS(again)
static int changed() {
  try {
    try { throw 5; } catch (int &n) { n = 1; throw; }
  } catch (int n) { return n; }
}
TWINS(changed)
static void rethrower() { throw; }
static int again_elsewhere() {
  try {
    try { throw 1; } catch (...) { rethrower(); }
  } catch (int n) { return n; }
  return 2;
}
TWINS(again_elsewhere)
static int another() {
  try {
    try { throw 'c'; } catch (char) { throw 1; } catch (int) { return 2; }
  } catch (int n) { return n; }
}
TWINS(another)
static int passed_by() {
  try {
    try { throw 1; } catch (char) { return 2; }
  } catch (int n) { return n; }
}
TWINS(passed_by)
static int leaf(int n) { if (n > 2) throw n; return n; }
static int through() {
  int sum = 0;
  for (int i = 1; i < 5; ++i)
    try { sum += leaf(i); } catch (int k) { sum -= k; }
  return sum + 5;
}
TWINS(through)
static int whole(int n) try { if (n) throw n; return 2; } catch (int m) { return m; }
static int function_try() { return whole(1); }
TWINS(function_try)

struct Part { int &n; ~Part() { try { throw 'x'; } catch (char) { ++n; } } };
static int in_destructor() {
  int n = 0;
  try { Part p{n}; throw 3L; } catch (char) { return 2; } catch (long k) { return n + int(k) - 3; }
}
TWINS(in_destructor)
static int alive;
struct Counted { Counted() { ++alive; } Counted(const Counted &) { ++alive; } ~Counted() { --alive; } };
static int destroyed() {
  alive = 0;
  try { throw Counted(); } catch (Counted &) { if (alive != 1) return 2; }
  return alive + 1;
}
TWINS(destroyed)
static int destroyed_once() {
  alive = 0;
  try {
    try { throw Counted(); } catch (...) { throw; }
  } catch (...) { if (alive != 1) return 2; }
  return alive + 1;
}
TWINS(destroyed_once)
static int copied() {
  alive = 0;
  try { throw Counted(); } catch (Counted c) { return alive - 1; }
}
TWINS(copied)

#ifdef MAIN
int main() {
  first_twin::check();
  value_twin::check();
  by_type_twin::check();
  no_promotion_twin::check();
  enumeration_twin::check();
  to_base_twin::check();
  derived_first_twin::check();
  not_to_derived_twin::check();
  private_base_twin::check();
  ambiguous_base_twin::check();
  second_base_twin::check();
  sliced_twin::check();
  pointer_twin::check();
  const_pointer_twin::check();
  derived_pointer_twin::check();
  second_base_pointer_twin::check();
  null_pointer_twin::check();
  again_twin::check();
  changed_twin::check();
  again_elsewhere_twin::check();
  another_twin::check();
  passed_by_twin::check();
  through_twin::check();
  function_try_twin::check();
  in_destructor_twin::check();
  destroyed_twin::check();
  destroyed_once_twin::check();
  copied_twin::check();
}
#endif
