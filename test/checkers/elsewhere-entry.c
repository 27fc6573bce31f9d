// RUN: not %predabs check --verdicts --entry=main %s | FileCheck %s

// In a whole program a function that nobody defines is an input.

#include <assert.h>

int next(void);

int main(void) {
  int n = next();
  if (n < 0)
    return 0;
  assert(n < 100); // CHECK: [[@LINE]]:3: violated: assert: main: n < 100
  return 0;
}
