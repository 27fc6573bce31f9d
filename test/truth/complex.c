// Complex numbers.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
#include <complex.h>
int main(void) {
  double _Complex z = 1.0 + 2.0 * I, w = z * z;
  assert(__real__ w == -3.0 && __imag__ w == 4.0);
  assert(z == 1.0 + 2.0i && ~z == 1.0 - 2.0 * I);
  int _Complex n = 3 + 4i;
  __imag__ n = 7;
  assert(__real__ n == 3 && __imag__ n == 7);
  return 0;
}
