// A number goes through a fixed-point type.
//
// RUN: %clang -w -O0 -ffixed-point -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -ffixed-point -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -ffixed-point -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -ffixed-point -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w -ffixed-point | FileCheck %s --check-prefix=SAFE
// IR: because conversion
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>

int main(void) {
  int y = 0, x = 5;
  _Accum fixed = x;
  x = fixed;
#ifdef TWIN
  assert(x == 0);
#else
  assert(y == 0);
#endif
  return 0;
}
