// A kind of expression that has no model may give any address that went in.
//
// RUN: %clangxx -w -O0 -std=c++26 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -std=c++26 -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -std=c++26 -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -std=c++26 -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w -std=c++26 | FileCheck %s --check-prefix=SAFE
// IR: because expression
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <cassert>

template <class... T> static void set(T... pointers) { *pointers...[1] = 5; }
int main() {
  int x = 0, y = 0, z = 0;
  set(&x, &y);
#ifdef TWIN
  assert(y == 0);
#else
  assert(z == 0);
#endif
}
