// RUN: not %predabs check --verdicts --entry=main %s 2>/dev/null | FileCheck %s

// A builtin is not the program's function of a like name.

#include <assert.h>

double powi(double x, int n) { return __builtin_powi(x, n); }

int main(void) {
  int ended = 0;
  powi(1.0, 3);
  assert(ended); // CHECK: :[[@LINE]]:{{.*}} violated
  return 0;
}
