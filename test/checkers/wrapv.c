// RUN: not %predabs check --verdicts %s -- -fwrapv | FileCheck %s

// With -fwrapv signed arithmetic wraps too.

#include <assert.h>

int __VERIFIER_nondet_int(void);


void successor_bug(void) {
  int x = __VERIFIER_nondet_int();
  assert(x + 1 > x); // CHECK: [[@LINE]]:3: violated: assert: successor_bug: x + 1 > x
}

void successor_safe(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 2147483647)
    assert(x + 1 > x); // CHECK: [[@LINE]]:5: proved: assert: successor_safe: x + 1 > x
}

void minus_bug(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0)
    assert(-x > 0); // CHECK: [[@LINE]]:5: violated: assert: minus_bug: -x > 0
}
