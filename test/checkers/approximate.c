// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s
// RUN: not %predabs check --verdicts %s | FileCheck %s

// What the model cannot follow is not for a run to invent: an assertion that
// depends on it is neither proved nor violated.

#include <assert.h>
#include <stdarg.h>

int __VERIFIER_nondet_int(void);

static int first(int count, ...) {
  va_list rest;
  va_start(rest, count);
  int value = va_arg(rest, int);
  va_end(rest);
  return value;
}

static int five(void) {
  int value = 0;
  __asm__("movl $5, %0" : "=r"(value));
  return value;
}

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: assert(first(1, 5) == 5); break; // CHECK: [[@LINE]]:11: unknown: assert: main: first(1, 5) == 5
  case 2: assert(first(1, 6) == 5); break; // CHECK: [[@LINE]]:11: unknown: assert: main: first(1, 6) == 5
  case 3: assert(five() == 5); break; // CHECK: [[@LINE]]:11: unknown: assert: main: five() == 5
  case 4: assert(__VERIFIER_nondet_int() != 5); break; // CHECK: [[@LINE]]:11: violated: assert: main: __VERIFIER_nondet_int() != 5
  }
  return 0;
}
