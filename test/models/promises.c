// RUN: not %predabs check --verdicts %s -- -w 2>&1 | FileCheck %s

// What the source promises the compiler holds.

#include <assert.h>
#include <stdint.h>

int *lend(void) __attribute__((returns_nonnull));
int *give(void);
int next(int *);

void lent_safe(void) {
  assert(lend()); // CHECK: [[@LINE]]:3: proved: assert: lent_safe: lend()
}

void given_bug(void) {
  assert(give()); // CHECK: [[@LINE]]:3: {{violated|latent}}: assert: given_bug: give()
}

// A body says what it returns.
__attribute__((returns_nonnull)) static int *broken(void) { return (int *)(intptr_t)0; }

void broken_bug(void) {
  assert(broken()); // CHECK: [[@LINE]]:3: violated: assert: broken_bug: broken()
}

void assumed_safe(int n) {
  __builtin_assume(n > 0);
  assert(n > 0); // CHECK: [[@LINE]]:3: proved: assert: assumed_safe: n > 0
}

// A condition with effects is not evaluated, but it holds.
void effect_safe(int n) {
  __builtin_assume(n++ > 0);
  assert(n > 0); // CHECK: [[@LINE]]:3: unknown: assert: effect_safe: n > 0
}

void aligned_safe(void *q) {
  char *p = __builtin_assume_aligned(q, 16);
  assert((uintptr_t)p % 16 == 0); // CHECK: [[@LINE]]:3: proved: assert: aligned_safe:
}

void expected_bug(int n) {
  assert(__builtin_expect(n > 0, 1)); // CHECK: [[@LINE]]:3: latent: assert: expected_bug:
}
