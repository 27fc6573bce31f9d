// __int128 and _BitInt up to 128 bits.
// RUN: %run-both %s %t -std=c23
int printf(const char *, ...);
typedef unsigned __int128 u128;
typedef __int128 i128;
static void show(i128 v) { printf("%016llx%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v); }
static u128 fact(int n) { return n ? fact(n - 1) * n : 1; }
static i128 g = (i128)-5 * ((i128)1 << 70);
struct s { char c; i128 v; _BitInt(7) b; unsigned _BitInt(33) w; };
int main(void) {
  show(g), show(fact(33)), show(~(u128)0 / 3);
  u128 big = ~(u128)0;
  big += 2, big = -big;
  show(big), show(big >> 3 | big << 125);
  show(big % 1000000007), show((i128)-7 / 2), show((i128)-7 % 4);
  printf("%d %d %d\n", (i128)-1 < 0, (u128)-1 > 0, (int)(big == (u128)-1));
  printf("%d %.0f\n", (int)sizeof(i128), (double)((i128)1 << 100));
  i128 f = (i128)1e30;
  show(f);
  struct s s = {1, -2, 63, 0x1ffffffff};
  show(s.v - s.c);
  s.b = (_BitInt(7))(s.b + 1);
  s.w += 2;
  printf("%d %llu %d\n", (int)s.b, (unsigned long long)s.w, (int)sizeof(struct s));
  unsigned _BitInt(3) t = 7;
  t++;
  printf("%d %d\n", (int)t, (int)(unsigned _BitInt(3))(t - 1uwb));
  _BitInt(5) n = -16;
  n = n >> 2;
  printf("%d %d %d\n", (int)n, (int)(n * 3wb), (int)(n < 0));
  _BitInt(100) h = (_BitInt(100))1 << 98;
  show(h), show(-h);
  unsigned _BitInt(17) u = 0x1ffff;
  printf("%d %d %d\n", (int)(u + 1u), (int)(u << 4), (int)~u);
  switch ((i128)1 << 90) { case (i128)1 << 90: printf("hit\n"); }
  u128 arr[2] = {[1] = 7};
  arr[0]--, --arr[1];
  show(arr[0]), show(arr[1]);
  return (int)(f >> 90);
}
