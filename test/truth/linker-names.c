// Two names of one object, weak functions, aliases.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
int object = 1;
extern int other __asm__("object");
static int target(void) { return 5; }
int alias(void) __attribute__((alias("target")));
extern int absent(void) __attribute__((weak));
__attribute__((weak)) int replaced = 3;
int main(void) {
  other = 7;
  assert(object == 7 && alias() == 5);
  if (absent)
    assert(absent() != 0);
  assert(replaced == 3);
  return 0;
}
