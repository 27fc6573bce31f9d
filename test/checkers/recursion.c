// RUN: not %predabs check --verdicts %s | FileCheck %s

// Functions that call themselves and each other.

#include <assert.h>

int __VERIFIER_nondet_int(void);


static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

void sign_safe(void) {
  int n = __VERIFIER_nondet_int();
  assert(factorial(n) > 0); // CHECK: [[@LINE]]:3: proved: assert: sign_safe: factorial(n) > 0
}

void sign_bug(void) {
  int n = __VERIFIER_nondet_int();
  assert(factorial(n) < 24); // CHECK: [[@LINE]]:3: violated: assert: sign_bug: factorial(n) < 24
}

static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

void mutual_safe(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0)
    return;
  int e = even(n);
  assert(e == 0 || e == 1); // CHECK: [[@LINE]]:3: proved: assert: mutual_safe: e == 0 || e == 1
  if (e)
    assert(n % 2 == 0); // CHECK: [[@LINE]]:5: proved: assert: mutual_safe: n % 2 == 0
}

void mutual_bug(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0)
    assert(even(n)); // CHECK: [[@LINE]]:5: violated: assert: mutual_bug: even(n)
}

static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }

void sum_safe(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0)
    assert(sum(n) >= n); // CHECK: [[@LINE]]:5: proved: assert: sum_safe: sum(n) >= n
}

void sum_bug(void) {
  assert(sum(3) != 6); // CHECK: [[@LINE]]:3: violated: assert: sum_bug: sum(3) != 6
}
