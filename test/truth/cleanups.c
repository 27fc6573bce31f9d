// __attribute__((cleanup)): by every way out of a scope, last one first.
// RUN: %truth --flag=-fexceptions %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
static int trace;
static void note(int *n) { trace = trace * 10 + *n; }
static int left(int how) {
  int a __attribute__((cleanup(note))) = 1;
  for (int i = 0; i < 2; i++) {
    int b __attribute__((cleanup(note))) = 2;
    if (how == 1)
      continue;
    if (how == 2)
      goto out;
    b = 3;
  }
out:
  return trace;
}
static int nested(int depth) {
  int n __attribute__((cleanup(note))) = depth;
  return depth > 1 ? nested(depth - 1) + 1 : trace;
}
int main(void) {
  assert(left(0) == 33 && trace == 331);
  trace = 0;
  assert(left(1) == 22 && trace == 221);
  trace = 0;
  assert(left(2) == 2 && trace == 21);
  trace = 0;
  assert(nested(3) == 2 && trace == 123);
  return 0;
}
