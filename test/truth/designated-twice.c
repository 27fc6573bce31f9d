// A designator that overwrites a part of what came before.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
struct point { int x, y; };
struct line { struct point from, to; };
static struct point origin(void) { return (struct point){7, 8}; }
int main(void) {
  struct line l = {.from = origin(), .from.x = 1, .to = {3, 4}, .to.y = 5};
  assert(l.from.x == 1 && l.from.y == 8 && l.to.x == 3 && l.to.y == 5);
  return 0;
}
