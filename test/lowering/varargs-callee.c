// A function that fetches its own variable arguments: they are arbitrary.
// RUN: %predabs ir --no-locs %s | FileCheck %s
// RUN: %predabs ir --stats %s | FileCheck --check-prefix=STATS %s
// RUN: not %predabs ir --run %s 2>&1 | FileCheck --check-prefix=OUT %s
#include <stdarg.h>
#include <stdio.h>
struct s { int a; double d; };
// CHECK-LABEL: func @sum(%n: i32, ...) -> i32
// CHECK: havoc %[[A:[a-z.0-9]+]] because va-arg
// CHECK: %s = %s + %[[A]]
// CHECK: havoc %{{[a-z.0-9]+}} because va-arg
// STATS: # sum: {{.*}} approximated, {{.*}}va-arg
int sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = 0;
  while (n--) s += va_arg(ap, int);
  struct s last = va_arg(ap, struct s);
  va_end(ap);
  return s + last.a;
}
int main(void) {
  printf("before\n");
  // OUT: before
  // OUT: not run to the end: refused: {{.*}}va-arg
  printf("%d\n", sum(2, 1, 2, (struct s){3, 4}));
  return 0;
}
