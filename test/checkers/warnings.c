// Warnings are clang's: -Werror makes errors of them, -w silences them, and
// system headers are nobody's business.

// RUN: %clang %plugin -fplugin-arg-predabs-inputs=input,other_input -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang %plugin -fplugin-arg-predabs-inputs=input,other_input -Werror -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %clang %plugin -fplugin-arg-predabs-inputs=input,other_input -w -c %s -o %t.o 2>&1 | count 0
// RUN: %clang %plugin -fplugin-arg-predabs-inputs=input,other_input -isystem %S/Inputs/system -DSYSTEM -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=failing.h
// RUN: %clang %plugin -fplugin-arg-predabs-inputs=input,other_input -I %S/Inputs/system -DSYSTEM -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=USER

#include <assert.h>
#ifdef SYSTEM
#include <failing.h>
// USER: failing.h:{{.*}}: warning: assertion 'n > 7' can fail [predabs-assert]
#endif

extern int input(void);

static int half(int n) { return n / 2; }

int half_bug(void) {
  int x = input();
  int y = half(x);
  if (x > 0)
    assert(y > 0);
  return y;
}
// CHECK:      warnings.c:[[@LINE-3]]:5: warning: assertion 'y > 0' can fail [predabs-assert]
// CHECK:      warnings.c:[[@LINE-7]]:11: note: 'input' returns 1
// CHECK:      warnings.c:[[@LINE-7]]:11: note: calling 'half'
// CHECK:      warnings.c:[[@LINE-12]]:26: note: 'half' returns 0
// CHECK:      warnings.c:[[@LINE-8]]:9: note: 'x > 0' is true: x is 1
// CHECK:      warnings.c:[[@LINE-8]]:5: note: 'y > 0' is false: y is 0
// ERROR:      warnings.c:[[@LINE-9]]:5: error: assertion 'y > 0' can fail [-Werror,predabs-assert]

// RUN: %clang %plugin -fplugin-arg-predabs-inputs=input,other_input -w -Rpass=predabs -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REMARK
int half_safe(void) {
  int x = input();
  if (x > 1)
    // REMARK: warnings.c:[[@LINE+1]]:5: remark: proved: x > 0{{.*}} [-Rpass=predabs]
    assert(x > 0);
  return x;
}
