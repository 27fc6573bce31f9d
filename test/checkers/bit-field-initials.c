// A bit-field begins with as many bits of its initial value as it has. What the
// program starts with is assumed: a number that cannot be there would prove all.
// RUN: not %predabs check --entry=main --verdicts %s -- -w | FileCheck %s
#include <assert.h>

int __VERIFIER_nondet_int(void);

union wide { const signed f : 18; };
static const union wide all[2] = {{0x544D1878L}, {0x544D1878L}};
static const struct { unsigned a : 3; int b : 5; } pair = {9, 31};
static struct { unsigned a : 3; int b : 5; } own = {.b = 48, .a = 15};

int main(void) {
  int n = __VERIFIER_nondet_int();
  // CHECK: [[@LINE+1]]:3: proved: assert: main: pair.a
  assert(pair.a == 1 && pair.b == -1);
  // CHECK: [[@LINE+1]]:3: proved: assert: main: own.a
  assert(own.a == 7 && own.b == -16);
  // CHECK: [[@LINE+1]]:3: proved: assert: main: all
  assert(all[1].f == 71800);
  if (n == 5)
    // CHECK: [[@LINE+1]]:5: violated: assert: main: n != 5
    assert(n != 5);
  // CHECK: [[@LINE+1]]:3: violated: assert: main: all
  assert(all[n & 1].f == 1);
}
