// RUN: not %predabs check --verdicts %s | FileCheck %s

#include <assert.h>

int main(void) {
  assert(0); // CHECK: [[@LINE]]:3: violated: assert: main: 0
}
