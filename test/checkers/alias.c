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

void chain_safe(void) {
  int x = 0, *p = &x, **pp = &p;
  **pp = 4;
  assert(x == 4 && *p == 4); // CHECK: [[@LINE]]:3: proved: assert: chain_safe: x == 4 && *p == 4
}
