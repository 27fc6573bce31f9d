// A builtin writes what it was given the address of.
//
// RUN: %clang -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because builtin
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>

int main(void) {
  int x[4] = {0, 0, 0, 0}, y[4] = {5, 5, 5, 5}, z = 0;
  __builtin_memcpy_inline(x, y, sizeof x);
#ifdef TWIN
  assert(x[0] == 0);
#else
  assert(z == 0);
#endif
  return 0;
}
