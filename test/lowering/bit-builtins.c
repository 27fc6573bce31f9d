// Builtins that count, find and swap bits.
// RUN: %run-both %s %t
#include <stdio.h>
#include <stdlib.h>
static unsigned v[] = {1, 2, 0x80000000, 0xffffffff, 0x00ff0000, 0x12345678, 6};
static unsigned long w[] = {1, 1ul << 32, 1ul << 63, -1ul, 0x0123456789abcdef, 0xff00};
static int n;
static unsigned next(void) { n++; return 0xf0; }
int main(void) {
  for (int i = 0; i < 7; i++)
    printf("%d %d %d %d %d %d %x\n", __builtin_clz(v[i]), __builtin_ctz(v[i]), __builtin_popcount(v[i]),
           __builtin_ffs(v[i]), __builtin_parity(v[i]), __builtin_clrsb(v[i]), __builtin_bswap32(v[i]));
  for (int i = 0; i < 6; i++)
    printf("%d %d %d %d %d %lx\n", __builtin_clzl(w[i]), __builtin_ctzll(w[i]), __builtin_popcountl(w[i]),
           __builtin_ffsll(w[i]), __builtin_parityl(w[i]), __builtin_bswap64(w[i]));
  printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcount(0), __builtin_ffsl(0));
  printf("%x %x\n", __builtin_bswap16(0x1234), __builtin_bswap16(0xff));
  printf("%d %d\n", __builtin_popcount((char)-1), __builtin_clz((unsigned char)1));
  printf("%x %x\n", __builtin_rotateleft32(0x80000001, 4), __builtin_rotateright8(0x81, 1));
  printf("%lx %x %x\n", __builtin_rotateleft64(1, 63), __builtin_rotateleft16(0x8001, 0), __builtin_rotateright32(1, 33));
  printf("%d %d %d\n", __builtin_ctz(next()), __builtin_popcount(next()), n);
  printf("%d %ld %d\n", __builtin_abs(-5), __builtin_labs(-1L << 40), abs(-7));
  printf("%d %d\n", __builtin_clzg(0u, 99), __builtin_ctzg((unsigned short)8));
  unsigned x = 40;
  while (x) { printf("%d ", __builtin_ctz(x)); x &= x - 1; }
  int log2 = 31 - __builtin_clz(1000 | 1);
  printf("%d\n", log2);
  return __builtin_popcountll(0x8000000000000001);
}
