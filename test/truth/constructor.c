// A constructor function runs before main.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
static int ready = 1;
__attribute__((constructor)) static void start(void) { ready = 2; }
__attribute__((constructor(200))) static void early(void) { assert(ready == 1); }
int main(void) {
  assert(ready == 2);
  return 0;
}
