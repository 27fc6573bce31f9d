// Recursion, pointers to functions, tables, varargs, old style, inline.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
#include <stdarg.h>
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static int twice(int n) { return 2 * n; }
static int apply(int (*f)(int), int n) { return f(n); }
static int sum(int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  int s = 0;
  while (n-- > 0)
    s += va_arg(list, int);
  s += 100 * va_arg(again, int);
  va_end(again);
  va_end(list);
  return s;
}
static inline int odd(int);
static inline int even(int n) { return n == 0 || odd(n - 1); }
static inline int odd(int n) { return n != 0 && even(n - 1); }
int main(void) {
  int (*const table[2])(int) = {fact, &twice};
  assert(table[0](5) == 120 && (*table[1])(5) == 10);
  assert(apply(twice, 4) == 8 && apply(table[0], 3) == 6);
  assert(table[0] != table[1] && even(6) && !even(7));
  int s = sum(3, 1, 2, 3);
  assert(s == 106);
  return 0;
}
