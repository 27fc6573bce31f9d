// RUN: not %predabs check --verdicts %s | FileCheck %s

// What holds when a loop ends.

#include <assert.h>

int __VERIFIER_nondet_int(void);


void exit_safe(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0)
    return;
  while (i < n)
    i++;
  assert(i == n); // CHECK: [[@LINE]]:3: proved: assert: exit_safe: i == n
}

void exit_bug(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n)
    i++;
  assert(i == n); // CHECK: [[@LINE]]:3: violated: assert: exit_bug: i == n
}

void steps_safe(void) {
  int i = 0;
  while (i != 100)
    i += 2;
  assert(i == 100); // CHECK: [[@LINE]]:3: proved: assert: steps_safe: i == 100
}

void bound_safe(void) {
  int x = 0;
  while (x < 1000000)
    ++x;
  assert(x == 1000000); // CHECK: [[@LINE]]:3: proved: assert: bound_safe: x == 1000000
}

void bound_bug(void) {
  int x = 0;
  while (x < 5)
    x += 2;
  assert(x == 5); // CHECK: [[@LINE]]:3: violated: assert: bound_bug: x == 5
}

void inside_safe(void) {
  for (int i = 0; i < 1000; i++)
    for (int j = i; j < 1000; j++)
      assert(i <= j && j < 1000); // CHECK: [[@LINE]]:7: proved: assert: inside_safe: i <= j && j < 1000
}
