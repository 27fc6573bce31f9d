// The body of a weak function is what runs, unless another file has its own.
// RUN: %predabs check --verdicts %s | FileCheck %s
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s --check-prefix=ENTRY
// RUN: not %predabs check --verdicts --entry=main --closed %s | FileCheck %s --check-prefix=CLOSED
// RUN: not %predabs check --verdicts --open=1 %s 2>&1 >/dev/null | FileCheck %s --check-prefix=OPEN
#include <assert.h>

__attribute__((weak)) int version(void) { return 1; }
__attribute__((weak)) void check(int n) {
  // CHECK: [[@LINE+2]]:3: latent: assert: check: n > 0
  // CLOSED: [[@LINE+1]]:3: proved: assert: check: n > 0
  assert(n > 0);
}

int is_new(void) {
  int v = version();
  // CHECK: [[@LINE+2]]:3: latent: assert: is_new: v == 2
  // OPEN: [[@LINE+1]]:3: warning: assertion 'v == 2' can fail if no other file has its own version()
  assert(v == 2);
  return v;
}

int main(void) {
  check(3);
  // CHECK: [[@LINE+3]]:3: unknown: assert: main: version() == 2
  // ENTRY: [[@LINE+2]]:3: unknown: assert: main: version() == 2
  // CLOSED: [[@LINE+1]]:3: violated: assert: main: version() == 2
  assert(version() == 2);
  return 0;
}
