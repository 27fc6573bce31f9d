// RUN: not %predabs check --verdicts %s | FileCheck %s

// Calls through pointers go where those may point.

#include <assert.h>

int __VERIFIER_nondet_int(void);


static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }

void choice_safe(void) {
  int b = __VERIFIER_nondet_int();
  int (*f)(int) = b ? one : two;
  int r = f(1);
  assert(r == 2 || r == 3); // CHECK: [[@LINE]]:3: proved: assert: choice_safe: r == 2 || r == 3
  if (b)
    assert(r == 2); // CHECK: [[@LINE]]:5: proved: assert: choice_safe: r == 2
}

void choice_bug(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? one : two;
  assert(f(1) == 2); // CHECK: [[@LINE]]:3: violated: assert: choice_bug: f(1) == 2
}

static int apply(int (*f)(int), int x) { return f(f(x)); }

void apply_safe(void) {
  assert(apply(two, 0) == 4); // CHECK: [[@LINE]]:3: proved: assert: apply_safe: apply(two, 0) == 4
}

void table_bug(void) {
  int (*table[2])(int) = {one, two};
  int i = __VERIFIER_nondet_int();
  if (i == 0 || i == 1)
    assert(table[i](0) == 1); // CHECK: [[@LINE]]:5: violated: assert: table_bug: table[i](0) == 1
}
