// An address goes through an integer of 200 bits.
//
// RUN: %clang -w -O0 -std=c23 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -std=c23 -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -std=c23 -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -std=c23 -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w -std=c23 | FileCheck %s --check-prefix=SAFE
// IR: because wide-integer
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>

int main(void) {
  int x = 0, y = 0;
  unsigned _BitInt(200) wide = (unsigned long)&x;
  wide <<= 64;
  wide >>= 64;
  int *q = (int *)(unsigned long)wide;
  *q = 5;
#ifdef TWIN
  assert(x == 0);
#else
  assert(y == 0);
#endif
  return 0;
}
