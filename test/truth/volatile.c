// Volatile objects that nobody else can reach keep their values.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is {{violated|unknown}}
#include <assert.h>
static volatile int file_scope = 4;
int main(void) {
  volatile int v = 3;
  v++;
  assert(v == 4);
  volatile struct { int a, b; } s = {1, 2};
  s.a = s.b;
  assert(s.a == 2);
  file_scope += v;
  assert(file_scope == 8);
  return 0;
}
