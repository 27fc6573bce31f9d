// RUN: not %predabs check --verdicts %s | FileCheck %s

// Figures 1, 2 and 14 of "Combining Predicate and Numeric Abstraction for
// Software Model Checking" (Gurfinkel and Chaki).

#include <assert.h>

int __VERIFIER_nondet_int(void);


void figure_1a_safe(void) {
  int i = __VERIFIER_nondet_int(), a1 = 0, a2 = 0;
  if (i != 1 && i != 2)
    return;
  switch (i) {
  case 1: a1 = 3; break;
  case 2: a2 = -4; break;
  }
  switch (i) {
  case 1: assert(a1 > 0); break; // CHECK: [[@LINE]]:11: proved: assert: figure_1a_safe: a1 > 0
  case 2: assert(a2 < 0); break; // CHECK: [[@LINE]]:11: proved: assert: figure_1a_safe: a2 < 0
  default: assert(0); // CHECK: [[@LINE]]:12: proved: assert: figure_1a_safe: 0
  }
}

void figure_1a_bug(void) {
  int i = __VERIFIER_nondet_int(), a1 = 0;
  if (i == 1)
    a1 = 3;
  if (i == 2)
    assert(a1 > 0); // CHECK: [[@LINE]]:5: violated: assert: figure_1a_bug: a1 > 0
}

void figure_1b_safe(void) {
  int y1 = __VERIFIER_nondet_int(), y2 = __VERIFIER_nondet_int(), x1, x2;
  if (3 <= y1 && y1 <= 4) {
    x1 = y1 - 2;
    x2 = y1 + 2;
  } else if (3 <= y2 && y2 <= 4) {
    x1 = y2 - 2;
    x2 = y2 + 2;
  } else
    return;
  assert(5 <= x1 + x2 && x1 + x2 <= 10); // CHECK: [[@LINE]]:3: proved: assert: figure_1b_safe: 5 <= x1 + x2 && x1 + x2 <= 10
}

void figure_1b_bug(void) {
  int y1 = __VERIFIER_nondet_int(), x1 = 2, x2 = 3;
  if (3 <= y1 && y1 <= 6) {
    x1 = y1 - 2;
    x2 = y1 + 2;
  }
  assert(5 <= x1 + x2 && x1 + x2 <= 10); // CHECK: [[@LINE]]:3: violated: assert: figure_1b_bug: 5 <= x1 + x2 && x1 + x2 <= 10
}

void figure_2a_safe(void) {
  int A[10], x1 = __VERIFIER_nondet_int(), x2 = x1;
  int y1 = __VERIFIER_nondet_int(), y2 = __VERIFIER_nondet_int();
  for (int i = 0; i < 10; i++)
    A[i] = __VERIFIER_nondet_int();
  if (A[y1 + y2] == 3) {
    x1 = y1 - 2;
    x2 = y2 + 2;
  } else
    A[x1 + x2] = 5;
  if (A[x1 + x2] == 3) {
    x1 = x1 + x2;
    x2 = x2 + y1 - 2;
  }
  assert(x1 == x2); // CHECK: [[@LINE]]:3: proved: assert: figure_2a_safe: x1 == x2
}

void figure_2a_bug(void) {
  int A[2], x1 = __VERIFIER_nondet_int(), x2 = x1;
  int y1 = __VERIFIER_nondet_int(), y2 = __VERIFIER_nondet_int();
  A[0] = __VERIFIER_nondet_int();
  A[1] = __VERIFIER_nondet_int();
  if (A[y1 + y2] == 3) {
    x1 = y1 - 2;
    x2 = y2 + 2;
  }
  if (A[x1 + x2] == 3) {
    x1 = x1 + x2;
    x2 = x2 + y1 - 2;
  }
  assert(x1 == x2); // CHECK: [[@LINE]]:3: violated: assert: figure_2a_bug: x1 == x2
}

void figure_14a_safe(void) {
  int x = 0;
  while (x < 10000)
    ++x;
  assert(x == 10000); // CHECK: [[@LINE]]:3: proved: assert: figure_14a_safe: x == 10000
}
