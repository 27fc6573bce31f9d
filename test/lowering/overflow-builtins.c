// __builtin_*_overflow: exact in any mix of types, the result truncated.
// RUN: %run-both %s %t
#include <stdio.h>
#include <limits.h>
#define T(OP, A, B, R) { R r; int o = __builtin_##OP##_overflow(A, B, &r); printf("%d %lld\n", o, (long long)r); }
static int n;
static int next(void) { return ++n; }
int main(void) {
  T(add, INT_MAX, 1, int) T(add, INT_MAX, 1, long) T(add, -1, 1u, unsigned) T(add, UINT_MAX, 1, int)
  T(add, LONG_MAX, 1L, long) T(add, ULONG_MAX, 1, unsigned long) T(add, ULONG_MAX, -1, unsigned long)
  T(add, 100, 100, signed char) T(add, 100, 155, unsigned char) T(add, (char)-1, (char)-1, unsigned char)
  T(sub, 0u, 1u, unsigned) T(sub, 0u, 1u, int) T(sub, INT_MIN, 1, int) T(sub, 0, INT_MIN, int)
  T(sub, 5, 10, unsigned char) T(sub, LONG_MIN, 1, long) T(sub, 0ul, 1ul, long) T(sub, 3, ULONG_MAX, long)
  T(mul, INT_MIN, -1, int) T(mul, 65536, 65536, int) T(mul, 65536, 65536, unsigned) T(mul, 65536, 65536, long)
  T(mul, LONG_MAX, 2, long) T(mul, LONG_MIN, -1L, long) T(mul, ULONG_MAX, ULONG_MAX, unsigned long)
  T(mul, 16, 16, unsigned char) T(mul, -1, 128, signed char) T(mul, 0, -1, unsigned) T(mul, -1, ULONG_MAX, long)
  T(mul, 1ul << 32, 1l << 31, long) T(mul, 1ul << 32, 1l << 31, unsigned long) T(mul, -3, 5u, int)
  T(mul, ULONG_MAX, ULONG_MAX, long) T(mul, 1ul << 63, 1ul, long) T(mul, ULONG_MAX, 3ul, int)
  T(mul, ULONG_MAX, 1u, __int128) T(add, ULONG_MAX, ULONG_MAX, __int128) T(mul, 3ul << 62, 4u, int)
  T(add, ULONG_MAX, ULONG_MAX, unsigned __int128) T(add, (unsigned char)255, (unsigned char)255, signed char)
  T(sub, 1, 2, __int128) T(add, 1, -2, unsigned long) T(mul, -1, 1, unsigned) T(mul, 255u, 255u, signed char)
  int r;
  unsigned u;
  long l;
  unsigned long long ull;
  printf("%d ", __builtin_sadd_overflow(INT_MAX, INT_MAX, &r)), printf("%d\n", r);
  printf("%d ", __builtin_uadd_overflow(UINT_MAX, 2, &u)), printf("%u\n", u);
  printf("%d ", __builtin_ssubl_overflow(LONG_MIN, 1, &l)), printf("%ld\n", l);
  printf("%d ", __builtin_umulll_overflow(1ull << 40, 1ull << 30, &ull)), printf("%llu\n", ull);
  // The result is stored also when it wraps, and an operand may be it.
  r = INT_MAX;
  if (__builtin_add_overflow(r, r, &r)) printf("wrapped %d\n", r);
  int arr[4] = {0};
  if (!__builtin_mul_overflow(next() * 10, next(), &arr[next()])) printf("%d %d\n", arr[3], n);
  _Bool b = __builtin_sub_overflow(1, 2, &u);
  struct { short s; } st;
  b += __builtin_add_overflow(32767, 1, &st.s);
  printf("%d %u %d\n", b, u, st.s);
  return 0;
}
