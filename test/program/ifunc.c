// Which function an ifunc is its resolver says, before main.
// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s

#include <assert.h>

static int x = 1, resolved;
static int chosen(int n) {
  assert(n != 3); // CHECK: [[@LINE]]:3: violated: assert: chosen: n != 3
  x = 2;
  return 1;
}
static void *resolve(void) {
  resolved = 1;
  return chosen;
}
static int f(int) __attribute__((ifunc("resolve")));

int main(int argc, char **argv) {
  assert(resolved == 1); // CHECK: [[@LINE]]:3: proved: assert: main: resolved == 1
  if (argc > 5)
    assert(resolved == 0); // CHECK: [[@LINE]]:5: violated: assert: main: resolved == 0
  if (argc == 2)
    f(3);
  assert(f(4) == 1); // CHECK: [[@LINE]]:3: proved: assert: main: f(4) == 1
  assert(x == 2); // CHECK: [[@LINE]]:3: proved: assert: main: x == 2
  if (argc == 1)
    assert(x == 1); // CHECK: [[@LINE]]:5: violated: assert: main: x == 1
  return 0;
}
