// Addresses, dereference, arithmetic, comparison, pointers to pointers, casts.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
static void set(int **p, int *q) { *p = q; }
int main(void) {
  int a[5] = {1, 2, 3, 4, 5}, x = 9;
  int *p = a + 1, *q = &a[4];
  assert(*p == 2 && q - p == 3 && p < q && p[2] == 4 && 1 [p] == 3);
  *p++ = 7;
  assert(a[1] == 7 && *p == 3);
  set(&p, &x);
  assert(*p == 9 && p == &x && p != a);
  void *v = p;
  char *bytes = v;
  assert((int *)bytes == &x && bytes[0] == 9);
  uintptr_t n = (uintptr_t)q;
  assert(*(int *)(n - sizeof(int)) == 4);
  int(*row)[5] = &a;
  assert((*row)[4] == 5 && sizeof *row == 20 && !(void *)0);
  ptrdiff_t d = (char *)q - (char *)a;
  assert(d == 16);
  return 0;
}
