// _Atomic objects, <stdatomic.h>, __atomic_ and __sync_ builtins.
// RUN: %run-both %s %t
#include <stdatomic.h>
#include <stdio.h>
static _Atomic int a = 5;
static atomic_uchar c = 250;
static _Atomic(int *) ap;
struct pair { int x, y; };
static _Atomic struct pair sp;
int main(void) {
  a++, a += 3, --a, a *= 2;
  printf("%d %d %d %d\n", a, a++, --a, (a -= 4));
  c += 10;
  printf("%d %d\n", c, c--);
  int arr[4] = {1, 2, 3, 4};
  ap = arr;
  ap++;
  ap = ap + 1;
  printf("%d %d\n", *ap, (int)(atomic_fetch_sub(&ap, 1) - arr));
  printf("%d %d\n", *ap, atomic_load(&a));
  atomic_store(&a, 100);
  int e = 99;
  printf("%d ", atomic_compare_exchange_strong(&a, &e, 1));
  printf("%d ", e);
  printf("%d %d\n", atomic_compare_exchange_strong(&a, &e, 7), a);
  printf("%d %d %d\n", atomic_exchange(&a, 12), atomic_fetch_or(&a, 3), atomic_fetch_xor(&a, 5));
  printf("%d %d\n", atomic_fetch_and(&a, 6), atomic_load_explicit(&a, memory_order_relaxed));
  struct pair p = {1, 2};
  sp = p;
  p = sp;
  printf("%d %d\n", p.x, p.y);
  int x = 10, y, z = 3;
  printf("%d %d\n", __atomic_fetch_add(&x, 5, __ATOMIC_SEQ_CST), __atomic_add_fetch(&x, 5, 0));
  printf("%d %d %d\n", __atomic_sub_fetch(&x, 1, 0), __atomic_or_fetch(&x, 64, 0), __atomic_nand_fetch(&x, 3, 0));
  printf("%d\n", __atomic_fetch_nand(&x, 6, 0));
  __atomic_store_n(&x, 20, 0);
  __atomic_load(&x, &y, 0);
  __atomic_exchange(&x, &z, &y, 0);
  printf("%d %d %d\n", x, y, __atomic_exchange_n(&x, 4, 0));
  __atomic_store(&x, &y, 0);
  e = 20;
  z = 21;
  printf("%d ", __atomic_compare_exchange_n(&x, &e, 22, 0, 5, 5));
  printf("%d %d\n", x, __atomic_compare_exchange(&x, &e, &z, 0, 5, 5));
  printf("%d %d %d\n", x, e, __atomic_load_n(&x, 0));
  printf("%d %d %d\n", __sync_fetch_and_add(&x, 2), __sync_sub_and_fetch(&x, 1), __sync_fetch_and_nand(&x, 1));
  printf("%d %d %d\n", __sync_bool_compare_and_swap(&x, 1, 2), __sync_val_compare_and_swap(&x, x, 9), x);
  printf("%d ", __sync_lock_test_and_set(&x, 1));
  __sync_lock_release(&x);
  __sync_synchronize();
  printf("%d\n", x);
  char flag = 0;
  printf("%d %d ", __atomic_test_and_set(&flag, 0), __atomic_test_and_set(&flag, 0));
  __atomic_clear(&flag, 0);
  printf("%d\n", flag);
  unsigned char uc = 255;
  short s = 32767;
  printf("%d %d\n", __atomic_add_fetch(&uc, 2, 0), __sync_add_and_fetch(&s, 1));
  int *q = arr;
  __atomic_fetch_add(&q, 8, 0); // bytes
  printf("%d\n", *q);
  return atomic_is_lock_free(&a) ? 0 : 1;
}
