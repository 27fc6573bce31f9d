// main may be called again, by its name or through a pointer.
// RUN: not %predabs check --verdicts %s | FileCheck %s

#include <assert.h>

static int n;
int main(void);
static int (*volatile again)(void) = main;

int main(void) {
  assert(n < 2); // CHECK: [[@LINE]]:3: violated: assert: main
  if (++n < 3)
    again();
  return 0;
}
