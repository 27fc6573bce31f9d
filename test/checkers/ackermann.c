// RUN: not %predabs check --verdicts %s | FileCheck %s

// Ackermann's function on small arguments, and a bound on large ones.

#include <assert.h>

int __VERIFIER_nondet_int(void);


static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

void small_safe(void) {
  int m = __VERIFIER_nondet_int();
  if (m == 0 || m == 1)
    assert(ackermann(m, 1) == m + 2); // CHECK: [[@LINE]]:5: proved: assert: small_safe: ackermann(m, 1) == m + 2
}

void small_bug(void) {
  int m = __VERIFIER_nondet_int();
  if (m >= 0 && m <= 2)
    assert(ackermann(m, 1) < 5); // CHECK: [[@LINE]]:5: violated: assert: small_bug: ackermann(m, 1) < 5
}

void bound_safe(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m >= 0 && n >= 0)
    assert(ackermann(m, n) > n); // CHECK: [[@LINE]]:5: proved: assert: bound_safe: ackermann(m, n) > n
}
