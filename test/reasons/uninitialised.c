// An object without an initialiser has any value, here what was left there.
//
// RUN: %clang -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because uninitialised
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>
#include <string.h>

static void dirty(void) {
  char bytes[512];
  memset(bytes, 0x55, sizeof bytes);
}
static int left(void) {
  int sum = 0;
  for (int i = 0; i < 1; i++) {
    int y[64];
#ifndef TWIN
    y[31] = 0;
#endif
    sum += y[31];
  }
  return sum;
}
int main(void) {
  dirty();
  assert(left() == 0);
  return 0;
}
