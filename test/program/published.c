// A header that tells other files of what is here is there for them: they may
// use it before the program begins. A file that has none is the whole program.
// RUN: %predabs check --verdicts --entry=main %s -- -I %S/Inputs | FileCheck %s
// RUN: %predabs check --verdicts --entry=main --closed %s -- -I %S/Inputs | FileCheck %s --check-prefix=CLOSED
// RUN: %predabs check --verdicts --entry=main %s -- -DALONE | FileCheck %s --check-prefix=CLOSED

#include <assert.h>
#ifndef ALONE
#include "published.h"
#endif

static int number;
static int hidden = 1;
void add_plugin(void) { number++; }

int main(void) {
  // CHECK: [[@LINE+2]]:3: unknown: assert: main: number == 0
  // CLOSED: [[@LINE+1]]:3: proved: assert: main: number == 0
  assert(number == 0);
  // CHECK: [[@LINE+2]]:3: proved: assert: main: hidden == 1
  // CLOSED: [[@LINE+1]]:3: proved: assert: main: hidden == 1
  assert(hidden == 1);
  return 0;
}
