// Widths, signs, promotions, conversions, shifts, wrap.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
int main(void) {
  unsigned char c = 250;
  c += 10;
  assert(c == 4);
  signed char s = (signed char)200;
  assert(s == -56 && (unsigned char)s == 200);
  unsigned u = 0;
  assert(u - 1 == 4294967295u && -1 > 0u);
  short h = -1;
  assert((unsigned)h == 0xffffffffu && (unsigned short)h == 65535);
  long long wide = 1LL << 40;
  assert((int)wide == 0 && wide >> 38 == 4);
  assert(-7 / 2 == -3 && -7 % 2 == -1 && -8 >> 1 == -4);
  assert((7 & 12) == 4 && (7 | 8) == 15 && (7 ^ 2) == 5 && ~0 == -1);
  __int128 huge = (__int128)1 << 100;
  assert(huge >> 98 == 4 && (long)huge == 0);
  _Bool b = 256;
  assert(b == 1 && !b == 0 && +c == 4 && -c == -4);
  return 0;
}
