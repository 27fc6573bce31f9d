// Wrapping of unsigned numbers, shifts, the ends of the signed ranges.
// RUN: %run-both-m32 %s %t
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX (INT_MAX * 2u + 1)
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1)
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ull + 1)
#define SHRT_MIN (-__SHRT_MAX__ - 1)
#define SCHAR_MIN (-__SCHAR_MAX__ - 1)
int printf(const char *, ...);
static unsigned rot(unsigned x, int n) { return x << (n & 31) | x >> (-n & 31); }
int main(void) {
  unsigned u = UINT_MAX;
  unsigned long long q = ULLONG_MAX;
  printf("%u %u %u %u\n", u + 1, u * u, 0u - 1, u << 31);
  printf("%llu %llu %llu\n", q + 2, q * q, q >> 63);
  printf("%llu %llu\n", (q << 63) / 3, q % 1000000007u);
  printf("%d %d\n", INT_MIN + 1, -(INT_MIN + 1));
  printf("%d %d %d\n", INT_MIN / 2, INT_MIN % 7, INT_MAX / -1);
  printf("%d %d\n", INT_MIN >> 31, INT_MIN >> 1);
  printf("%lld %lld\n", LLONG_MIN / 10, LLONG_MIN % 10);
  printf("%d %d\n", INT_MIN < INT_MAX, INT_MIN - 0u > INT_MAX);
  printf("%d %d\n", -1 >> 1, 1 << 30);
  printf("%x %x %x\n", rot(0x80000001, 1), rot(0x12345678, 8), rot(5, 0));
  unsigned char sh = 7;
  printf("%d %lld\n", 1 << sh, 1LL << (sh * 8LL));
  short s = SHRT_MIN;
  printf("%d %d %d\n", -s, (short)-s, s * s);
  signed char c = SCHAR_MIN;
  c = -c;
  printf("%d %d\n", c, c / -1);
  printf("%u\n", -5 * 3u);
  printf("%u %d\n", (unsigned)INT_MIN, (int)2147483648u);
  unsigned h = 2166136261u;
  for (const char *p = "hash"; *p; p++) h = (h ^ *p) * 16777619u;
  printf("%u\n", h);
  unsigned long long r = 1;
  for (int i = 0; i < 20; i++) r = r * 6364136223846793005ull + 1442695040888963407ull;
  printf("%llx\n", r);
  printf("%d %d\n", -7 / 2 * 2 + -7 % 2, 7 / -2 * -2 + 7 % -2);
  printf("%d\n", (u & ~0xffu) == 0xffffff00);
  return ~0u >> 28;
}
