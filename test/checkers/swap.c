// RUN: not %predabs check --verdicts %s | FileCheck %s

// Values exchanged through pointers.

#include <assert.h>

int __VERIFIER_nondet_int(void);


static void swap(int *p, int *q) {
  int t = *p;
  *p = *q;
  *q = t;
}

static void swap_in_place(int *p, int *q) {
  *p ^= *q;
  *q ^= *p;
  *p ^= *q;
}

void swap_safe(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int x = a, y = b;
  swap(&x, &y);
  assert(x == b && y == a); // CHECK: [[@LINE]]:3: proved: assert: swap_safe: x == b && y == a
}

void twice_safe(void) {
  int a = __VERIFIER_nondet_int(), x = a, y = 1;
  swap(&x, &y);
  swap(&y, &x);
  assert(x == a); // CHECK: [[@LINE]]:3: proved: assert: twice_safe: x == a
}

void through_pointers_safe(int *p, int *q) {
  int a = *p, b = *q;
  swap(p, q);
  assert(*p == b && *q == a); // CHECK: [[@LINE]]:3: proved: assert: through_pointers_safe: *p == b && *q == a
}

void through_pointers_bug(void) {
  int x = 1, y = 2;
  int *p = &x, *q = __VERIFIER_nondet_int() ? &x : &y;
  swap(p, q);
  assert(*p == 2); // CHECK: [[@LINE]]:3: violated: assert: through_pointers_bug: *p == 2
}

void swap_bug(void) {
  int x = 1, y = __VERIFIER_nondet_int();
  swap(&x, &y);
  assert(x != 1); // CHECK: [[@LINE]]:3: violated: assert: swap_bug: x != 1
}

void in_place_bug(void) {
  int x = __VERIFIER_nondet_int(), old = x;
  swap_in_place(&x, &x);
  assert(x == old); // CHECK: [[@LINE]]:3: violated: assert: in_place_bug: x == old
}
