// RUN: not %predabs check --verdicts %s | FileCheck %s

// Unsigned arithmetic wraps; signed overflow is no execution.

#include <assert.h>

int __VERIFIER_nondet_int(void);


unsigned __VERIFIER_nondet_uint(void);

void successor_safe(void) {
  int x = __VERIFIER_nondet_int();
  assert(x + 1 > x); // CHECK: [[@LINE]]:3: proved: assert: successor_safe: x + 1 > x
}

void successor_bug(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(x + 1 > x); // CHECK: [[@LINE]]:3: violated: assert: successor_bug: x + 1 > x
}

void guarded_safe(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x < 4294967295u)
    assert(x + 1 > x); // CHECK: [[@LINE]]:5: proved: assert: guarded_safe: x + 1 > x
}

void difference_safe(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned d = x - y;
  assert(d + y == x); // CHECK: [[@LINE]]:3: proved: assert: difference_safe: d + y == x
}

void difference_bug(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned d = x - y;
  assert(d <= x); // CHECK: [[@LINE]]:3: violated: assert: difference_bug: d <= x
}

void down_bug(void) {
  unsigned i = 3;
  while (i < 10)
    i--;
  assert(i < 10); // CHECK: [[@LINE]]:3: violated: assert: down_bug: i < 10
}
