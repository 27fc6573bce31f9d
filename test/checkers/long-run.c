// A program without inputs has one execution. Running it decides all, unless the
// run is longer than the steps that it may take: what comes behind is then open.

// RUN: %predabs check --entry=main --verdicts %s | FileCheck %s --check-prefix=SAFE
// SAFE: proved: assert: main: x == END

// RUN: not %predabs check --entry=main --verdicts %s -- -DBUG 2>&1 | FileCheck %s --check-prefix=BUG
// BUG: violated: assert: main: x != END

// It fails in a run of more than twenty million steps, and is not decided:
// RUN: %predabs check --entry=main --verdicts --budget=50 %s -- -DBUG -DROUNDS=12000000 -DEND=2447643393u > %t
// RUN: FileCheck %s --check-prefix=LONG < %t
// LONG: unknown: assert: main: x != END
// LONG: 0 proved, 0 violated, 0 latent, 1 unknown

#include <assert.h>

#ifndef ROUNDS
#define ROUNDS 1000
#define END 645503657u
#endif

int main(void) {
  unsigned x = 1;
  for (unsigned i = 0; i < ROUNDS; i++)
    x = x * 1664525u + 1013904223u;
#ifdef BUG
  assert(x != END);
#else
  assert(x == END);
#endif
  return 0;
}
