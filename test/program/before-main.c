// Without an entry other files exist: their constructors run before main, and
// write and call what they can name.
// RUN: not %predabs check --verdicts %s | FileCheck %s
// RUN: not %predabs check --verdicts --closed %s | FileCheck %s --check-prefix=CLOSED

#include <assert.h>

int shared = 1;
static int own = 1, safe = 1;
void set(int n) { own = n; }
static void set_safe(int n) { safe += n; }

int main(int argc, char **argv) {
  // CHECK: [[@LINE+2]]:3: unknown: assert: main: shared == 1
  // CLOSED: [[@LINE+1]]:3: proved: assert: main: shared == 1
  assert(shared == 1);
  // CHECK: [[@LINE+2]]:3: unknown: assert: main: own == 1
  // CLOSED: [[@LINE+1]]:3: proved: assert: main: own == 1
  assert(own == 1);
  // CHECK: [[@LINE+2]]:3: proved: assert: main: safe == 1
  // CLOSED: [[@LINE+1]]:3: proved: assert: main: safe == 1
  assert(safe == 1);
  set_safe(1);
  // CHECK: [[@LINE+2]]:3: violated: assert: main: safe == 1
  // CLOSED: [[@LINE+1]]:3: violated: assert: main: safe == 1
  assert(safe == 1);
  return 0;
}
