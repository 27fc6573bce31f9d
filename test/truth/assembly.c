// Inline assembly changes what it says and what it can reach.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
int main(void) {
  int x = 1, y = 2, *p = &x;
  __asm__("" : "+r"(y));
  assert(y == 2);
  __asm__ volatile("" ::: "memory");
  assert(x == 1);
  int *q;
  __asm__("" : "=r"(q) : "0"(p));
  *q = 5;
  assert(x == 5);
  __asm__ goto("" : : : : away);
  x = 6;
away:
  assert(x == 6);
  return 0;
}
