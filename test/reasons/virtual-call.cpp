// A virtual function of a class that others cannot name writes a static variable.
//
// RUN: %clangxx -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because virtual-call
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <cassert>

static int x, y;
namespace {
struct Base {
  virtual void set() {}
};
struct Derived : Base {
  void set() override { x = 5; }
};
} // namespace
static void call(Base *b) { b->set(); }
int main() {
  x = y = 0;
  Derived d;
  call(&d);
#ifdef TWIN
  assert(x == 0);
#else
  assert(y == 0);
#endif
}
