// Increments, comma, conditional, logical, compound assignment, sizeof.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
static int calls;
static int yes(void) { return ++calls; }
int main(void) {
  int i = 3, j = i++ + 2;
  ++i;
  assert(i == 5 && j == 5 && i-- == 5 && --i == 3);
  assert((0 && yes()) == 0 && (1 || yes()) == 1 && calls == 0);
  assert((yes() && yes()) == 1 && calls == 2);
  int k = (yes(), calls * 10);
  assert(k == 30);
  k /= 4, k %= 4, k <<= 3, k |= 1, k ^= 2, k &= ~8, k >>= 1, k -= 1, k *= 6;
  assert(k == 48);
  assert((k ?: 7) == 48 && (k ? 1 : yes()) == 1 && calls == 3);
  assert(sizeof(k) == 4 && sizeof yes() == 4 && calls == 3 && _Alignof(long) == 8);
  return 0;
}
