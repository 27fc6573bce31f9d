// RUN: not %predabs check --verdicts %s -- -O1 2>&1 | FileCheck %s

// In C++ the C library has the same models, and `new` gives no null pointer.

#include <cassert>
#include <cstdlib>
#include <cstring>
#include <new>

void malloc_bug() {
  void *p = std::malloc(4);
  assert(p); // CHECK: [[@LINE]]:3: violated: assert: malloc_bug: p
}

void malloc_safe() {
  void *p = std::malloc(4);
  if (p)
    assert(p != nullptr); // CHECK: [[@LINE]]:5: proved: assert: malloc_safe: p != nullptr
}

// That there is no null pointer is not known, but none is reported.
void new_safe() {
  int *p = new int;
  assert(p); // CHECK-NOT: [[@LINE]]:3: violated
}

void strlen_safe(const char *s) {
  assert(std::strlen(s) + 1 > 0); // CHECK: [[@LINE]]:3: proved: assert: strlen_safe: std::strlen(s) + 1 > 0
}
