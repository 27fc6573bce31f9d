// RUN: not %predabs check --verdicts %s | FileCheck %s

// Variables that depend on each other by arithmetic.

#include <assert.h>

int __VERIFIER_nondet_int(void);


void twofold_safe(void) {
  int x = __VERIFIER_nondet_int(), y = 2 * x;
  if (x > 3 && x < 10)
    assert(y > 6 && y < 20); // CHECK: [[@LINE]]:5: proved: assert: twofold_safe: y > 6 && y < 20
}

void twofold_bug(void) {
  int x = __VERIFIER_nondet_int(), y = 2 * x;
  if (x > 3 && x < 10)
    assert(y > 8); // CHECK: [[@LINE]]:5: violated: assert: twofold_bug: y > 8
}

void kept_safe(void) {
  int x = __VERIFIER_nondet_int(), y = 2 * x;
  if (x < 0 || x > 1000)
    return;
  while (__VERIFIER_nondet_int() && x < 1000) {
    x++;
    y += 2;
  }
  assert(y == 2 * x); // CHECK: [[@LINE]]:3: proved: assert: kept_safe: y == 2 * x
}

void kept_bug(void) {
  int x = __VERIFIER_nondet_int(), y = 2 * x;
  if (x < 0 || x > 1000)
    return;
  while (__VERIFIER_nondet_int() && x < 1000) {
    x++;
    y += 3;
  }
  assert(y == 2 * x); // CHECK: [[@LINE]]:3: violated: assert: kept_bug: y == 2 * x
}
