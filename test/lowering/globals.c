// Globals: tentative definitions, constant initialisers of every shape.
// RUN: %run-both %s %t
#include <stdio.h>
int tentative;
int tentative = 7;
extern int later;
static int *to_later = &later;
static char c = 300, big[2000] = {[1999] = 5, [3] = -1};
static unsigned char uc = -1;
static _Bool b = 12;
static float f = 1 / 3.0;
static double d = 5, neg = -.5;
static long l = -1u, shifted = 1L << 40 | 0xff, sz = sizeof(int[5]), tern = 1 ? 2 : 1 / 1;
static int ptrdiff = &big[10] - &big[3];
static short wide[600] = {1, 2, 3, [599] = -7};
static void *self = &self, *fn;
static struct { int a : 5, b : 9; unsigned c : 20; char *s; int (*f)(void); } bits = {-3, 255, 0xfffff, "bits", 0};
static const int k = 4, *const kp = &k;
static int *ip[3] = {[2] = &tentative};
static struct { struct { int x[2]; } in; double d; } nest = {{{1, 2}}, 3.5}, *np = &nest;
static double *dp = &nest.d;
static int *xp = &nest.in.x[1];
static union { int i; float f; } un = {.f = 1.0f};
static const char *const names[][2] = {{"a", "b"}, {"c"}};
static int get(void) { return later; }
static int (*gp)(void) = get, (*const *gpp)(void) = &gp;
int arr[] = {1, 2, 3}, arr2[2][2] = {1, 2, 3};
int main(void) {
  extern int later;
  printf("%d %d %d %d %d\n", tentative, *to_later, c, uc, b);
  printf("%.4f %.1f %.1f\n", f, d, neg);
  printf("%ld %lx %ld %ld %d\n", l, shifted, sz, tern, ptrdiff);
  printf("%d %d %d %d\n", big[1999], big[3], wide[2], wide[599]);
  printf("%d %d %d\n", self == &self, fn == 0, *kp);
  printf("%d %d %d %s %d\n", bits.a, bits.b, bits.c, bits.s, bits.f == 0);
  printf("%d %d %.1f %d\n", *ip[2], ip[0] == 0, *dp, *xp);
  printf("%x %s %d\n", un.i, names[1][0], names[1][1] == 0);
  printf("%d %d\n", gp(), (*gpp)());
  printf("%zu %d %d\n", sizeof arr, arr2[1][0], arr2[1][1]);
  np->in.x[0]++, big[0] = 9, *xp = 8;
  return np->in.x[0] + np->in.x[1] + big[0];
}
int later = 42;
