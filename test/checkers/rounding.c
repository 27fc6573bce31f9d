// RUN: not %predabs check --verdicts %s -- -DMODE=1 2>/dev/null | FileCheck %s --check-prefix=FIXED
// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s --check-prefix=OPEN
// RUN: %predabs check --verdicts --entry=main %s -- -DMODE=1 -frounding-math | FileCheck %s --check-prefix=OPEN

// Who sets the mode of rounding knows what the results are; we do not.

#include <assert.h>
#include <fenv.h>

int main(void) {
  double one = 1, three = 3, third = one / three;
#ifndef MODE
  fesetround(FE_UPWARD);
#endif
  long large = (1L << 60) + 1;
  // FIXED-DAG: :[[@LINE+4]]:{{.*}} proved: assert: main: one / three == third
  // FIXED-DAG: :[[@LINE+4]]:{{.*}} violated: assert: main: (double)large > 1L << 60
  // OPEN-DAG: :[[@LINE+2]]:{{.*}} unknown: assert: main: one / three == third
  // OPEN-DAG: :[[@LINE+2]]:{{.*}} unknown: assert: main: (double)large > 1L << 60
  assert(one / three == third);
  assert((double)large > 1L << 60);
}
