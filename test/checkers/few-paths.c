// RUN: not %predabs check --entry=main --verdicts --json=%t.json %s | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.json
// WHY: all paths that could come here were run

// Inputs that leave a few paths, and arithmetic that no predicate would follow:
// all of them are run.

#include <assert.h>

int __VERIFIER_nondet_int(void);

static unsigned mixed(unsigned x) {
  for (int i = 0; i < 20; i++)
    x = (x * 2654435761u ^ x >> 7) % 99991u;
  return x;
}

static int cells[4] = {3, 1, 4, 1};
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*table[2])(void) = {one, two};

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != 2 && x != 5)
    return 0;
  unsigned m = mixed(x);
  if (x == 2)
    assert(m == mixed(2)); // CHECK: [[@LINE]]:5: proved: assert: main: m == mixed(2)
  assert(m != mixed(5)); // CHECK: [[@LINE]]:3: violated: assert: main: m != mixed(5)
  // Where the first run is undefined, others go on.
  int y = __VERIFIER_nondet_int(), *cell = &cells[y - 1];
  *cell += x;
  assert(*cell != 7); // CHECK: [[@LINE]]:3: proved: assert: main: *cell != 7
  assert(*cell != 6); // CHECK: [[@LINE]]:3: violated: assert: main: *cell != 6
  if (y > 2)
    return 0;
  int r = table[2 - y]();
  assert(r + y == 3); // CHECK: [[@LINE]]:3: proved: assert: main: r + y == 3
  assert(r != 2); // CHECK: [[@LINE]]:3: violated: assert: main: r != 2
  return 0;
}
