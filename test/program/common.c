// With -fcommon another file may initialise what has no initialiser here.
// RUN: %predabs check --verdicts --entry=main %s -- -fcommon | FileCheck %s
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s --check-prefix=OWN

#include <assert.h>

int tentative;
int initialised = 0;
static int internal;
int attribute __attribute__((common));

int main(void) {
  assert(internal == 0); // CHECK: [[@LINE]]:3: proved: assert: main: internal == 0
  assert(attribute == 0); // CHECK: [[@LINE]]:3: unknown: assert: main: attribute == 0
  assert(tentative == 0); // CHECK: [[@LINE]]:3: unknown: assert: main: tentative == 0
  assert(tentative == 1); // CHECK: [[@LINE]]:3: unknown: assert: main: tentative == 1
  // OWN: unknown: assert: main: attribute == 0
  return 0;
}
