// What is thrown comes out at the handler.
//
// RUN: %clangxx -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because exception
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <cassert>

struct Error {
  int *p;
};
static void raise(int *p) { throw Error{p}; }
int main() {
  int x = 0, y = 0;
  try {
    raise(&x);
  } catch (const Error &e) {
    *e.p = 5;
  }
#ifdef TWIN
  assert(x == 0);
#else
  assert(y == 0);
#endif
}
