// _BitInt, and addresses in one.
// RUN: %truth-std=c2x %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
int main(void) {
  unsigned _BitInt(7) small = 127;
  small++;
  assert(small == 0);
  _BitInt(200) big = 1;
  big <<= 150;
  assert(big >> 149 == 2);
  int x = 1;
  unsigned _BitInt(200) hidden = (unsigned long)&x;
  *(int *)(unsigned long)hidden = 4;
  assert(x == 4);
  return 0;
}
