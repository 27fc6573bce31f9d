// dynamic_cast gives a pointer into the same object.
//
// RUN: %clangxx -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because rtti
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <cassert>

struct Base {
  virtual ~Base() {}
};
struct Derived : Base {
  int b = 0;
};
int main() {
  Derived d;
  int y = 0;
  Base *base = &d;
  if (Derived *back = dynamic_cast<Derived *>(base))
    back->b = 5;
#ifdef TWIN
  assert(d.b == 0);
#else
  assert(y == 0);
#endif
}
