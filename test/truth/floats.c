// Arithmetic, comparison and conversion of floating-point numbers.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
int main(void) {
  double d = 1.5, e = d * 4;
  assert(e == 6.0 && e > d && !(e < d) && (int)d == 1 && (int)-1.9 == -1);
  float f = 0.1f;
  assert(f != 0.1 && f + f == 0.2f && -f < 0);
  double nan = __builtin_nan("");
  assert(nan != nan && !(nan < 1) && !(nan >= 1));
  assert((float)16777217 == 16777216.0f && 1.0 / 0 > 1e300);
  int n = 7;
  assert(n / 2.0 == 3.5 && (n += 0.6) == 7 && n++ == 7.0);
  long double l = 1;
  assert(l / 4 == 0.25L && !0.0 && (0.5 ? 1 : 0));
  return 0;
}
