// setjmp returns twice: with 0, or with anything else and any state.
// RUN: %predabs ir --no-locs --function guarded %s | FileCheck %s
// RUN: not %predabs ir --run %s 2>&1 | FileCheck --check-prefix=OUT %s
#include <setjmp.h>
static jmp_buf env;
static int g;
// CHECK-LABEL: func @guarded
// CHECK: goto setjmp.first, setjmp.again
// CHECK: setjmp.first:
// CHECK: = 0
// CHECK: setjmp.again:
// CHECK: havoc %[[T:[a-z.0-9]+]] because setjmp
// CHECK: assume %[[T]] != 0
// CHECK: havoc everything because setjmp
// CHECK: havoc %local because setjmp
static int guarded(void) {
  int local = 1;
  if (setjmp(env) == 0) {
    local = 2;
    g = 1;
    longjmp(env, 3);
  }
  return local;
}
// OUT: not run to the end
int main(void) { return guarded(); }
