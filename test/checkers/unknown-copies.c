// RUN: %predabs check --verdicts --entry=main %s | FileCheck %s

// A copy of what is not known is no input, wherever it lies.

#include <assert.h>

typedef int vector __attribute__((vector_size(16)));
static vector global[] = {0, 1, 2, 3, 4, 5, 6, 7};

int main(void) {
  vector local = global[0];
  int *number = (int *)&local;
  assert(number[1] == 1); // CHECK: :[[@LINE]]:{{.*}} {{proved|unknown}}: assert: main:
  return 0;
}
