// Shadowing, scopes of loops, declarations in conditions, labels at the end.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
int x = 1;
int main(void) {
  int sum = 0;
  {
    int x = 10;
    sum += x;
    {
      extern int x;
      sum += x;
    }
  }
  for (int x = 0; x < 3; x++)
    sum += x;
  assert(sum == 14 && x == 1);
  for (int i = 0; i < 2; i++) {
    int fresh = 5;
    fresh += i;
    sum += fresh;
  }
  assert(sum == 25);
  return 0;
}
