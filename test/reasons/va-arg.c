// A pointer is fetched from va_list.
//
// RUN: %clang -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because va-arg
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <assert.h>
#include <stdarg.h>

static void set(int count, ...) {
  va_list list;
  va_start(list, count);
  int *p = va_arg(list, int *);
  *p = 5;
  va_end(list);
}
int main(void) {
  int x = 0, y = 0;
  set(1, &x);
#ifdef TWIN
  assert(x == 0);
#else
  assert(y == 0);
#endif
  return 0;
}
