// while, do, for, break, continue, and the empty statement.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
int main(void) {
  int n = 0, odd = 0;
  while (n < 10) {
    n++;
    if (n % 2 == 0)
      continue;
    odd++;
    if (n == 7)
      break;
  }
  assert(n == 7 && odd == 4);
  do
    n--;
  while (n > 3);
  assert(n == 3);
  for (int i = 0, j = 10; i < j; i += 2, j--)
    n += i;
  for (; n > 15; n--)
    ;
  assert(n == 15);
  return 0;
}
