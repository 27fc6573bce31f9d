// Arrays of arrays, designators, variable length, flexible members, parameters.
// RUN: %truth %s | FileCheck %s
// CHECK: its end is violated
#include <assert.h>
#include <stdlib.h>
struct text { int length; char bytes[]; };
static int sum(int n, int rows[n][2]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += rows[i][0] * rows[i][1];
  return s;
}
int main(void) {
  int m[2][3] = {{1, 2}, {[1] = 5}};
  assert(m[0][1] == 2 && m[0][2] == 0 && m[1][1] == 5);
  int d[] = {[3] = 1, 2, [0] = 9};
  assert(sizeof d == 20 && d[0] == 9 && d[4] == 2 && d[2] == 0);
  int pairs[2][2] = {{1, 2}, {3, 4}};
  assert(sum(2, pairs) == 14);
  int n = 4, vla[n];
  for (int i = 0; i < n; i++)
    vla[i] = i * i;
  n = 9;
  assert(sizeof vla == 16 && vla[3] == 9);
  struct text *t = malloc(sizeof *t + 3);
  t->length = 3;
  t->bytes[2] = 'c';
  assert(t->bytes[2] == 'c');
  free(t);
  char s[] = "abc", *e = "de\0f";
  assert(sizeof s == 4 && s[3] == 0 && e[3] == 'f');
  return 0;
}
