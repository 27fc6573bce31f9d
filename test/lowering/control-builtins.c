// __builtin_expect, unreachable, noreturn functions, library builtins.
// RUN: %run-both %s %t
#include <stdio.h>
#include <stdlib.h>
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
static int calls;
static int f(int x) { calls++; return x; }
static int kind(unsigned x) {
  switch (x & 3) {
  case 0: return 10;
  case 1: return 11;
  case 2: return 12;
  case 3: return 13;
  default: __builtin_unreachable();
  }
}
_Noreturn static void quit(int s) { printf("quit %d\n", calls); exit(s); }
static int must(int x) { if (unlikely(x < 0)) quit(42); return x; }
static void (*leave)(int) __attribute__((noreturn)) = (void *)quit;
static long wide(long x) { return __builtin_expect(x, 0); }
int main(void) {
  if (likely(f(1)) && unlikely(f(0))) printf("no\n");
  int v = __builtin_expect(f(7), f(3)) + calls;
  printf("%d %d %ld\n", v, calls, wide(1L << 40));
  printf("%d %d\n", kind(6), kind(-1));
  printf("%d\n", __builtin_expect_with_probability(f(5) > 2, 1, 0.9) ? must(8) : must(-1));
  char buf[10];
  __builtin_memset(buf, 'x', 9);
  buf[9] = 0;
  __builtin_memcpy(buf + 1, "abc", 3);
  printf("%s %zu %d\n", buf, __builtin_strlen(buf), __builtin_strcmp(buf, "xabd") < 0);
  __builtin_printf("%d\n", 1);
  __builtin_printf("%d %s\n", 2, "more");
  int *p = __builtin_alloca(4 * sizeof *p);
  p[3] = 5;
  __builtin_prefetch((f(1), p), 0, 1);
  int *q = __builtin_assume_aligned(p, 4);
  printf("%d %d %d\n", q[3], (int)__builtin_object_size(buf, 0), calls);
  __builtin_assume(q != 0);
  if (calls > 100) __builtin_trap();
  calls > 3 ? leave(must(9)) : (void)0;
  printf("not here\n");
}
