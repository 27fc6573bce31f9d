// Floating point is computed by a run; statistics mark it as such.
// RUN: %run-both %s %t
// RUN: %predabs ir --stats %s | FileCheck %s
// CHECK: # mix: 1 statements, 1 floating-point, 0 approximated
// CHECK: # whole: 1 statements, 0 floating-point, 0 approximated
#include <stdio.h>
#include <math.h>
static double mix(float f, int i) { return f * i + 0.5; }
static int whole(int i) { return i * 2; }
static volatile double zero;
int main(void) {
  printf("%.6f %d\n", mix(1.1f, 3), whole(4));
  printf("%.9f %.17g\n", 0.1f, 0.1 + 0.2);
  printf("%d %d %d\n", 0.1f == 0.1, 0.5f == 0.5, 1.0 / 3 * 3 == 1);
  double nan = zero / zero, inf = 1 / zero;
  // Comparisons with a NaN are false, and so their opposites differ.
  printf("%d %d %d %d %d\n", nan < 1, nan >= 1, nan == nan, nan != nan, !(nan < 1));
  if (!(nan > 0)) printf("not greater\n");
  if (nan < 0 || nan >= 0) printf("ordered\n"); else printf("unordered\n");
  printf("%d %d %d\n", nan ? 1 : 0, !nan, -0.0 == 0.0);
  printf("%.1f %.1f\n", inf, -inf);
  printf("%d %d %d %d\n", (int)2.9, (int)-2.9, (unsigned char)200.7f, (int)1e9);
  printf("%lld %llu\n", (long long)-1e15, (unsigned long long)1.5e19);
  printf("%.1f %.1f %.1f\n", (double)-1, (double)4000000000u, (float)16777217);
  printf("%.1f %.1f\n", (double)(1LL << 62), (double)18446744073709551615ull);
  float acc = 0;
  for (int i = 0; i < 10; i++) acc += 0.1f;
  printf("%.8f %d\n", acc, acc == 1.0f);
  double d = 1e308;
  d *= 10, d -= d;
  printf("%d %d\n", d != d, (float)1e39 > 3e38);
  long double ld = 1.25L;
  ld = ld * 2 + 0x1p-60L;
  printf("%d %d\n", ld > 2.5, (double)ld == 2.5);
  printf("%.3f %.3f %.2f\n", sqrt(2), fabs(-1.5), -(-3.25));
  int n = 10;
  n = n * 0.35;
  printf("%d %d\n", n, 7 / 2 == 3.5 - 0.5);
  union { float f; unsigned u; } pun = {-0.0f};
  printf("%08x %a\n", pun.u, 0.75);
  d = 5, d++;
  return d > 5.5 ? (int)d : 0;
}
