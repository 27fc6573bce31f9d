// Casts between integers of every width and sign.
// RUN: %run-both %s %t
#include <stdio.h>
#define EACH(X, V) X(signed char, V) X(unsigned char, V) X(short, V) X(unsigned short, V) \
  X(int, V) X(unsigned, V) X(long, V) X(unsigned long, V) X(_Bool, V) X(__int128, V) X(unsigned __int128, V)
#define FROM(T, V) { T from = (T)V; out(from); EACH2(from) }
#define EACH2(V) TO(signed char, V) TO(unsigned char, V) TO(short, V) TO(unsigned short, V) \
  TO(int, V) TO(unsigned, V) TO(long, V) TO(unsigned long, V) TO(_Bool, V) TO(__int128, V) TO(unsigned __int128, V)
#define TO(T, V) { T to = (T)V; hash = hash * 31 + (unsigned long)to + (unsigned long)((__int128)to >> 64); }
static unsigned long hash;
static void out(__int128 v) { printf("%016lx%016lx %lx\n", (long)(v >> 64), (long)v, hash); }
int main(void) {
  long in[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536, -32769,
               2147483647, 2147483648, -2147483648, 4294967295, 4294967296, 0x8000000000000000};
  for (int i = 0; i < 20; i++) {
    EACH(FROM, in[i])
  }
  // Implicit ones: initialisation, assignment, arguments, return.
  unsigned char c = 300;
  short s = 70000;
  int t = 0xfffffffffUL;
  unsigned u = -1;
  long l = u, m = (int)u, n = -1u;
  printf("%d %d %d %ld %ld %ld\n", c, s, t, l, m, n);
  printf("%d %d\n", (char)200 < 0, (char)200 == 200);
  printf("%lx\n", (unsigned long)(char)0x80);
  printf("%ld %ld\n", (long)(unsigned)-5, (long)(unsigned short)(signed char)-5);
  printf("%d %d %d\n", (_Bool)256, (_Bool)(unsigned char)256, (unsigned char)(_Bool)-7);
  return (unsigned char)-56;
}
