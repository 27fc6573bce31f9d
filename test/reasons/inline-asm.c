// An address goes through assembly; and assembly names a static variable.
//
// RUN: %clang -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because inline-asm
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>

static int named __attribute__((used));
static void set(void) { named = 5; }
int main(void) {
  int x = 0, y = 0, *q;
  __asm__("" : "=r"(q) : "0"(&x));
#ifdef TWIN
  *q = 5;
  __asm__ volatile("movl $5, named(%%rip)" ::: "memory");
  if (named == 0)
    return 0;
  assert(x == 0);
#else
  *q = 5;
  assert(y == 0);
#endif
  return 0;
}
