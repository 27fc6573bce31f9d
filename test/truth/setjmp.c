// Statics change between setjmp and longjmp; volatile locals keep what they had.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
#include <setjmp.h>
static jmp_buf env;
static int tries;
static void fail(void) {
  tries++;
  if (tries < 3)
    longjmp(env, tries);
}
int main(void) {
  volatile int last = -1;
  int r = setjmp(env);
  assert(r == tries && last == tries - 1);
  last = r;
  fail();
  assert(tries == 3 && last == 2);
  return 0;
}
