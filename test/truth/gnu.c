// Statement expressions, typeof, cleanup, nested conditional, ranges of designators, alloca.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
static int closed;
static void close_it(int *fd) { closed += *fd; }
static int use(void) {
  int fd __attribute__((cleanup(close_it))) = 3;
  return fd + closed;
}
#define max(a, b) ({ __typeof__(a) x_ = (a), y_ = (b); x_ > y_ ? x_ : y_; })
int main(void) {
  assert(max(3, 4) == 4 && max(-1, -2) == -1);
  assert(use() == 3 && closed == 3);
  int filled[8] = {[2 ... 5] = 7};
  assert(filled[1] == 0 && filled[2] == 7 && filled[5] == 7 && filled[6] == 0);
  int *p = __builtin_alloca(2 * sizeof *p);
  p[1] = 6;
  assert(p[1] == 6);
  union number { int i; float f; } u = (union number)12;
  assert(u.i == 12 && __builtin_expect(u.i == 12, 1));
  if (__builtin_constant_p(3))
    assert(closed == 3);
  return 0;
}
