// Static locals, globals with initialisers, tentative definitions, const, extern, thread-local.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
static int next(void) {
  static int n = 40;
  return ++n;
}
int tentative;
int tentative;
static int values[3] = {1, 2}, *const second = &values[1];
extern int later;
static _Thread_local int own = 5;
static const struct { const char *name; int n; } table[] = {{"one", 1}, {"two", 2}};
int main(void) {
  assert(next() == 41 && next() == 42 && tentative == 0);
  *second = 8;
  assert(values[1] == 8 && values[2] == 0 && later == 3);
  own++;
  assert(own == 6 && table[1].name[1] == 'w' && table[0].n == 1);
  register int r = later;
  later = 9;
  assert(r == 3 && later == 9);
  return 0;
}
int later = 3;
