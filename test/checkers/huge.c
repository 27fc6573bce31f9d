// RUN: not %predabs check --verdicts %s 2>&1 | FileCheck %s
// RUN: %predabs check --verdicts %s -- -DGLOBAL 2>&1 | FileCheck %s --check-prefix=GLOBAL

// Objects that no memory has room for: nothing runs in their function, or where
// one is global in the file, and no more is lost.

#include <assert.h>

void local(int n) {
  int a[4294967295u];
  a[0] = n;
  assert(a[0] > 0); // CHECK: [[@LINE]]:3: unknown: assert: local: a[0] > 0
}

#ifdef GLOBAL
static char table[1ul << 40];

void global(int n) {
  table[1ul << 39] = 5;
  assert(table[1ul << 39] == 5 || n);
}
#endif

// CHECK: [[@LINE+4]]:3: violated: assert: other_bug: n == 4
// GLOBAL: [[@LINE+3]]:3: unknown: assert: other_bug: n == 4
void other_bug(void) {
  int n = 3;
  assert(n == 4);
}

// CHECK: [[@LINE+3]]:3: proved: assert: other_safe: n == 3 || n != 3
// GLOBAL: [[@LINE+2]]:3: proved: assert: other_safe: n == 3 || n != 3
void other_safe(int n) {
  assert(n == 3 || n != 3);
}
