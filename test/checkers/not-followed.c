// RUN: %predabs check --verdicts %s | FileCheck %s

// What the program computes in a way that is not followed is no input: a run
// that gives it a value of its own choice shows nothing.

#include <assert.h>
#include <stdarg.h>

static int last(int n, ...) {
  va_list args;
  va_start(args, n);
  int r = va_arg(args, int);
  va_end(args);
  return r;
}

int main(void) {
  int x;
  __asm__("mov $5, %0" : "=r"(x));
  assert(x == 5); // CHECK: [[@LINE]]:3: unknown: assert: main: x == 5
  assert(last(1, 7) == 7); // CHECK: [[@LINE]]:3: unknown: assert: main: last(1, 7) == 7
  float f = x;
  assert(f * f >= 0); // CHECK: [[@LINE]]:3: unknown: assert: main: f * f >= 0
  return 0;
}
