// A pointer to a member leads into the object, or to a function.
//
// RUN: %clangxx -w -O0 -DTWIN %s -o %t
// RUN: not --crash %t
// RUN: %predabs ir %s -- -w -DTWIN | FileCheck %s --check-prefix=IR
// RUN: %predabs check --verdicts %s -- -w -DTWIN > %t.file || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.file
// RUN: %predabs check --verdicts --entry=main %s -- -w -DTWIN > %t.whole || true
// RUN: FileCheck %s --check-prefix=TWIN < %t.whole
// RUN: %predabs check --verdicts --entry=main %s -- -w | FileCheck %s --check-prefix=SAFE
// IR: because member-pointer
// TWIN-NOT: : proved: assert: main
// TWIN: predabs:
// SAFE: : proved: assert: main

#include <cassert>

static int x, y;
namespace {
struct S {
  int a = 0, b = 0;
  void set() { x = 5; }
};
} // namespace
int main() {
  x = y = 0;
  S s;
  int S::*m = &S::b;
  void (S::*f)() = &S::set;
  s.*m = 5;
  (s.*f)();
#ifdef TWIN
  if (s.a == 0)
    assert(s.b == 0 && x == 0);
#else
  int z = 0;
  assert(z == 0);
#endif
}
