// What a global begins with is not known, and may lead to anything that has an address.
//
// RUN: %clangxx -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because initialiser
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <cassert>

struct S {
  int a, b;
};
static int S::*which = &S::b;
static S s;
int main() {
  int y = 0;
  s.*which = 5;
#ifdef TWIN
  assert(s.b == 0);
#else
  assert(y == 0);
#endif
}
