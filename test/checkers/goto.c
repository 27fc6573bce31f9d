// RUN: not %predabs check --verdicts %s | FileCheck %s

// Jumps out of loops, into loops and all over the place.

#include <assert.h>

int __VERIFIER_nondet_int(void);


void spaghetti_safe(void) {
  int state = 0, n = __VERIFIER_nondet_int();
  goto test;
more:
  if (__VERIFIER_nondet_int())
    goto out;
  state = 1;
  n--;
test:
  if (n > 0)
    goto more;
  if (state)
    goto done;
out:
  assert(state == 0 || n > 0); // CHECK: [[@LINE]]:3: proved: assert: spaghetti_safe: state == 0 || n > 0
  return;
done:
  assert(n == 0); // CHECK: [[@LINE]]:3: proved: assert: spaghetti_safe: n == 0
}

void spaghetti_bug(void) {
  int state = 0, n = __VERIFIER_nondet_int();
  goto test;
more:
  if (__VERIFIER_nondet_int())
    goto out;
  state = 1;
  n--;
test:
  if (n > 0)
    goto more;
out:
  assert(state == 0); // CHECK: [[@LINE]]:3: violated: assert: spaghetti_bug: state == 0
}

void into_loop_safe(void) {
  int i = 5;
  if (__VERIFIER_nondet_int())
    goto inside;
  for (i = 0; i < 10; i++) {
  inside:
    assert(i >= 0 && i < 10); // CHECK: [[@LINE]]:5: proved: assert: into_loop_safe: i >= 0 && i < 10
  }
}

void into_loop_bug(void) {
  int i = 10;
  if (__VERIFIER_nondet_int())
    goto inside;
  for (i = 0; i < 10; i++) {
  inside:
    assert(i < 10); // CHECK: [[@LINE]]:5: violated: assert: into_loop_bug: i < 10
  }
}
