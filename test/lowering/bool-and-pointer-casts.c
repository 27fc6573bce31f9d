// Conversions to _Bool, and between pointers and integers.
// RUN: %run-both %s %t
#include <stdio.h>
#include <stdint.h>
static _Bool to_bool(long x) { return x; }
static int from_bool(_Bool b) { return b << 3; }
static _Bool g1 = 4, g2 = 0.5, g3 = "text", g4 = 0.0;
int main(void) {
  int x = 5, *p = &x, *null = 0;
  printf("%d %d %d %d\n", g1, g2, g3, g4);
  printf("%d %d %d %d\n", (_Bool)0.5, (_Bool)-0.0, (_Bool)2, (int)0.5);
  printf("%d %d %d\n", (_Bool)p, (_Bool)null, (_Bool)main);
  printf("%d %d %d\n", to_bool(1L << 40), to_bool(256), from_bool(16));
  _Bool b = 1L << 32;
  b = b + b;
  printf("%d %d %d %d\n", b, b + b, -b, ~b);
  b = (b << 4) == 16;
  b ^= 1;
  printf("%d %d\n", b, (int)sizeof(b + b));
  _Bool arr[3] = {2, 0, -1};
  printf("%d\n", arr[0] + arr[1] + arr[2]);
  __builtin_memset(arr, 1, 3);
  printf("%d\n", arr[0] + arr[1] + arr[2]);
  uintptr_t u = (uintptr_t)p;
  printf("%d %d\n", *(int *)u, (int *)u == p);
  u += 3, u &= ~(uintptr_t)3; // aligned as it was
  printf("%d\n", (int *)u == p || (int *)(u - 4) == p);
  char *c = (char *)p;
  c[1] = 1;
  printf("%d %d\n", x, (int)((int *)(c + 4) - p));
  void *v = p + 1;
  printf("%d %d\n", v > (void *)p, (int)(v - (void *)p));
  printf("%d %d\n", (void *)0 == null, !p);
  int *bad = (int *)(intptr_t)-1;
  printf("%d %d\n", bad == (void *)-1L, (int)(intptr_t)bad);
  long tagged = (long)p | 1;
  printf("%d\n", *(int *)(tagged - 1) + (int)(tagged & 1));
  long words[2] = {(long)p, (long)&words[1]};
  printf("%d %d\n", **(int **)words == x, *(long *)words[1] == words[1]);
  unsigned low = (unsigned)(long)p;
  printf("%d %d\n", (unsigned char)u == (u & 255), low == (unsigned)((uintptr_t)p & 0xffffffff));
  return !!p + !null;
}
