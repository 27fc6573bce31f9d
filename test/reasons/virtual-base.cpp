// A member of a virtual base is a part of the object.
//
// RUN: %clangxx -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because virtual-base
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <cassert>

struct Base {
  int a = 0;
};
struct Derived : virtual Base {
  int b = 0;
};
int main() {
  Derived d;
  int y = 0;
  Derived *known = &d;
  Base *base = known;
  base->a = 5;
#ifdef TWIN
  assert(known->a == 0);
#else
  assert(y == 0);
#endif
}
