// RUN: not %predabs check --verdicts %s | FileCheck %s

// Division rounds towards zero; where it is undefined there is no execution.

#include <assert.h>

int __VERIFIER_nondet_int(void);


void remainder_safe(void) {
  int x = __VERIFIER_nondet_int();
  int r = x % 3;
  assert(r > -3 && r < 3); // CHECK: [[@LINE]]:3: proved: assert: remainder_safe: r > -3 && r < 3
}

void remainder_bug(void) {
  int x = __VERIFIER_nondet_int();
  int r = x % 3;
  assert(r >= 0); // CHECK: [[@LINE]]:3: violated: assert: remainder_bug: r >= 0
}

void quotient_bug(void) {
  int x = __VERIFIER_nondet_int();
  assert(x / 2 <= x); // CHECK: [[@LINE]]:3: violated: assert: quotient_bug: x / 2 <= x
}

// -128 / -1 is 128, of type int.
void least_bug(void) {
  signed char x = __VERIFIER_nondet_int(), y = -1;
  signed char q = x / y;
  if (x < 0)
    assert(q > 0); // CHECK: [[@LINE]]:5: violated: assert: least_bug: q > 0
}

void least_safe(void) {
  signed char x = __VERIFIER_nondet_int(), y = -1;
  signed char q = x / y;
  if (x < 0 && x > -128)
    assert(q > 0); // CHECK: [[@LINE]]:5: proved: assert: least_safe: q > 0
}

// INT_MIN / -1 is no execution, so nothing is reported here.
void undefined_safe(void) {
  int x = __VERIFIER_nondet_int(), y = -1;
  int q = x / y;
  assert(q != -2147483647 - 1); // CHECK: [[@LINE]]:3: {{proved|unknown}}: assert: undefined_safe:
}
