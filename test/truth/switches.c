// switch: fall through, default in the middle, ranges, nested, Duff's device.
// RUN: %truth-std=c2x %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
static int kind(int c) {
  switch (c) {
  case 'a' ... 'f':
    return 1;
  default:
    return 0;
  case 'x':
  case 'y':
    c++;
    [[fallthrough]];
  case 'z':
    return c;
  }
}
static int copied(int count) {
  int n = (count + 3) / 4, done = 0;
  switch (count % 4) {
  case 0:
    do {
      done++;
    case 3:
      done++;
    case 2:
      done++;
    case 1:
      done++;
    } while (--n > 0);
  }
  return done;
}
int main(void) {
  assert(kind('a') == 1 && kind('f') == 1 && kind('g') == 0);
  assert(kind('x') == 'y' && kind('y') == 'z' && kind('z') == 'z');
  assert(copied(1) == 1 && copied(4) == 4 && copied(7) == 7);
  switch (3LL) {
  case 4:
    assert(0);
  }
  return 0;
}
