// RUN: not %predabs check --verdicts %s | FileCheck %s
// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s --check-prefix=MAIN

// What callers pass decides: latent where some values fail, judged from main
// with --entry.

#include <assert.h>

int __VERIFIER_nondet_int(void);

int passed(int x) {
  // CHECK: [[@LINE+2]]:3: latent: assert: passed: x != 3
  // MAIN: [[@LINE+1]]:3: proved: assert: passed: x != 3
  assert(x != 3);
  return x + 1;
}

int stored(int *p) {
  *p = __VERIFIER_nondet_int();
  // CHECK: [[@LINE+2]]:3: violated: assert: stored: *p != 3
  // MAIN: [[@LINE+1]]:3: proved: assert: stored: *p != 3
  assert(*p != 3);
  return 0;
}

static int inner(int x) {
  // CHECK: [[@LINE+2]]:3: proved: assert: inner: x > 0
  // MAIN: [[@LINE+1]]:3: proved: assert: inner: x > 0
  assert(x > 0);
  return x;
}

int main(int argc, char **argv) {
  passed(inner(4));
  // CHECK: [[@LINE+2]]:3: violated: assert: main: argc != 17
  // MAIN: [[@LINE+1]]:3: violated: assert: main: argc != 17
  assert(argc != 17);
}
