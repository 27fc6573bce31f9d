// A region of OpenMP changes what it names; what is asserted in it is asserted.
//
// RUN: %clang -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -fopenmp -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -fopenmp -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -fopenmp -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w -fopenmp | FileCheck %s --check-prefix=SAFE
// IR: because statement
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>

static int x;
int main(void) {
  int s = 0;
  x = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 10; i++) {
    s += i;
#pragma omp critical
    x++;
#ifdef TWIN
    assert(i < 9);
  }
  assert(s == 0);
  assert(x == 0);
#else
    assert(i < 10);
  }
#endif
  return 0;
}
