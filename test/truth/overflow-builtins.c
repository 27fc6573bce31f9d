// Checked arithmetic, counting bits, byte order, rotation.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
int main(void) {
  int r;
  assert(__builtin_add_overflow(2147483647, 1, &r) && r == -2147483647 - 1);
  assert(!__builtin_sub_overflow(3, 5, &r) && r == -2);
  unsigned long u;
  assert(__builtin_mul_overflow(1UL << 63, 2UL, &u) && u == 0);
  unsigned char c;
  assert(__builtin_add_overflow(200, 100, &c) && c == 44);
  assert(__builtin_popcount(0xf0) == 4 && __builtin_clz(1) == 31 && __builtin_ctzl(8) == 3);
  assert(__builtin_ffs(0) == 0 && __builtin_ffs(12) == 3 && __builtin_parity(7) == 1);
  assert(__builtin_bswap32(0x01020304u) == 0x04030201u);
  assert(__builtin_rotateleft8(0x81, 1) == 3 && __builtin_abs(-4) == 4);
  return 0;
}
