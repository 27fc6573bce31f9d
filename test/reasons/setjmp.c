// When longjmp comes back here, a static variable has its last value.
//
// RUN: %clang -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because setjmp
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>
#include <setjmp.h>

static jmp_buf back;
static int x;
static void again(void) {
  x++;
  longjmp(back, 1);
}
int main(void) {
  x = 0;
  if (setjmp(back) == 0)
    again();
  int y = 0;
#ifdef TWIN
  assert(x == 0);
#else
  assert(y == 0);
#endif
  return 0;
}
