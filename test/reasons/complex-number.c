// An address goes through a complex number.
//
// RUN: %clang -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because complex-number
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>
#include <complex.h>

int main(void) {
  int x = 0, y = 0;
  double _Complex z = (double)(unsigned long)&x;
  z = z * 1.0;
  int *q = (int *)(unsigned long)__real__ z;
  *q = 5;
#ifdef TWIN
  assert(x == 0);
#else
  assert(y == 0);
#endif
  return 0;
}
