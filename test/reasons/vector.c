// An address goes through a vector.
//
// RUN: %clang -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because vector
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>

typedef long v2 __attribute__((vector_size(16)));
int main(void) {
  int x = 0, y = 0;
  v2 v = {(long)&x, 0};
  v2 w = v + (v2){0, 0};
  int *q = (int *)w[0];
  *q = 5;
#ifdef TWIN
  assert(x == 0);
#else
  assert(y == 0);
#endif
  return 0;
}
