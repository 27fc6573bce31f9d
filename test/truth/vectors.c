// Vectors, shuffles, conversions of vectors, and addresses in them.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef int e4 __attribute__((ext_vector_type(4)));
typedef long l2 __attribute__((vector_size(16)));
int main(void) {
  v4 a = {1, 2, 3, 4}, b = a + a;
  assert(b[2] == 6);
  v4 c = __builtin_shufflevector(a, b, 0, 5, 2, 7);
  assert(c[1] == 4 && c[3] == 8);
  f4 f = __builtin_convertvector(a, f4);
  assert(f[1] == 2.0f);
  e4 e = {1, 2, 3, 4};
  e.xy = e.zw;
  assert(e.x == 3 && e.y == 4);
  int x = 1;
  l2 hidden = {(long)&x, 0};
  *(int *)hidden[0] = 9;
  assert(x == 9);
  return 0;
}
