// RUN: not %predabs check --verdicts %s | FileCheck %s

// Cells of arrays.

#include <assert.h>

int __VERIFIER_nondet_int(void);


void constant_safe(void) {
  int a[3] = {1, 2, 3};
  a[1] = 7;
  assert(a[0] == 1 && a[1] == 7); // CHECK: [[@LINE]]:3: proved: assert: constant_safe: a[0] == 1 && a[1] == 7
}

void index_safe(void) {
  int a[10], i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 9 || j < 0 || j > 9 || i == j)
    return;
  a[i] = 1;
  a[j] = 2;
  assert(a[i] == 1); // CHECK: [[@LINE]]:3: proved: assert: index_safe: a[i] == 1
}

void index_bug(void) {
  int a[10], i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 9 || j < 0 || j > 9)
    return;
  a[i] = 1;
  a[j] = 2;
  assert(a[i] == 1); // CHECK: [[@LINE]]:3: violated: assert: index_bug: a[i] == 1
}

void zero_safe(void) {
  int a[4] = {0}, i = __VERIFIER_nondet_int();
  if (i > 0 && i < 4) {
    a[i] = 5;
    assert(a[0] == 0); // CHECK: [[@LINE]]:5: proved: assert: zero_safe: a[0] == 0
  }
}

void zero_bug(void) {
  int a[4] = {0}, i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 4) {
    a[i] = 5;
    assert(a[0] == 0); // CHECK: [[@LINE]]:5: violated: assert: zero_bug: a[0] == 0
  }
}

void search_safe(void) {
  int a[3], i = 0;
  a[0] = __VERIFIER_nondet_int();
  a[1] = __VERIFIER_nondet_int();
  a[2] = 0;
  while (a[i] != 0)
    i++;
  assert(i <= 2); // CHECK: [[@LINE]]:3: proved: assert: search_safe: i <= 2
}
