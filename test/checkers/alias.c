// RUN: not %predabs check --verdicts %s | FileCheck %s

// Pointers that are the same and pointers that cannot be.

#include <assert.h>

int __VERIFIER_nondet_int(void);


void apart_safe(void) {
  int x = 1, y = 2, *p = &x, *q = &y;
  *p = 3;
  assert(*q == 2); // CHECK: [[@LINE]]:3: proved: assert: apart_safe: *q == 2
  assert(x == 3); // CHECK: [[@LINE]]:3: proved: assert: apart_safe: x == 3
}

void either_safe(void) {
  int x = 0, y = 0, b = __VERIFIER_nondet_int();
  int *p = b ? &x : &y;
  *p = 1;
  assert(x + y == 1); // CHECK: [[@LINE]]:3: proved: assert: either_safe: x + y == 1
  if (b)
    assert(x == 1); // CHECK: [[@LINE]]:5: proved: assert: either_safe: x == 1
}

void either_bug(void) {
  int x = 0, y = 0, b = __VERIFIER_nondet_int();
  int *p = b ? &x : &y;
  *p = 1;
  assert(x == 1); // CHECK: [[@LINE]]:3: violated: assert: either_bug: x == 1
}

static int first(int *p, int *q) {
  *p = 1;
  *q = 2;
  return *p;
}

void call_safe(void) {
  int x, y;
  assert(first(&x, &y) == 1); // CHECK: [[@LINE]]:3: proved: assert: call_safe: first(&x, &y) == 1
}

void call_bug(void) {
  int x;
  assert(first(&x, &x) == 1); // CHECK: [[@LINE]]:3: violated: assert: call_bug: first(&x, &x) == 1
}

static void set(int *p, int v) { *p = v; }

void set_safe(void) {
  int x = 0, y = 0;
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  set(p, 5);
  assert(x == 5 || y == 5); // CHECK: [[@LINE]]:3: proved: assert: set_safe: x == 5 || y == 5
}

void set_bug(void) {
  int x = 0, y = 0;
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  set(p, 5);
  assert(x == 5); // CHECK: [[@LINE]]:3: violated: assert: set_bug: x == 5
}

struct pair {
  int a, b;
};
static void set_field(struct pair *p, int v) { p->a = v; }

void set_field_safe(void) {
  struct pair x = {1, 2}, y = {3, 4};
  struct pair *p = __VERIFIER_nondet_int() ? &x : &y;
  set_field(p, 7);
  assert(p->a == 7 && x.b == 2); // CHECK: [[@LINE]]:3: proved: assert: set_field_safe: p->a == 7 && x.b == 2
}

void set_field_bug(void) {
  struct pair x = {1, 2}, y = {3, 4};
  struct pair *p = __VERIFIER_nondet_int() ? &x : &y;
  set_field(p, 7);
  assert(y.a == 3); // CHECK: [[@LINE]]:3: violated: assert: set_field_bug: y.a == 3
}

static void increment(int *p) { (*p)++; }
static void start(struct pair *p, int v) {
  set(&p->a, v);
  p->b = 0;
}

void other_object_safe(void) {
  struct pair x, y;
  start(&x, 3);
  increment(&x.b);
  start(&y, 4);
  assert(x.a == 3 && x.b == 1 && y.a == 4); // CHECK: [[@LINE]]:3: proved: assert: other_object_safe: x.a == 3 && x.b == 1 && y.a == 4
}

void other_object_bug(void) {
  struct pair x, y, *p = &y;
  start(&x, 3);
  if (__VERIFIER_nondet_int())
    p = &x;
  start(p, 4);
  assert(x.a == 3); // CHECK: [[@LINE]]:3: violated: assert: other_object_bug: x.a == 3
}

void chain_safe(void) {
  int x = 0, *p = &x, **pp = &p;
  **pp = 4;
  assert(x == 4 && *p == 4); // CHECK: [[@LINE]]:3: proved: assert: chain_safe: x == 4 && *p == 4
}
