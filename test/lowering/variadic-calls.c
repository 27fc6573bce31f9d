// Calls of variadic functions: the default promotions, mixed arguments.
// RUN: %run-both %s %t
#include <stdio.h>
#include <stdint.h>
struct s { char c; unsigned short h; float f; unsigned b : 5; int n : 4; };
static int n;
static int t(void) { return ++n; }
static void old();
int main(void) {
  struct s s = {-5, 65535, 1.5f, 31, -8};
  char c = -1; signed char sc = -128; unsigned char uc = 255; short h = -32768;
  printf("%d %d %d %d %d\n", c, sc, uc, h, s.h);
  printf("%d %u %d %.2f %c\n", s.b, s.b, s.n, s.f, s.c + 'F');
  printf("%x %X %o %#x\n", uc, (unsigned char)~uc, s.h, 255);
  printf("%lld %llu %ld %lu\n", -1LL, -1ULL, -2L, 3UL);
  printf("%5d|%-5d|%05d|%+d|% d|%5.3d\n", 42, 42, 42, 42, 42, 42);
  printf("%*d|%-*d|%.*s\n", 6, 1, 4, 2, 3, "abcdef");
  printf("%s %10s|%-6s|%.2s %%\n", "x", "right", "left", "cut");
  printf("%hhd %hd %hu %zu %jd\n", 257, 65537, 65535, sizeof(int), (intmax_t)-7);
  printf("%.3f %e %g %g\n", 3.14159, 12345.678, 0.0001, 1e10);
  printf("%d %d %d\n", t(), t(), t());
  printf("%d %s %.1f %lld %c %d\n", 1, "two", 3.0, 4LL, '5', (short)6);
  _Bool b = 7;
  float f = 0.1f;
  printf("%d %.10f\n", b, f);
  printf("%d\n", printf("four") + printf("\n"));
  char buf[16];
  printf("%d %s\n", snprintf(buf, 5, "%d-%d", 123, 456), buf);
  printf("%d ", sprintf(buf, "%03d", 7)), puts(buf);
  int (*p)(const char *, ...) = printf;
  p("%d %s\n", (*p)(""), "through a pointer");
  printf("%p\n" + 3, 0);
  old(1, 2.5f, c);
  return 0;
}
static void old(a, b, c) int a; float b; char c; { printf("%d %.1f %d\n", a, b, c); }
