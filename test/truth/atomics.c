// Atomic objects and builtins in one thread have values.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  _Atomic int a = 1;
  a += 2;
  assert(a == 3 && a++ == 3);
  atomic_int b;
  atomic_init(&b, 5);
  assert(atomic_fetch_add(&b, 2) == 5 && atomic_load(&b) == 7);
  int expected = 7;
  assert(atomic_compare_exchange_strong(&b, &expected, 9) && b == 9);
  assert(!atomic_compare_exchange_strong(&b, &expected, 1) && expected == 9);
  assert(atomic_exchange(&b, 4) == 9);
  int plain = 3;
  assert(__atomic_fetch_sub(&plain, 1, __ATOMIC_SEQ_CST) == 3 && plain == 2);
  assert(__sync_bool_compare_and_swap(&plain, 2, 6) && plain == 6);
  assert(__sync_lock_test_and_set(&plain, 1) == 6 && plain == 1);
  return 0;
}
