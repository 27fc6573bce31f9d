// RUN: not %predabs check --verdicts %s | FileCheck %s

// Two branches on the same condition.

#include <assert.h>

int __VERIFIER_nondet_int(void);


void twice_safe(void) {
  int b = __VERIFIER_nondet_int(), n = 0;
  if (b)
    n++;
  if (b)
    n--;
  assert(n == 0); // CHECK: [[@LINE]]:3: proved: assert: twice_safe: n == 0
}

void twice_bug(void) {
  int b = __VERIFIER_nondet_int(), n = 0;
  if (b > 0)
    n++;
  if (b >= 0)
    n--;
  assert(n == 0); // CHECK: [[@LINE]]:3: violated: assert: twice_bug: n == 0
}

void nested_safe(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), n = 0;
  if (a && b)
    n = 2;
  else if (a)
    n = 1;
  if (a)
    assert(n); // CHECK: [[@LINE]]:5: proved: assert: nested_safe: n
  if (a && !b)
    assert(n == 1); // CHECK: [[@LINE]]:5: proved: assert: nested_safe: n == 1
}
