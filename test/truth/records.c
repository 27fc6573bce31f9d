// Structs, unions, nested and anonymous ones, assignment, compound literals, bit-fields.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
#include <stddef.h>
struct point { int x, y; };
struct shape {
  struct point at;
  union { int radius; struct { short w, h; }; };
  unsigned kind : 3, flag : 1;
  int small : 4;
};
static struct point moved(struct point p, int by) { p.x += by; return p; }
int main(void) {
  struct shape s = {.at = {1, 2}, .radius = 65537, .kind = 9, .small = -3}, t = s;
  assert(s.w == 1 && s.h == 1 && s.kind == 1 && s.small == -3 && s.flag == 0);
  t.at = moved(s.at, 4);
  assert(t.at.x == 5 && s.at.x == 1 && t.at.y == 2);
  t.kind += 7;
  assert(t.kind == 0);
  t.small = 7, t.small++;
  assert(t.small == -8);
  struct point *p = &(struct point){.y = 3};
  assert(p->x == 0 && p->y == 3 && moved((struct point){1, 1}, 1).x == 2);
  assert(offsetof(struct shape, radius) == 8 && sizeof(struct point) == 8);
  struct { struct point all[2]; } u = {.all[1].x = 5, .all[0] = {7, 8}};
  assert(u.all[1].x == 5 && u.all[0].y == 8 && u.all[1].y == 0);
  return 0;
}
